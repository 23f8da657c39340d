resource "multicluster_cluster" "all" {
  for_each = {
    eu-1 = { region = "eu", cpu = "40" }
    eu-2 = { region = "eu", cpu = "80" }
    us-1 = { region = "us", cpu = "16" }
  }
  name = each.key
  labels = {
    region                                          = each.value.region
    "cluster.open-cluster-management.io/clusterset" = "prod"
  }
  claims      = { "platform.open-cluster-management.io" = "aws" }
  allocatable = { cpu = each.value.cpu }
  taints      = each.key == "us-1" ? [{ key = "maintenance", effect = "NoSelect" }] : []
}

resource "multicluster_placement" "web" {
  name     = "web"
  clusters = provider::multicluster::compact_clusters(multicluster_cluster.all)
  ocm      = { cluster_sets = ["prod"], number_of_clusters = 2 }
}
