# Twelve teams with three clusters each. Decided together they use 36 of the 50 clusters;
# each alone would choose the same three.
locals {
  clusters = [
    for i in range(50) : { name = format("c%02d", i), labels = { env = "prod" } }
  ]
  teams = [for i in range(12) : format("team-%02d", i)]
}

data "multicluster_placements" "teams" {
  clusters = local.clusters

  placements = {
    for team in local.teams : team => {
      ocm = { number_of_clusters = 3 }
    }
  }
}

locals {
  releases = merge([
    for team, outcome in data.multicluster_placements.teams.outcomes : {
      for cluster, decision in outcome.decisions_by_cluster :
      "${team}/${cluster}" => decision
    }
  ]...)
}

# One instance for each decision of each team, known in the first plan.
resource "terraform_data" "release" {
  for_each = local.releases
  input    = each.key
}

output "clusters_in_use" {
  value = length(distinct([for key in keys(local.releases) : split("/", key)[1]]))
}
