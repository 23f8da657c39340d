data "multicluster_placement" "fleet_sets_names" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = ["prod"] # error: cluster_sets[0]: found a string; it must be an object
}

data "multicluster_placement" "fleet_sets_object" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = { name = "prod" } # error: cluster_sets: found an object; it must be a list of objects, such as [{ name = "prod" }]
}

data "multicluster_placement" "fleet_sets_type" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = [{ name = "prod", selector_type = "labels" }] # error: cluster_sets[0].selector_type: found "labels": must be one of "ExclusiveClusterSetLabel", "LabelSelector"
}

data "multicluster_placement" "fleet_sets_type_nested" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = [{ name = "prod", cluster_selector = { selector_type = "LabelSelector", label_selector = local.prod } }] # error: cluster_sets[0].cluster_selector: unsupported attribute
}

data "multicluster_placement" "fleet_sets_selector_misspelt" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = [{ name = "prod", selector_type = "LabelSelector", label_selectors = local.prod }] # error: cluster_sets[0].label_selectors: unsupported attribute; did you mean "label_selector"?
}

data "multicluster_placement" "fleet_sets_selector_bare" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = [{ name = "prod", selector_type = "LabelSelector", label_selector = { env = "prod" } }] # error: cluster_sets[0].label_selector.env: unsupported attribute; labels belong in match_labels, such as label_selector = { match_labels = { env = "prod" } }.
}

data "multicluster_placement" "fleet_sets_selector_operator" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = [{ name = "prod", selector_type = "LabelSelector", label_selector = { match_expressions = [{ key = "a", operator = "Is" }] } }] # error: cluster_sets[0].label_selector.match_expressions[0].operator: found "Is": must be one of "In", "NotIn", "Exists", "DoesNotExist"; did you mean "In"?
}

data "multicluster_placement" "fleet_sets_selector_without_type" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = [{ name = "prod", label_selector = local.prod }] # error: cluster_sets[0].label_selector: a set of this selector_type does not use it; to select by labels, set selector_type = "LabelSelector"
}

data "multicluster_placement" "fleet_sets_no_name" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = [{ selector_type = "LabelSelector" }] # error: cluster_sets[0].name: the attribute must be set
}

data "multicluster_placement" "fleet_sets_upper_case" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = [{ name = "Prod" }] # error: cluster_sets[0].name: found "Prod": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.',
}

data "multicluster_placement" "fleet_sets_duplicate" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = [{ name = "prod" }, { name = "prod" }] # error: cluster_sets[1].name: found "prod": cluster_sets[0] already has this name
}

data "multicluster_placement" "fleet_sets_members" {
  clusters     = local.fleet
  ocm          = {}
  cluster_sets = [{ name = "prod", clusters = ["eu-1"] }] # error: cluster_sets[0].clusters: unsupported attribute
}

data "multicluster_placement" "fleet_bindings_names" {
  clusters             = local.fleet
  ocm                  = {}
  cluster_set_bindings = ["prod"] # error: cluster_set_bindings[0]: found a string; it must be an object
}

data "multicluster_placement" "fleet_bindings_set" {
  clusters             = local.fleet
  ocm                  = {}
  cluster_set_bindings = [{ cluster_set = "prod", namespace = "apps" }] # error: cluster_set_bindings[0].cluster_set: unsupported attribute
}

data "multicluster_placement" "fleet_bindings_no_namespace" {
  clusters             = local.fleet
  ocm                  = {}
  cluster_set_bindings = [{ name = "prod" }] # error: cluster_set_bindings[0].namespace: the attribute must be set
}

data "multicluster_placement" "fleet_bindings_camel" {
  clusters             = local.fleet
  ocm                  = {}
  cluster_set_bindings = [{ clusterSet = "prod", namespace = "apps" }] # error: cluster_set_bindings[0].clusterSet: unsupported attribute
}

data "multicluster_placement" "fleet_scores_flat" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster = "eu-1", name = "cpu", value = 50 }] # error: scores[0].value: unsupported attribute; value belongs in scores[0].scores[0].value
}

data "multicluster_placement" "fleet_scores_map" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster = "eu-1", name = "cpu", scores = { free = 50 } }] # error: scores[0].scores: found an object; it must be a list of objects, such as [{ name = "free", value = 50 }]
}

data "multicluster_placement" "fleet_scores_value" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster = "eu-1", name = "cpu", scores = [{ name = "free", value = 101 }] }] # error: scores[0].scores[0].value: found 101: must be between -100 and 100
}

data "multicluster_placement" "fleet_scores_value_fraction" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster = "eu-1", name = "cpu", scores = [{ name = "free", value = 0.7 }] }] # error: scores[0].scores[0].value: found 0.7; it must be a whole number
}

data "multicluster_placement" "fleet_scores_value_missing" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster = "eu-1", name = "cpu", scores = [{ name = "free" }] }] # error: scores[0].scores[0].value: the attribute must be set
}

data "multicluster_placement" "fleet_scores_score" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster = "eu-1", name = "cpu", scores = [{ name = "free", score = 7 }] }] # error: scores[0].scores[0].score: unsupported attribute
}

data "multicluster_placement" "fleet_scores_duplicate" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster = "eu-1", name = "cpu", scores = [{ name = "free", value = 7 }, { name = "free", value = 8 }] }] # error: scores[0].scores[1].name: found "free": scores[0].scores[0] has this name already
}

