resource "multicluster_cluster" "all" {
  for_each = toset(["eu-1", "eu-2", "us-1", "us-2"])
  name     = each.key
}

locals {
  # Two placements with two clusters each: together they use all four.
  placed = provider::multicluster::place_all({
    clusters = multicluster_cluster.all # the instances of the resource
    placements = {
      shop = { ocm = { number_of_clusters = 2 } }
      web  = { ocm = { number_of_clusters = 2 } }
    }
  })
}

resource "terraform_data" "release" {
  for_each = local.placed.outcomes["web"].decisions_by_cluster # known in the first plan
  input    = "web on ${each.key}"
}

output "clusters" {
  value = {
    for name, outcome in local.placed.outcomes :
    name => keys(outcome.decisions_by_cluster)
  }
}
