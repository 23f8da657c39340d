terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

data "multicluster_placement" "web" {
  manifests = [file("${path.module}/fleet.yaml")]
  now       = "2026-08-20T12:00:00Z" # when the file was written; without it, all heartbeats in it are old
  kubefleet = { placement_type = "PickN", number_of_clusters = 2 }
}

output "clusters" {
  value = keys(data.multicluster_placement.web.decisions_by_cluster)
}

output "what_if" {
  value = provider::multicluster::explain(provider::multicluster::place(merge(
    provider::multicluster::decode_placement(file("${path.module}/placement.yaml")),
    { manifests = [file("${path.module}/fleet.yaml")], now = "2026-08-20T12:00:00Z" },
  )))
}
