data "multicluster_placement" "root_no_dialect" { # error
  clusters = local.fleet
}

data "multicluster_placement" "root_two_dialects" {
  clusters  = local.fleet
  ocm       = {}
  kubefleet = {} # error
}

data "multicluster_placement" "root_three_dialects" {
  clusters  = local.fleet
  ocm       = {}
  kubefleet = {} # error
  hybrid    = {} # error
}

data "multicluster_placement" "root_name_upper_case" {
  clusters = local.fleet
  ocm      = {}
  name     = "Web" # error
}

data "multicluster_placement" "root_name_space" {
  clusters = local.fleet
  ocm      = {}
  name     = "web app" # error
}

data "multicluster_placement" "root_name_list" {
  clusters = local.fleet
  ocm      = {}
  name     = ["web"] # error
}

data "multicluster_placement" "root_namespace" {
  clusters  = local.fleet
  ocm       = {}
  namespace = "Apps" # error
}

data "multicluster_placement" "root_now_date" {
  clusters = local.fleet
  ocm      = {}
  now      = "2026-01-31" # error
}

data "multicluster_placement" "root_now_word" {
  clusters = local.fleet
  ocm      = {}
  now      = "now" # error
}

data "multicluster_placement" "root_now_format" {
  clusters = local.fleet
  ocm      = {}
  now      = formatdate("YYYY-MM-DD hh:mm", "2026-01-31T12:00:00Z") # error
}

data "multicluster_placement" "root_now_number" {
  clusters = local.fleet
  ocm      = {}
  now      = 1767225600 # error
}

data "multicluster_placement" "root_on_unsatisfied" {
  clusters       = local.fleet
  ocm            = {}
  on_unsatisfied = "warning" # error
}

data "multicluster_placement" "root_on_unsatisfied_case" {
  clusters       = local.fleet
  ocm            = {}
  on_unsatisfied = "Error" # error
}

data "multicluster_placement" "root_on_unsatisfied_bool" {
  clusters       = local.fleet
  ocm            = {}
  on_unsatisfied = false # error
}

data "multicluster_placement" "root_kind" {
  clusters = local.fleet
  hybrid   = {}
  kind     = "Cluster" # error
}

data "multicluster_placement" "root_kind_plural" {
  clusters = local.fleet
  hybrid   = {}
  kind     = "ManagedClusters" # error
}

data "multicluster_placement" "root_kind_ocm" {
  clusters = local.fleet
  ocm      = {}
  kind     = "ManagedCluster" # error
}

data "multicluster_placement" "root_placement_type" {
  clusters       = local.fleet
  ocm            = {}
  placement_type = "PickAll" # error
}

data "multicluster_placement" "root_number_of_clusters" {
  clusters           = local.fleet
  ocm                = {}
  number_of_clusters = 1 # error
}

data "multicluster_placement" "root_predicates" {
  clusters   = local.fleet
  ocm        = {}
  predicates = [] # error
}

data "multicluster_placement" "root_max_moves_of_resource" {
  clusters  = local.fleet
  ocm       = {}
  max_moves = 1 # error
}

data "multicluster_placement" "root_ocm_block" {
  clusters = local.fleet
  ocm { # error
    number_of_clusters = 1
  }
}

data "multicluster_placement" "root_cluster" {
  clusters = local.fleet
  ocm      = {}
  cluster  = [{ name = "eu-1" }] # error
}

data "multicluster_placement" "root_cluster_set" {
  clusters    = local.fleet
  ocm         = {}
  cluster_set = [] # error
}

data "multicluster_placement" "root_previous_decision" {
  clusters          = local.fleet
  ocm               = {}
  previous_decision = [] # error
}

data "multicluster_placement" "root_decisions" {
  clusters  = local.fleet
  ocm       = {}
  decisions = [] # error
}