data "multicluster_placement" "fleet_scores_object_twice" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster = "eu-1", name = "cpu", scores = [] }, { cluster = "eu-1", name = "cpu", scores = [] }] # error: scores[1].name: found "eu-1/cpu": scores[0] already has this name
}

data "multicluster_placement" "fleet_scores_cluster_name" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster_name = "eu-1", name = "cpu", scores = [] }] # error: scores[0].cluster_name: unsupported attribute
}

data "multicluster_placement" "fleet_scores_until" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster = "eu-1", name = "cpu", scores = [], valid_until = "tomorrow" }] # error: scores[0].valid_until: found "tomorrow"; it must be a time of RFC 3339, such as "2026-01-31T12:00:00Z"
}

data "multicluster_placement" "fleet_scores_until_camel" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster = "eu-1", name = "cpu", scores = [], validUntil = "2026-01-01T00:00:00Z" }] # error: scores[0].validUntil: unsupported attribute; did you mean "valid_until"?
}

data "multicluster_placement" "fleet_decisions_names" {
  clusters            = local.fleet
  ocm                 = {}
  placement_decisions = ["eu-1"] # error: placement_decisions[0]: found a string; it must be an object
}

data "multicluster_placement" "fleet_decisions_decisions" {
  clusters            = local.fleet
  ocm                 = {}
  placement_decisions = [{ decisions = [{ cluster_name = "eu-1" }] }] # error: placement_decisions[0].decisions: unsupported attribute
}

data "multicluster_placement" "fleet_decisions_clusters_text" {
  clusters            = local.fleet
  ocm                 = {}
  placement_decisions = [{ clusters = "eu-1" }] # error: placement_decisions[0].clusters: found a string; it must be a list of strings, such as ["eu-1"]
}

data "multicluster_placement" "fleet_previous_names" {
  clusters           = local.fleet
  ocm                = {}
  previous_decisions = ["eu-1"] # error: previous_decisions[0]: found a string; it must be an object
}

data "multicluster_placement" "fleet_previous_cluster" {
  clusters           = local.fleet
  ocm                = {}
  previous_decisions = [{ cluster = "eu-1" }] # error: previous_decisions[0].cluster: unsupported attribute
}

data "multicluster_placement" "fleet_previous_name" {
  clusters           = local.fleet
  ocm                = {}
  previous_decisions = [{ name = "eu-1" }] # error: previous_decisions[0].name: unsupported attribute
}

data "multicluster_placement" "fleet_previous_duplicate" {
  clusters           = local.fleet
  ocm                = {}
  previous_decisions = [{ cluster_name = "eu-1" }, { cluster_name = "eu-1" }] # error: previous_decisions[1].cluster_name: found "eu-1": previous_decisions[0] already has this name
}

data "multicluster_placement" "fleet_previous_score" {
  clusters           = local.fleet
  ocm                = {}
  previous_decisions = [{ cluster_name = "eu-1", score = "high" }] # error: previous_decisions[0].score: found "high"; it must be a number
}

data "multicluster_placement" "fleet_previous_binding_state" {
  clusters           = local.fleet
  kubefleet          = {}
  previous_decisions = [{ cluster_name = "eu-1", binding = { state = "bound" } }] # error: previous_decisions[0].binding.state: found "bound": must be one of "Scheduled", "Bound", "Unscheduled"; did you mean "Bound"?
}

data "multicluster_placement" "fleet_previous_one" {
  clusters           = local.fleet
  ocm                = {}
  previous_decisions = { cluster_name = "eu-1" } # error: previous_decisions: found an object; it must be a list of objects, such as [{ cluster_name = "eu-1" }]
}

data "multicluster_placement" "fleet_manifests_text" {
  manifests = "fleet.yaml" # error: Inappropriate value for attribute "manifests": list of string required
  ocm       = {}
}

data "multicluster_placement" "fleet_manifest_singular" {
  manifest = ["{}"] # error: An argument named "manifest" is not expected here. Did you mean "manifests"?
  ocm      = {}
}

data "multicluster_placement" "fleet_bindings_upper_case" {
  clusters             = local.fleet
  ocm                  = {}
  cluster_set_bindings = [{ name = "prod", namespace = "Apps" }] # error: cluster_set_bindings[0].namespace: found "Apps": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.',
}

data "multicluster_placement" "fleet_bindings_empty" {
  clusters             = local.fleet
  ocm                  = {}
  cluster_set_bindings = [{ name = "", namespace = "apps" }] # error: cluster_set_bindings[0].name: the name must not be empty
}

data "multicluster_placement" "fleet_scores_upper_case" {
  clusters = local.fleet
  ocm      = {}
  scores   = [{ cluster = "EU-1", name = "cpu", scores = [] }] # error: scores[0].cluster: found "EU-1": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.',
}

data "multicluster_placement" "fleet_bindings_binding" {
  clusters             = local.fleet
  ocm                  = {}
  cluster_set_bindings = [{ name = "prod", namespaces = ["apps"] }] # error: cluster_set_bindings[0].namespaces: unsupported attribute; did you mean "namespace"?
}

data "multicluster_placement" "fleet_offers_twice" {
  clusters = local.fleet
  ocm      = {}
  offers   = [{ name = "new" }, { name = "new" }] # error: offers[1].name: found "new": offers[0] already has this name
}

data "multicluster_placement" "fleet_offers_misspelt" {
  clusters = local.fleet
  ocm      = {}
  offers   = [{ name = "new", label = {} }] # error: offers[0].label: unsupported attribute; did you mean "labels"?
}
