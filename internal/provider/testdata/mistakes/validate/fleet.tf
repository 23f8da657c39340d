data "multicluster_placement" "fleet_sets_names" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = ["prod"] # error
}

data "multicluster_placement" "fleet_sets_object" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = { name = "prod" } # error
}

data "multicluster_placement" "fleet_sets_type" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = [{ name = "prod", selector_type = "labels" }] # error
}

data "multicluster_placement" "fleet_sets_type_nested" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = [{ name = "prod", cluster_selector = { selector_type = "LabelSelector", label_selector = local.prod } }] # error
}

data "multicluster_placement" "fleet_sets_selector_misspelt" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = [{ name = "prod", selector_type = "LabelSelector", label_selectors = local.prod }] # error
}

data "multicluster_placement" "fleet_sets_selector_bare" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = [{ name = "prod", selector_type = "LabelSelector", label_selector = { env = "prod" } }] # error
}

data "multicluster_placement" "fleet_sets_selector_operator" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = [{ name = "prod", selector_type = "LabelSelector", label_selector = { match_expressions = [{ key = "a", operator = "Is" }] } }] # error
}

data "multicluster_placement" "fleet_sets_selector_without_type" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = [{ name = "prod", label_selector = local.prod }] # error
}

data "multicluster_placement" "fleet_sets_no_name" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = [{ selector_type = "LabelSelector" }] # error
}

data "multicluster_placement" "fleet_sets_upper_case" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = [{ name = "Prod" }] # error
}

data "multicluster_placement" "fleet_sets_duplicate" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = [{ name = "prod" }, { name = "prod" }] # error
}

data "multicluster_placement" "fleet_sets_members" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = [{ name = "prod", clusters = ["eu-1"] }] # error
}

data "multicluster_placement" "fleet_bindings_names" {
  clusters             = local.fleet
  ocm                  = {}
  cluster_set_bindings = ["prod"] # error
}

data "multicluster_placement" "fleet_bindings_set" {
  clusters             = local.fleet
  ocm                  = {}
  cluster_set_bindings = [{ cluster_set = "prod", namespace = "apps" }] # error
}

data "multicluster_placement" "fleet_bindings_no_namespace" {
  clusters             = local.fleet
  ocm                  = {}
  cluster_set_bindings = [{ name = "prod" }] # error
}

data "multicluster_placement" "fleet_bindings_camel" {
  clusters             = local.fleet
  ocm                  = {}
  cluster_set_bindings = [{ clusterSet = "prod", namespace = "apps" }] # error
}

data "multicluster_placement" "fleet_scores_flat" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster = "eu-1", name = "cpu", value = 50 }] # error
}

data "multicluster_placement" "fleet_scores_map" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster = "eu-1", name = "cpu", scores = { free = 50 } }] # error
}

data "multicluster_placement" "fleet_scores_value" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster = "eu-1", name = "cpu", scores = [{ name = "free", value = 101 }] }] # error
}

data "multicluster_placement" "fleet_scores_value_fraction" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster = "eu-1", name = "cpu", scores = [{ name = "free", value = 0.7 }] }] # error
}

data "multicluster_placement" "fleet_scores_value_missing" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster = "eu-1", name = "cpu", scores = [{ name = "free" }] }] # error
}

data "multicluster_placement" "fleet_scores_score" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster = "eu-1", name = "cpu", scores = [{ name = "free", score = 7 }] }] # error
}

data "multicluster_placement" "fleet_scores_duplicate" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster = "eu-1", name = "cpu", scores = [{ name = "free", value = 7 }, { name = "free", value = 8 }] }] # error
}

data "multicluster_placement" "fleet_scores_object_twice" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster = "eu-1", name = "cpu", scores = [] }, { cluster = "eu-1", name = "cpu", scores = [] }] # error
}

data "multicluster_placement" "fleet_scores_cluster_name" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster_name = "eu-1", name = "cpu", scores = [] }] # error
}

data "multicluster_placement" "fleet_scores_until" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster = "eu-1", name = "cpu", scores = [], valid_until = "tomorrow" }] # error
}

data "multicluster_placement" "fleet_scores_until_camel" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster = "eu-1", name = "cpu", scores = [], validUntil = "2026-01-01T00:00:00Z" }] # error
}

data "multicluster_placement" "fleet_decisions_names" {
  clusters            = local.fleet
  ocm                 = {}
  placement_decisions = ["eu-1"] # error
}

data "multicluster_placement" "fleet_decisions_decisions" {
  clusters            = local.fleet
  ocm                 = {}
  placement_decisions = [{ decisions = [{ cluster_name = "eu-1" }] }] # error
}

data "multicluster_placement" "fleet_decisions_clusters_text" {
  clusters            = local.fleet
  ocm                 = {}
  placement_decisions = [{ clusters = "eu-1" }] # error
}

data "multicluster_placement" "fleet_previous_names" {
  clusters           = local.fleet
  ocm                = {}
  previous_decisions = ["eu-1"] # error
}

data "multicluster_placement" "fleet_previous_cluster" {
  clusters           = local.fleet
  ocm                = {}
  previous_decisions = [{ cluster = "eu-1" }] # error
}

data "multicluster_placement" "fleet_previous_name" {
  clusters           = local.fleet
  ocm                = {}
  previous_decisions = [{ name = "eu-1" }] # error
}

data "multicluster_placement" "fleet_previous_duplicate" {
  clusters           = local.fleet
  ocm                = {}
  previous_decisions = [{ cluster_name = "eu-1" }, { cluster_name = "eu-1" }] # error
}

data "multicluster_placement" "fleet_previous_score" {
  clusters           = local.fleet
  ocm                = {}
  previous_decisions = [{ cluster_name = "eu-1", score = "high" }] # error
}

data "multicluster_placement" "fleet_previous_binding_state" {
  clusters           = local.fleet
  kubefleet          = {}
  previous_decisions = [{ cluster_name = "eu-1", binding = { state = "bound" } }] # error
}

data "multicluster_placement" "fleet_previous_one" {
  clusters           = local.fleet
  ocm                = {}
  previous_decisions = { cluster_name = "eu-1" } # error
}

data "multicluster_placement" "fleet_manifests_text" {
  manifests = "fleet.yaml" # error
  ocm       = {}
}

data "multicluster_placement" "fleet_manifest_singular" {
  manifest = ["{}"] # error
  ocm      = {}
}
