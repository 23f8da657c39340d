# A plan that policies check before it is applied, and that explains itself on the pull
# request.
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
    for name, memory in {
      eu-1 = "160Gi"
      eu-2 = "320Gi"
      eu-3 = "32Gi"
      us-1 = "64Gi"
      us-2 = "96Gi"
      us-3 = "32Gi"
      } : {
      name        = name
      labels      = { region = split("-", name)[0] }
      allocatable = { memory = memory }
      taints      = contains(var.maintenance, name) ? local.taints : []
    }
  ]
  shop = {
    number_of_clusters = 2
    prioritizer_policy = {
      configurations = [{ score_coordinate = { built_in = "ResourceAllocatableMemory" } }]
    }
  }
}

resource "multicluster_placement" "shop" {
  name        = "shop"
  clusters    = local.clusters
  ocm         = local.shop
  max_moves   = 2
  with_labels = ["region"] # the policies compare the regions before and after
}

# What the policies know about failures. It takes values: with a reference to the
# placement, Terraform would read it during apply.
data "multicluster_resilience" "all" {
  clusters        = local.clusters
  placements      = [{ name = "shop", ocm = local.shop }]
  failure_domains = { labels = ["region"] }
}

# Checks warn where a policy denies. They see the values of the plan, and not what was
# before.
check "shop" {
  assert {
    condition     = length(multicluster_placement.shop.moves.left) <= 1
    error_message = "The last change took the workload from more than one cluster."
  }
  assert {
    condition     = data.multicluster_resilience.all.bottleneck_count == 0
    error_message = "Not every region and not every cluster may fail."
  }
}

# For the comment on the pull request.
output "explanation" {
  value = provider::multicluster::explain(multicluster_placement.shop)
}
