locals {
  clusters = [
    {
      name        = "eu-1"
      labels      = { env = "prod" }
      allocatable = { memory = "160Gi" }
    },
    {
      name        = "eu-2"
      labels      = { env = "prod" }
      allocatable = { memory = "320Gi" }
    },
    {
      name        = "us-1"
      labels      = { env = "prod" }
      allocatable = { memory = "64Gi" }
    },
    {
      name        = "us-2"
      labels      = { env = "dev" }
      allocatable = { memory = "384Gi" }
    },
  ]
}

data "multicluster_placement" "web" {
  clusters = local.clusters

  ocm = {
    number_of_clusters = 2
    predicates = [{
      required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } }
    }]
    prioritizer_policy = {
      configurations = [{
        score_coordinate = { built_in = "ResourceAllocatableMemory" }
        weight           = 2
      }]
    }
  }
}

# One instance for each decision, known in the first plan.
resource "terraform_data" "release" {
  for_each = data.multicluster_placement.web.decisions_by_cluster
  input    = "web on ${each.key}"
}
