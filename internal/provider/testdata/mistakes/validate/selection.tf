data "multicluster_clusters" "label_selector_bare" {
  manifests      = []
  label_selector = { env = "prod" } # error
}

data "multicluster_clusters" "label_selector_camel" {
  manifests = []
  label_selector = {
    matchLabels = { env = "prod" } # error
  }
}

data "multicluster_clusters" "label_selector_operator" {
  manifests = []
  label_selector = {
    match_expressions = [{ key = "env", operator = "in", values = ["prod"] }] # error
  }
}

data "multicluster_clusters" "claim_selector" {
  manifests = []
  claim_selector = {
    match_labels = { platform = "AWS" } # error
  }
}

data "multicluster_clusters" "cel_selector" {
  manifests    = []
  cel_selector = "true" # error
}

data "multicluster_clusters" "cel_expression" {
  manifests = []
  cel_selector = {
    cel_expressions = ["managedCluster.name =="] # error
  }
}

data "multicluster_clusters" "kind" {
  manifests = []
  kind      = "Cluster" # error
}

data "multicluster_clusters" "required_cluster_selector" {
  manifests                 = []
  required_cluster_selector = {} # error
}

data "multicluster_clusters" "cluster_sets" {
  manifests    = []
  cluster_sets = [{ name = "prod" }] # error
}

data "multicluster_clusters" "clusters" {
  clusters = local.fleet # error
}
