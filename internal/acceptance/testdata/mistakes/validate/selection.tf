data "multicluster_clusters" "label_selector_bare" {
  manifests      = []
  label_selector = { env = "prod" } # error: label_selector.env: unsupported attribute; labels belong in match_labels, such as label_selector = { match_labels = { env = "prod" } }.
}

data "multicluster_clusters" "label_selector_camel" {
  manifests = []
  label_selector = {
    matchLabels = { env = "prod" } # error: label_selector.matchLabels: unsupported attribute; did you mean "match_labels"?
  }
}

data "multicluster_clusters" "label_selector_operator" {
  manifests = []
  label_selector = {
    match_expressions = [{ key = "env", operator = "in", values = ["prod"] }] # error: label_selector.match_expressions[0].operator: found "in": must be one of "In", "NotIn", "Exists", "DoesNotExist"; did you mean "In"?
  }
}

data "multicluster_clusters" "claim_selector" {
  manifests = []
  claim_selector = {
    match_labels = { platform = "AWS" } # error: claim_selector.match_labels: unsupported attribute; match_labels is an attribute of label_selector
  }
}

data "multicluster_clusters" "cel_selector" {
  manifests    = []
  cel_selector = "true" # error: cel_selector: found a string; it must be an object
}

data "multicluster_clusters" "cel_expression" {
  manifests = []
  cel_selector = {
    cel_expressions = ["managedCluster.name =="] # error: cel_selector.cel_expressions[0]: found "managedCluster.name ==": compilation failed: ERROR: <input>:1:23: Syntax error: mismatched input
  }
}

data "multicluster_clusters" "kind" {
  manifests = []
  kind      = "Cluster" # error: kind: found "Cluster": must be one of "ManagedCluster", "MemberCluster"
}

data "multicluster_clusters" "required_cluster_selector" {
  manifests                 = []
  required_cluster_selector = {} # error: An argument named "required_cluster_selector" is not expected here
}

data "multicluster_clusters" "cluster_sets" {
  manifests    = []
  cluster_sets = [{ name = "prod" }] # error: Inappropriate value for attribute "cluster_sets": element 0: string required
}

data "multicluster_clusters" "clusters" {
  clusters = local.fleet # error: Inappropriate value for attribute "clusters": element 0: attributes "agent", "allocatable", "annotations",
}
