# The placement stays the YAML that it is on the hub, kept in Git. A pull request that changes it, or the fleet, gets a
# comment with the new decisions and their reasons before anything is merged.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

locals {
  placement = provider::multicluster::decode_placement(file("${path.module}/placement.yaml"))
}

# What the file does not have is null: it may be of any of the three dialects.
resource "multicluster_placement" "shop" {
  name              = local.placement.name
  namespace         = local.placement.namespace
  manifests         = [file("${path.module}/fleet.yaml")]
  ocm               = local.placement.ocm
  kubefleet         = local.placement.kubefleet
  hybrid            = local.placement.hybrid
  decision_strategy = local.placement.decision_strategy
}

resource "terraform_data" "shop" {
  for_each = multicluster_placement.shop.decisions_by_cluster
  input    = "shop on ${each.key}"
}

# For the pull request: terraform output -raw explanation, or jq -r .planned_values.outputs.explanation.value on the
# output of terraform show -json plan.out.
output "explanation" {
  value = provider::multicluster::explain(multicluster_placement.shop)
}

# The placement as the hub would take it, in one spelling whoever wrote the file.
output "yaml" {
  value = provider::multicluster::encode_placement(multicluster_placement.shop)
}

# A test cannot call functions of a provider in OpenTofu, but it can look at outputs.
output "round_trip" {
  value = provider::multicluster::decode_placement(provider::multicluster::encode_placement(local.placement)) == local.placement
}
