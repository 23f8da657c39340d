terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

variable "drained" {
  description = "The clusters to take the workload from: they get a taint."
  type        = set(string)
  default     = []
}

variable "max_moves" {
  description = "How many clusters a plan may take the workload from; more are an error."
  type        = number
  default     = 1
}

locals {
  fleet = {
    eu-1 = { tier = "canary", memory = "160Gi" }
    eu-2 = { tier = "canary", memory = "320Gi" }
    eu-3 = { tier = "prod", memory = "512Gi" }
    us-1 = { tier = "prod", memory = "448Gi" }
    us-2 = { tier = "prod", memory = "96Gi" }
    dev  = { tier = "dev", memory = "640Gi" }
  }
  clusters = [for name, c in local.fleet : {
    name        = name
    labels      = { tier = c.tier }
    allocatable = { memory = c.memory }
    capacity    = { memory = c.memory }
    taints = contains(var.drained, name) ? [{
      key    = "maintenance"
      effect = "NoSelect"
    }] : []
  }]
}

# Three clusters for the shop, those with the most free memory first, as Open Cluster
# Management chooses them.
resource "multicluster_placement" "shop" {
  name      = "shop"
  clusters  = local.clusters
  max_moves = var.max_moves

  ocm = {
    number_of_clusters = 3
    predicates = [{ required_cluster_selector = { label_selector = {
      match_expressions = [{ key = "tier", operator = "In", values = ["prod", "canary"] }]
    } } }]
    prioritizer_policy = {
      configurations = [{
        score_coordinate = { built_in = "ResourceAllocatableMemory" }
        weight           = 2
      }]
    }
  }
}

# One release for each decision: the plan creates and destroys it with the decision.
resource "terraform_data" "release" {
  for_each = multicluster_placement.shop.decisions_by_cluster
  input    = "shop on ${each.key}"
}

output "decisions" {
  description = "Where the shop runs, the best cluster first, and why."
  value = {
    for d in multicluster_placement.shop.decisions : d.cluster_name => d.reason
  }
}

output "moves" {
  description = "What the last change moved, and why."
  value       = multicluster_placement.shop.moves
}
