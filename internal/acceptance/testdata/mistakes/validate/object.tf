resource "multicluster_cluster" "upper_case" {
  name = "EU-1" # error: name: found "EU-1": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.',
}

resource "multicluster_cluster" "no_name" { # error: The argument "name" is required, but no definition was found
  labels = { env = "prod" }
}

resource "multicluster_cluster" "taint_attribute" {
  name   = "eu-1"
  taints = [{ key = "gpu", efect = "NoSelect" }] # error: taints[0].efect: unsupported attribute; did you mean "effect"?
}

resource "multicluster_cluster" "taint_object" {
  name   = "eu-1"
  taints = { key = "gpu", effect = "NoSelect" } # error: Inappropriate value for attribute "taints": list of map of string required
}

resource "multicluster_cluster" "taint_effect" {
  name = "eu-1"
  taints = [
    { key = "gpu", effect = "NoSelect" },
    { key = "old", effect = "NoExecute" }, # error: taints[1].effect: found "NoExecute": must be one of "NoSelect", "PreferNoSelect", "NoSelectIfNew"
  ]
}

resource "multicluster_cluster" "taint_time" {
  name   = "eu-1"
  taints = [{ key = "gpu", effect = "NoSelect", time_added = "yesterday" }] # error: taints[0].time_added: found "yesterday"; it must be a time of RFC 3339, such as "2026-01-31T12:00:00Z"
}

resource "multicluster_cluster" "label" {
  name   = "eu-1"
  labels = { env = "not legal" } # error: labels["env"]: found "not legal": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or
}

resource "multicluster_cluster" "labels_list" {
  name   = "eu-1"
  labels = ["env=prod"] # error: Inappropriate value for attribute "labels": map of string required
}

resource "multicluster_cluster" "lables" {
  name   = "eu-1"
  lables = { env = "prod" } # error: An argument named "lables" is not expected here. Did you mean "labels"?
}

resource "multicluster_cluster" "agent" {
  name = "eu-1"
  agent = {
    online = true
    healty = { status = "True" } # error: agent.healty: unsupported attribute; did you mean "healthy"?
  }
}

resource "multicluster_cluster" "agent_status" {
  name = "eu-1"
  agent = {
    joined = { status = "yes" } # error: agent.joined.status: found "yes": must be one of "True", "False", "Unknown"
  }
}

resource "multicluster_cluster" "quantity" {
  name        = "eu-1"
  allocatable = { memory = "64 GiB" } # error: allocatable["memory"]: found "64 GiB"; it must be a quantity: a number with an optional suffix such as m, k, M, G, Ki, Mi or Gi; did you mean "64Gi"?
}

resource "multicluster_cluster" "kind" {
  name = "eu-1"
  kind = "managed" # error: kind: found "managed": must be one of "ManagedCluster", "MemberCluster"
}

resource "multicluster_cluster" "deleting" {
  name     = "eu-1"
  deleting = "soon" # error: Inappropriate value for attribute "deleting": a bool is required
}

resource "multicluster_cluster_set" "selector_misspelt" {
  name          = "prod"
  selector_type = "LabelSelector"
  label_selector = {
    match_label = { env = "prod" } # error: label_selector.match_label: unsupported attribute; did you mean "match_labels"?
  }
}

resource "multicluster_cluster_set" "selector_bare" {
  name           = "prod"
  selector_type  = "LabelSelector"
  label_selector = { env = "prod" } # error: label_selector.env: unsupported attribute; labels belong in match_labels, such as label_selector = { match_labels = { env = "prod" } }.
}

resource "multicluster_cluster_set" "selector_type" {
  name          = "prod"
  selector_type = "Label" # error: selector_type: found "Label": must be one of "ExclusiveClusterSetLabel", "LabelSelector"
}

resource "multicluster_cluster_set" "selector_text" {
  name           = "prod"
  selector_type  = "LabelSelector"
  label_selector = "env=prod" # error: label_selector: found a string; it must be an object
}

resource "multicluster_cluster_set" "selector_without_type" {
  name           = "prod"
  label_selector = { match_labels = { env = "prod" } } # error: label_selector: a set of this selector_type does not use it; to select by labels, set selector_type = "LabelSelector"
}

resource "multicluster_cluster_set" "clusters" {
  name     = "prod"
  clusters = ["eu-1"] # error: clusters[0]: found a string; it must be an object
}

resource "multicluster_cluster_set" "clusters_misspelt" {
  name = "prod"
  clusters = [
    { name = "eu-1", lables = {} }, # error: clusters[0].lables: unsupported attribute; did you mean "labels"?
  ]
}

resource "multicluster_cluster_set_binding" "no_namespace" { # error: The argument "namespace" is required, but no definition was found
  name = "prod"
}

resource "multicluster_cluster_set_binding" "cluster_set" {
  name        = "prod"
  namespace   = "apps"
  cluster_set = "prod" # error: Cannot set value for this attribute as the provider has marked it as read-only
}

resource "multicluster_cluster_set_binding" "namespace" {
  name      = "prod"
  namespace = "Apps" # error: namespace: found "Apps": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.',
}

resource "multicluster_cluster_score" "value" {
  cluster = "eu-1"
  name    = "cpu"
  scores  = [{ name = "free", value = 101 }] # error: scores[0].value: found 101: must be between -100 and 100
}

resource "multicluster_cluster_score" "map" {
  cluster = "eu-1"
  name    = "cpu"
  scores  = { free = 50 } # error: scores: found an object; it must be a list of objects, such as [{ name = "free", value = 50 }]
}

resource "multicluster_cluster_score" "score" {
  cluster = "eu-1"
  name    = "cpu"
  scores  = [{ name = "free", score = 50 }] # error: scores[0].score: unsupported attribute
}

resource "multicluster_cluster_score" "none" { # error: The argument "scores" is required, but no definition was found
  cluster = "eu-1"
  name    = "cpu"
}

resource "multicluster_cluster_score" "valid_until" {
  cluster     = "eu-1"
  name        = "cpu"
  scores      = [{ name = "free", value = 50 }]
  valid_until = "in 5 minutes" # error: valid_until: found "in 5 minutes"; it must be a time of RFC 3339, such as "2026-01-31T12:00:00Z"
}
