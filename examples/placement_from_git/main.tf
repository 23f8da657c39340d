# The placement is the YAML of the hub, kept in Git. A pull request that changes it, or
# the fleet, gets a comment with the new decisions and their reasons before anything is
# merged.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

locals {
  placement = provider::multicluster::decode_placement(
    file("${path.module}/placement.yaml")
  )
}

# Attributes that the file does not set are null, so it can be of any of the three
# schedulers.
resource "multicluster_placement" "shop" {
  name              = local.placement.name
  namespace         = local.placement.namespace
  manifests         = [file("${path.module}/fleet.yaml")]
  ocm               = local.placement.ocm
  kubefleet         = local.placement.kubefleet
  hybrid            = local.placement.hybrid
  decision_strategy = local.placement.decision_strategy

  # The rest of an object of KubeFleet, for the output yaml.
  resource_selectors     = local.placement.resource_selectors
  strategy               = local.placement.strategy
  revision_history_limit = local.placement.revision_history_limit
  status_reporting_scope = local.placement.status_reporting_scope

  with_report = true # so that the comment lists every cluster of the fleet
}

resource "terraform_data" "shop" {
  for_each = multicluster_placement.shop.decisions_by_cluster
  input    = "shop on ${each.key}"
}

# For the pull request: terraform output -raw explanation, or jq -r
# .planned_values.outputs.explanation.value on the output of terraform show -json
# plan.out.
output "explanation" {
  value = provider::multicluster::explain(multicluster_placement.shop)
}

# The placement as YAML for the hub, always formatted the same.
output "yaml" {
  value = provider::multicluster::encode_placement(multicluster_placement.shop)
}

# In OpenTofu a test cannot call provider functions, but it can read outputs.
output "round_trip" {
  value = provider::multicluster::decode_placement(
    provider::multicluster::encode_placement(local.placement)
  ) == local.placement
}
