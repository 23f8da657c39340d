resource "multicluster_cluster" "all" {
  for_each = {
    eu-1 = "eu"
    eu-2 = "eu"
    eu-3 = "eu"
    us-1 = "us"
    us-2 = "us"
    us-3 = "us"
  }

  name   = each.key
  labels = { region = each.value }
}

resource "multicluster_placements" "teams" {
  name     = "teams"
  clusters = provider::multicluster::compact_clusters(multicluster_cluster.all)

  # previous_decisions is where the workload already runs, for placements that are new in
  # the map or imported; [] is nowhere.
  placements = {
    # Decided together, these use different clusters; each alone would choose the same.
    search = {
      ocm                = { number_of_clusters = 1 }
      previous_decisions = [{ cluster_name = "eu-3" }]
    }
    shop = { ocm = { number_of_clusters = 2 }, previous_decisions = [] }
    web = {
      ocm                = { number_of_clusters = 2 }
      previous_decisions = []
      max_moves          = 1
      with_labels        = ["region"]
    }
  }

  # A plan fails if all placements together would lose more than three clusters.
  max_moves = 3
}

# One instance for each decision of each placement, known in the first plan.
resource "terraform_data" "release" {
  for_each = merge([
    for key, outcome in multicluster_placements.teams.outcomes : {
      for cluster, decision in outcome.decisions_by_cluster :
      "${key}/${cluster}" => decision
    }
  ]...)
  input = each.key
}
