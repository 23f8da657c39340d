# What happens after the first apply: labels change, clusters leave, and max_moves limits
# the moves of one plan.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

variable "not_ready" {
  type        = set(string)
  default     = []
  description = "Clusters without the label ready, by mistake or during a repair."
}

variable "max_moves" {
  type    = string
  default = "1"
}

variable "on_exceeded" {
  type    = string
  default = "fail" # fails the plan with the list of the moves
}

resource "multicluster_cluster" "all" {
  for_each    = { a = 60, b = 50, c = 40, d = 30, e = 20, f = 10 }
  name        = each.key
  labels      = contains(var.not_ready, each.key) ? {} : { ready = "true" }
  allocatable = { cpu = each.value }
}

resource "multicluster_placement" "shop" {
  name     = "shop"
  clusters = provider::multicluster::compact_clusters(multicluster_cluster.all)

  ocm = {
    number_of_clusters = 3
    predicates = [{
      required_cluster_selector = {
        label_selector = { match_labels = { ready = "true" } }
      }
    }]
    prioritizer_policy = {
      mode = "Exact"
      configurations = [
        { score_coordinate = { built_in = "ResourceAllocatableCPU" }, weight = 1 },
        # stay, unless a cluster no longer matches
        { score_coordinate = { built_in = "Steady" }, weight = 3 },
      ]
    }
  }

  max_moves   = var.max_moves
  on_exceeded = var.on_exceeded
}

resource "terraform_data" "shop" {
  for_each = multicluster_placement.shop.decisions_by_cluster
  input    = "shop on ${each.key}"
}

# What moved with the last change, and why. The plan shows it, too.
output "moves" {
  value = multicluster_placement.shop.moves
}

output "clusters" {
  value = keys(terraform_data.shop)
}
