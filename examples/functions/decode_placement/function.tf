locals {
  placement = provider::multicluster::decode_placement(
    file("${path.module}/placement.yaml")
  )
}

resource "multicluster_placement" "web" {
  name = local.placement.name
  clusters = [
    { name = "eu-1", labels = { env = "prod" } },
    { name = "lab-1", labels = { env = "lab" } },
  ]
  ocm               = local.placement.ocm
  decision_strategy = local.placement.decision_strategy
}

output "web" {
  value = keys(multicluster_placement.web.decisions_by_cluster) # eu-1
}
