resource "multicluster_cluster" "all" {
  for_each = {
    eu-1 = { labels = { env = "prod", tier = "canary" }, memory = "160Gi" }
    eu-2 = { labels = { env = "prod" }, memory = "320Gi" }
    us-1 = { labels = { env = "prod" }, memory = "64Gi" }
    us-2 = { labels = { env = "dev" }, memory = "384Gi" }
  }
  name        = each.key
  labels      = each.value.labels
  allocatable = { memory = each.value.memory }
}

resource "multicluster_placement" "web" {
  name     = "web"
  clusters = provider::multicluster::compact_clusters(multicluster_cluster.all)

  ocm = {
    number_of_clusters = 2
    predicates = [{
      required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } }
    }]
    prioritizer_policy = {
      configurations = [
        { score_coordinate = { built_in = "ResourceAllocatableMemory" } },
        # staying matters more than free memory
        { score_coordinate = { built_in = "Steady" }, weight = 3 },
      ]
    }
  }

  # A plan fails if more than half of the clusters would lose the workload.
  max_moves = "50%"

  # Where the workload runs before the placement is created or imported.
  previous_decisions = [{ cluster_name = "eu-1" }, { cluster_name = "eu-2" }]
}

# One instance for each decision, known in the first plan.
resource "terraform_data" "release" {
  for_each = multicluster_placement.web.decisions_by_cluster
  input    = "web on ${each.key}"
}
