provider "multicluster" {
  hub = {
    config_path = "~/.kube/config"
    # config_context = "hub"
    kind = "ManagedCluster" # for a hub that has MemberClusters, too
  }
}

data "multicluster_clusters" "production" {
  label_selector = { match_labels = { env = "production" } }
}

output "clusters" {
  value = data.multicluster_clusters.production.names
}
