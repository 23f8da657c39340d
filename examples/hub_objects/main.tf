provider "multicluster" {
  hub = {
    config_path = "~/.kube/config"
    kind        = "ManagedCluster"
  }
}

# The cluster has joined already. Terraform manages one label and one taint.
import {
  to = multicluster_cluster.ap_1
  id = "ap-1"
}

resource "multicluster_cluster" "ap_1" {
  name               = "ap-1"
  hub_accepts_client = true
  labels             = { region = "ap" }
  taints             = [{ key = "maintenance", effect = "NoSelect" }]
}

resource "multicluster_cluster_set" "ap" {
  name           = "ap"
  selector_type  = "LabelSelector"
  label_selector = { match_labels = { region = "ap" } }
}

resource "multicluster_cluster_set_binding" "ap" {
  name      = multicluster_cluster_set.ap.name
  namespace = "ap-apps"
}

resource "multicluster_cluster_score" "ap_1" {
  cluster = multicluster_cluster.ap_1.name
  name    = "usage"
  scores  = [{ name = "cpuratio", value = 20 }]
}
