# For runs of HCP Terraform, and for other runs with plan and apply on different machines.
# Rename cloud.tf.example to cloud.tf to run it there.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

# In the provider, because the arguments of a resource are in every plan and in the state.
provider "multicluster" {
  manifests = [file("${path.module}/fleet.yaml")] # a file of the configuration
}

locals {
  shop = {
    number_of_clusters = 2
    tolerations = [
      # An unreachable cluster keeps its workload for five minutes.
      {
        key                = "cluster.open-cluster-management.io/unreachable"
        operator           = "Exists"
        toleration_seconds = 300
      },
    ]
  }
}

resource "multicluster_placement" "shop" {
  name      = "shop"
  now       = plantimestamp() # the time of the plan, even if it is applied hours later
  ocm       = local.shop
  max_moves = 1 # a run with auto-apply must not move everything
}

# For health assessments. Their plans only refresh: the resource does not decide, and this
# data source does, from the decisions that the resource has. Through a local, because
# Terraform would read it during apply otherwise.
locals {
  decisions = multicluster_placement.shop.decisions
  moves = merge(
    data.multicluster_placement.next.moves.left,
    data.multicluster_placement.next.moves.joined
  )
}

data "multicluster_placement" "next" {
  name               = "shop"
  ocm                = local.shop
  previous_decisions = local.decisions
  on_unsatisfied     = "warn"
}

check "shop_stays" {
  assert {
    condition = length(local.moves) == 0
    error_message = join("\n", concat(["The next plan moves shop:"], [
      for cluster, reason in local.moves : "${cluster}: ${reason}"
    ]))
  }
}

resource "terraform_data" "shop" {
  for_each = multicluster_placement.shop.decisions_by_cluster
  input    = "shop on ${each.key}"
}

output "clusters" {
  value = keys(terraform_data.shop)
}

# Runs show outputs: this one is for the approval. It has the moves and the decisions with
# their reasons.
output "why" {
  value = provider::multicluster::explain(multicluster_placement.shop)
}
