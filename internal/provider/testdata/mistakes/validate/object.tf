resource "multicluster_cluster" "upper_case" {
  name = "EU-1" # error
}

resource "multicluster_cluster" "no_name" { # error
  labels = { env = "prod" }
}

resource "multicluster_cluster" "taint_attribute" {
  name   = "eu-1"
  taints = [{ key = "gpu", efect = "NoSelect" }] # error
}

resource "multicluster_cluster" "taint_object" {
  name   = "eu-1"
  taints = { key = "gpu", effect = "NoSelect" } # error
}

resource "multicluster_cluster" "taint_effect" {
  name = "eu-1"
  taints = [
    { key = "gpu", effect = "NoSelect" },
    { key = "old", effect = "NoExecute" }, # error
  ]
}

resource "multicluster_cluster" "taint_time" {
  name   = "eu-1"
  taints = [{ key = "gpu", effect = "NoSelect", time_added = "yesterday" }] # error
}

resource "multicluster_cluster" "label" {
  name   = "eu-1"
  labels = { env = "not legal" } # error
}

resource "multicluster_cluster" "labels_list" {
  name   = "eu-1"
  labels = ["env=prod"] # error
}

resource "multicluster_cluster" "lables" {
  name   = "eu-1"
  lables = { env = "prod" } # error
}

resource "multicluster_cluster" "agent" {
  name = "eu-1"
  agent = {
    online = true
    healty = { status = "True" } # error
  }
}

resource "multicluster_cluster" "agent_status" {
  name = "eu-1"
  agent = {
    joined = { status = "yes" } # error
  }
}

resource "multicluster_cluster" "quantity" {
  name        = "eu-1"
  allocatable = { memory = "64 GiB" } # error
}

resource "multicluster_cluster" "kind" {
  name = "eu-1"
  kind = "managed" # error
}

resource "multicluster_cluster" "deleting" {
  name     = "eu-1"
  deleting = "soon" # error
}

resource "multicluster_cluster_set" "selector_misspelt" {
  name          = "prod"
  selector_type = "LabelSelector"
  label_selector = {
    match_label = { env = "prod" } # error
  }
}

resource "multicluster_cluster_set" "selector_bare" {
  name           = "prod"
  selector_type  = "LabelSelector"
  label_selector = { env = "prod" } # error
}

resource "multicluster_cluster_set" "selector_type" {
  name          = "prod"
  selector_type = "Label" # error
}

resource "multicluster_cluster_set" "selector_text" {
  name           = "prod"
  selector_type  = "LabelSelector"
  label_selector = "env=prod" # error
}

resource "multicluster_cluster_set" "selector_without_type" {
  name           = "prod"
  label_selector = { match_labels = { env = "prod" } } # error
}

resource "multicluster_cluster_set" "clusters" {
  name     = "prod"
  clusters = ["eu-1"] # error
}

resource "multicluster_cluster_set" "clusters_misspelt" {
  name = "prod"
  clusters = [
    { name = "eu-1", lables = {} }, # error
  ]
}

resource "multicluster_cluster_set_binding" "no_namespace" { # error
  name = "prod"
}

resource "multicluster_cluster_set_binding" "cluster_set" {
  name        = "prod"
  namespace   = "apps"
  cluster_set = "prod" # error
}

resource "multicluster_cluster_set_binding" "namespace" {
  name      = "prod"
  namespace = "Apps" # error
}

resource "multicluster_cluster_score" "value" {
  cluster = "eu-1"
  name    = "cpu"
  scores  = [{ name = "free", value = 101 }] # error
}

resource "multicluster_cluster_score" "map" {
  cluster = "eu-1"
  name    = "cpu"
  scores  = { free = 50 } # error
}

resource "multicluster_cluster_score" "score" {
  cluster = "eu-1"
  name    = "cpu"
  scores  = [{ name = "free", score = 50 }] # error
}

resource "multicluster_cluster_score" "none" { # error
  cluster = "eu-1"
  name    = "cpu"
}

resource "multicluster_cluster_score" "valid_until" {
  cluster     = "eu-1"
  name        = "cpu"
  scores      = [{ name = "free", value = 50 }]
  valid_until = "in 5 minutes" # error
}
