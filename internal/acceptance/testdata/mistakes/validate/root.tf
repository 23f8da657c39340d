data "multicluster_placement" "root_no_dialect" { # error: ocm: no scheduler is configured; set one of ocm, kubefleet, hybrid
  clusters = local.fleet
}

data "multicluster_placement" "root_two_dialects" {
  clusters  = local.fleet
  ocm       = {}
  kubefleet = {} # error: kubefleet: ocm is also set; a placement has exactly one of them
}

data "multicluster_placement" "root_three_dialects" {
  clusters  = local.fleet
  ocm       = {}
  kubefleet = {} # error: kubefleet: ocm is also set; a placement has exactly one of them
  hybrid    = {} # error: hybrid: ocm is also set; a placement has exactly one of them
}

data "multicluster_placement" "root_name_upper_case" {
  clusters = local.fleet
  ocm      = {}
  name     = "Web" # error: name: found "Web": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.',
}

data "multicluster_placement" "root_name_space" {
  clusters = local.fleet
  ocm      = {}
  name     = "web app" # error: name: found "web app": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or
}

data "multicluster_placement" "root_name_list" {
  clusters = local.fleet
  ocm      = {}
  name     = ["web"] # error: Inappropriate value for attribute "name": string required
}

data "multicluster_placement" "root_namespace" {
  clusters  = local.fleet
  ocm       = {}
  namespace = "Apps" # error: namespace: found "Apps": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.',
}

data "multicluster_placement" "root_now_date" {
  clusters = local.fleet
  ocm      = {}
  now      = "2026-01-31" # error: now: found "2026-01-31"; it must be a time of RFC 3339, such as "2026-01-31T12:00:00Z"
}

data "multicluster_placement" "root_now_word" {
  clusters = local.fleet
  ocm      = {}
  now      = "now" # error: now: found "now"; it must be a time of RFC 3339, such as "2026-01-31T12:00:00Z"
}

data "multicluster_placement" "root_now_format" {
  clusters = local.fleet
  ocm      = {}
  now      = formatdate("YYYY-MM-DD hh:mm", "2026-01-31T12:00:00Z") # error: now: found "2026-01-31 12:00"; it must be a time of RFC 3339, such as "2026-01-31T12:00:00Z"
}

data "multicluster_placement" "root_now_number" {
  clusters = local.fleet
  ocm      = {}
  now      = 1767225600 # error: now: found "1767225600"; it must be a time of RFC 3339, such as "2026-01-31T12:00:00Z"
}

data "multicluster_placement" "root_on_unsatisfied" {
  clusters       = local.fleet
  ocm            = {}
  on_unsatisfied = "warning" # error: on_unsatisfied: found "warning": must be one of "error", "warn", "accept"
}

data "multicluster_placement" "root_on_unsatisfied_case" {
  clusters       = local.fleet
  ocm            = {}
  on_unsatisfied = "Error" # error: on_unsatisfied: found "Error": must be one of "error", "warn", "accept"; did you mean "error"?
}

data "multicluster_placement" "root_on_unsatisfied_bool" {
  clusters       = local.fleet
  ocm            = {}
  on_unsatisfied = false # error: on_unsatisfied: found "false": must be one of "error", "warn", "accept"
}

data "multicluster_placement" "root_kind" {
  clusters = local.fleet
  hybrid   = {}
  kind     = "Cluster" # error: kind: found "Cluster": must be one of "ManagedCluster", "MemberCluster"
}

data "multicluster_placement" "root_kind_plural" {
  clusters = local.fleet
  hybrid   = {}
  kind     = "ManagedClusters" # error: kind: found "ManagedClusters": must be one of "ManagedCluster", "MemberCluster"; did you mean "ManagedCluster"?
}

data "multicluster_placement" "root_kind_ocm" {
  clusters = local.fleet
  ocm      = {}
  kind     = "ManagedCluster" # error: kind: found "ManagedCluster": only hybrid supports it; ocm always chooses from clusters of kind ManagedCluster
}

data "multicluster_placement" "root_placement_type" {
  clusters       = local.fleet
  ocm            = {}
  placement_type = "PickAll" # error: An argument named "placement_type" is not expected here
}

data "multicluster_placement" "root_number_of_clusters" {
  clusters           = local.fleet
  ocm                = {}
  number_of_clusters = 1 # error: An argument named "number_of_clusters" is not expected here
}

data "multicluster_placement" "root_predicates" {
  clusters   = local.fleet
  ocm        = {}
  predicates = [] # error: An argument named "predicates" is not expected here
}

data "multicluster_placement" "root_max_moves_of_resource" {
  clusters  = local.fleet
  ocm       = {}
  max_moves = 1 # error: An argument named "max_moves" is not expected here
}

data "multicluster_placement" "root_ocm_block" {
  clusters = local.fleet
  ocm { # error: Blocks of type "ocm" are not expected here. Did you mean to define argument "ocm"? If so, use the equals sign
    number_of_clusters = 1
  }
}

data "multicluster_placement" "root_cluster" {
  clusters = local.fleet
  ocm      = {}
  cluster  = [{ name = "eu-1" }] # error: An argument named "cluster" is not expected here
}

data "multicluster_placement" "root_cluster_set" {
  clusters    = local.fleet
  ocm         = {}
  cluster_set = [] # error: An argument named "cluster_set" is not expected here. Did you mean "cluster_sets"?
}

data "multicluster_placement" "root_previous_decision" {
  clusters          = local.fleet
  ocm               = {}
  previous_decision = [] # error: An argument named "previous_decision" is not expected here. Did you mean "previous_decisions"?
}

data "multicluster_placement" "root_decisions" {
  clusters  = local.fleet
  ocm       = {}
  decisions = [] # error: decisions: the provider computes this attribute; remove it from the configuration
}
