# A plan that a pipeline checks before it is applied, and explains on the pull request.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

variable "maintenance" {
  type        = set(string)
  default     = []
  description = "Clusters that no new workload goes to."
}

locals {
  taints = [{ key = "maintenance", effect = "NoSelect" }]
  clusters = [
    for name, memory in { eu-1 = "160Gi", eu-2 = "320Gi", us-1 = "64Gi", us-2 = "96Gi" } :
    { name = name, allocatable = { memory = memory }, taints = contains(var.maintenance, name) ? local.taints : [] }
  ]
}

resource "multicluster_placement" "shop" {
  name     = "shop"
  clusters = local.clusters
  ocm = {
    number_of_clusters = 2
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "ResourceAllocatableMemory" } }] }
  }
  max_moves = 2
}

# For the comment on the pull request.
output "explanation" {
  value = provider::multicluster::explain(multicluster_placement.shop)
}
