# A fixed list, with checks: a cluster that is missing or not healthy fails the plan.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

data "multicluster_placement" "dns" {
  manifests = [file("${path.module}/fleet.yaml")]
  now       = "2026-08-20T12:00:00Z"

  kubefleet = {
    placement_type = "PickFixed"
    cluster_names  = ["hub-east", "hub-west"]
  }
}

output "clusters" {
  value = data.multicluster_placement.dns.decisions[*].cluster_name
}
