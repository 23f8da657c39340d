resource "multicluster_cluster" "all" {
  for_each = { eu-1 = "eu", us-1 = "us" }

  name   = each.key
  labels = { region = each.value }
}

output "managed_clusters" {
  value = provider::multicluster::encode_clusters(multicluster_cluster.all, "ocm")
}

output "member_clusters" {
  value = provider::multicluster::encode_clusters(
    [{ name = "eu-1", labels = { region = "eu" } }],
    "kubefleet"
  )
}
