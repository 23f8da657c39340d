# For runs of HCP Terraform, and for other runs with plan and apply on different machines. Rename
# cloud.tf.example to cloud.tf to run it there.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

resource "multicluster_placement" "shop" {
  name      = "shop"
  manifests = [file("${path.module}/fleet.yaml")] # a file of the configuration, and part of the plan
  now       = plantimestamp()                     # the time of the plan, even if it is applied hours later

  ocm = {
    number_of_clusters = 2
    tolerations = [
      # An unreachable cluster keeps its workload for five minutes.
      { key = "cluster.open-cluster-management.io/unreachable", operator = "Exists", toleration_seconds = 300 },
    ]
  }

  max_moves = 1 # a run with auto-apply must not move everything
}

resource "terraform_data" "shop" {
  for_each = multicluster_placement.shop.decisions_by_cluster
  input    = "shop on ${each.key}"
}

output "clusters" {
  value = keys(terraform_data.shop)
}

# Runs show outputs: this one is for the approval. It has the moves and the decisions with their reasons.
output "why" {
  value = provider::multicluster::explain(multicluster_placement.shop)
}
