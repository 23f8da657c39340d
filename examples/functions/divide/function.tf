variable "replicas" {
  type    = number
  default = 30
}

locals {
  clusters = [
    {
      name        = "eu-1"
      labels      = { tier = "canary" }
      allocatable = { memory = "80Gi" }
    },
    {
      name        = "eu-2"
      allocatable = { memory = "240Gi" }
    },
    {
      name        = "us-1"
      allocatable = { memory = "160Gi" }
    },
  ]

  placed = provider::multicluster::place({
    clusters = local.clusters
    ocm      = {}
    decision_strategy = {
      group_strategy = {
        decision_groups = [{
          group_name = "canary"
          group_cluster_selector = {
            label_selector = { match_labels = { tier = "canary" } }
          }
        }]
      }
    }
  })

  # In proportion to the memory of the clusters, each at least 2, and all canaries
  # together at most 3.
  replicas = provider::multicluster::divide(var.replicas, local.placed, {
    available    = "memory"
    clusters     = local.clusters
    minimum      = 2
    group_bounds = { canary = { maximum = 3 } }
  })
}

resource "terraform_data" "web" {
  for_each = local.replicas
  input    = { cluster = each.key, replicas = each.value }
}

output "replicas" {
  value = local.replicas
}
