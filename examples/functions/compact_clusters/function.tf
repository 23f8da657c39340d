resource "multicluster_cluster" "all" {
  for_each = { eu-1 = "eu", eu-2 = "eu", us-1 = "us" }

  name   = each.key
  labels = { region = each.value }
}

resource "multicluster_placement" "web" {
  name     = "web"
  clusters = provider::multicluster::compact_clusters(multicluster_cluster.all)
  ocm      = { number_of_clusters = 2 }
}

output "clusters" {
  value = keys(multicluster_placement.web.decisions_by_cluster)
}
