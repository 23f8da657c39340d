provider "multicluster" {
  alias = "eu"
  hub = {
    config_path    = "~/.kube/config"
    config_context = "hub-eu"
    kind           = "ManagedCluster"
  }
}

provider "multicluster" {
  alias = "us"
  hub = {
    config_path    = "~/.kube/config"
    config_context = "hub-us"
    kind           = "ManagedCluster"
  }
}

resource "multicluster_cluster_set" "eu" {
  provider       = multicluster.eu
  name           = "production-eu"
  selector_type  = "LabelSelector"
  label_selector = { match_labels = { env = "production-eu" } }
}

resource "multicluster_cluster_set" "us" {
  provider       = multicluster.us
  name           = "production-us"
  selector_type  = "LabelSelector"
  label_selector = { match_labels = { env = "production-us" } }
}

data "multicluster_clusters" "eu" {
  provider       = multicluster.eu
  label_selector = { match_labels = { env = "production-eu" } }
}

data "multicluster_clusters" "us" {
  provider       = multicluster.us
  label_selector = { match_labels = { env = "production-us" } }
}

output "clusters" {
  value = {
    eu = data.multicluster_clusters.eu.names
    us = data.multicluster_clusters.us.names
  }
}
