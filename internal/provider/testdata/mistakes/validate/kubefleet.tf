data "multicluster_placement" "kubefleet_type_lower_case" {
  clusters = local.fleet
  kubefleet = {
    placement_type = "pickAll" # error
  }
}

data "multicluster_placement" "kubefleet_type_other" {
  clusters = local.fleet
  kubefleet = {
    placement_type = "PickOne" # error
  }
}

data "multicluster_placement" "kubefleet_type_camel" {
  clusters = local.fleet
  kubefleet = {
    placementType = "PickAll" # error
  }
}

data "multicluster_placement" "kubefleet_type_only" {
  clusters = local.fleet
  kubefleet = {
    type = "PickAll" # error
  }
}

data "multicluster_placement" "kubefleet_policy" {
  clusters = local.fleet
  kubefleet = {
    policy = { placement_type = "PickAll" } # error
  }
}

data "multicluster_placement" "kubefleet_spec" {
  clusters = local.fleet
  kubefleet = {
    spec = { policy = { placement_type = "PickAll" } } # error
  }
}

data "multicluster_placement" "kubefleet_pick_n_no_number" {
  clusters = local.fleet
  kubefleet = { # error
    placement_type = "PickN"
  }
}

data "multicluster_placement" "kubefleet_pick_n_negative" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = -2 # error
  }
}

data "multicluster_placement" "kubefleet_pick_n_words" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = "two" # error
  }
}

data "multicluster_placement" "kubefleet_pick_n_camel" {
  clusters = local.fleet
  kubefleet = {
    placement_type   = "PickAll"
    numberOfClusters = 2 # error
  }
}

data "multicluster_placement" "kubefleet_pick_n_names" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    cluster_names      = ["eu-1"] # error
  }
}

data "multicluster_placement" "kubefleet_number_without_type" {
  clusters = local.fleet
  kubefleet = {
    number_of_clusters = 1 # error
  }
}

data "multicluster_placement" "kubefleet_pick_all_number" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickAll"
    number_of_clusters = 1 # error
  }
}

data "multicluster_placement" "kubefleet_pick_all_spread" {
  clusters = local.fleet
  kubefleet = {
    topology_spread_constraints = [{ topology_key = "region" }] # error
  }
}

data "multicluster_placement" "kubefleet_pick_all_names" {
  clusters = local.fleet
  kubefleet = {
    cluster_names = ["eu-1"] # error
  }
}

data "multicluster_placement" "kubefleet_pick_all_preferred" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = [{ weight = 1, preference = { label_selector = local.prod } }] } } # error
  }
}

data "multicluster_placement" "kubefleet_pick_fixed_names_text" {
  clusters = local.fleet
  kubefleet = {
    placement_type = "PickFixed"
    cluster_names  = "eu-1" # error
  }
}

data "multicluster_placement" "kubefleet_pick_fixed_upper_case" {
  clusters = local.fleet
  kubefleet = {
    placement_type = "PickFixed"
    cluster_names  = ["EU-1"] # error
  }
}

data "multicluster_placement" "kubefleet_pick_fixed_duplicate" {
  clusters = local.fleet
  kubefleet = {
    placement_type = "PickFixed"
    cluster_names  = ["eu-1", "eu-1"] # error
  }
}

data "multicluster_placement" "kubefleet_pick_fixed_objects" {
  clusters = local.fleet
  kubefleet = {
    placement_type = "PickFixed"
    cluster_names  = [{ name = "eu-1" }] # error
  }
}

data "multicluster_placement" "kubefleet_pick_fixed_clusters" {
  clusters = local.fleet
  kubefleet = {
    placement_type = "PickFixed"
    clusters       = ["eu-1"] # error
  }
}

data "multicluster_placement" "kubefleet_pick_fixed_affinity" {
  clusters = local.fleet
  kubefleet = {
    placement_type = "PickFixed"
    cluster_names  = ["eu-1"]
    affinity       = {} # error
  }
}

data "multicluster_placement" "kubefleet_pick_fixed_tolerations" {
  clusters = local.fleet
  kubefleet = {
    placement_type = "PickFixed"
    cluster_names  = ["eu-1"]
    tolerations    = [{ key = "gpu", operator = "Exists" }] # error
  }
}

data "multicluster_placement" "kubefleet_predicates" {
  clusters = local.fleet
  kubefleet = {
    predicates = [{ required_cluster_selector = { label_selector = local.prod } }] # error
  }
}

data "multicluster_placement" "kubefleet_cluster_sets" {
  clusters = local.fleet
  kubefleet = {
    cluster_sets = ["global"] # error
  }
}

data "multicluster_placement" "kubefleet_label_selector" {
  clusters = local.fleet
  kubefleet = {
    label_selector = local.prod # error
  }
}

data "multicluster_placement" "kubefleet_cluster_affinity" {
  clusters = local.fleet
  kubefleet = {
    cluster_affinity = {} # error
  }
}

data "multicluster_placement" "kubefleet_affinity_terms" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_selector_terms = [{ label_selector = local.prod }] } # error
  }
}

data "multicluster_placement" "kubefleet_affinity_label_selector" {
  clusters = local.fleet
  kubefleet = {
    affinity = { label_selector = local.prod } # error
  }
}

data "multicluster_placement" "kubefleet_affinity_camel" {
  clusters = local.fleet
  kubefleet = {
    affinity = { clusterAffinity = {} } # error
  }
}

data "multicluster_placement" "kubefleet_affinity_list" {
  clusters = local.fleet
  kubefleet = {
    affinity = [{ cluster_affinity = {} }] # error
  }
}

data "multicluster_placement" "kubefleet_node_affinity" {
  clusters = local.fleet
  kubefleet = {
    affinity = { node_affinity = {} } # error
  }
}

data "multicluster_placement" "kubefleet_required_camel" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { requiredDuringSchedulingIgnoredDuringExecution = { cluster_selector_terms = [] } } } # error
  }
}

data "multicluster_placement" "kubefleet_required_misspelt" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignore_during_execution = { cluster_selector_terms = [] } } } # error
  }
}

data "multicluster_placement" "kubefleet_required_short" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required = { cluster_selector_terms = [] } } } # error
  }
}

data "multicluster_placement" "kubefleet_required_list" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = [{ label_selector = local.prod }] } } # error
  }
}

data "multicluster_placement" "kubefleet_required_no_terms" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { label_selector = local.prod } } } # error
  }
}

data "multicluster_placement" "kubefleet_required_node_terms" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { node_selector_terms = [] } } } # error
  }
}

data "multicluster_placement" "kubefleet_required_empty" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = {} } } # error
  }
}

data "multicluster_placement" "kubefleet_terms_object" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = { label_selector = local.prod } } } } # error
  }
}

data "multicluster_placement" "kubefleet_term_match_labels" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ match_labels = { env = "prod" } }] } } } # error
  }
}

data "multicluster_placement" "kubefleet_term_camel" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ labelSelector = local.prod }] } } } # error
  }
}

data "multicluster_placement" "kubefleet_term_claims" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ claim_selector = { match_expressions = [] } }] } } } # error
  }
}

data "multicluster_placement" "kubefleet_term_sorter" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ property_sorter = { name = "kubernetes-fleet.io/node-count", sort_order = "Ascending" } }] } } } # error
  }
}

data "multicluster_placement" "kubefleet_property_operator" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ property_selector = { match_expressions = [{ name = "kubernetes-fleet.io/node-count", operator = ">=", values = ["3"] }] } }] } } } # error
  }
}

data "multicluster_placement" "kubefleet_property_operator_in" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ property_selector = { match_expressions = [{ name = "kubernetes-fleet.io/node-count", operator = "In", values = ["3"] }] } }] } } } # error
  }
}

data "multicluster_placement" "kubefleet_property_operator_case" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ property_selector = { match_expressions = [{ name = "kubernetes-fleet.io/node-count", operator = "ge", values = ["3"] }] } }] } } } # error
  }
}

data "multicluster_placement" "kubefleet_property_key" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ property_selector = { match_expressions = [{ key = "kubernetes-fleet.io/node-count", operator = "Ge", values = ["3"] }] } }] } } } # error
  }
}

data "multicluster_placement" "kubefleet_property_two_values" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ property_selector = { match_expressions = [{ name = "kubernetes-fleet.io/node-count", operator = "Ge", values = ["3", "4"] }] } }] } } } # error
  }
}

data "multicluster_placement" "kubefleet_property_no_values" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ property_selector = { match_expressions = [{ name = "kubernetes-fleet.io/node-count", operator = "Ge", values = [] }] } }] } } } # error
  }
}

data "multicluster_placement" "kubefleet_property_quantity" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ property_selector = { match_expressions = [{ name = "kubernetes-fleet.io/node-count", operator = "Ge", values = ["three"] }] } }] } } } # error
  }
}

data "multicluster_placement" "kubefleet_property_value" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ property_selector = { match_expressions = [{ name = "kubernetes-fleet.io/node-count", operator = "Ge", value = "3" }] } }] } } } # error
  }
}

data "multicluster_placement" "kubefleet_property_name" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ property_selector = { match_expressions = [{ name = "", operator = "Ge", values = ["3"] }] } }] } } } # error
  }
}

data "multicluster_placement" "kubefleet_preferred_selector_in_sorter" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    affinity           = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = [{ weight = 1, preference = { property_selector = { match_expressions = [] } } }] } } # error
  }
}

data "multicluster_placement" "kubefleet_preferred_object" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    affinity           = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = { weight = 1, preference = {} } } } # error
  }
}

data "multicluster_placement" "kubefleet_preferred_weight" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    affinity           = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = [{ weight = 101, preference = { label_selector = local.prod } }] } } # error
  }
}

data "multicluster_placement" "kubefleet_preferred_no_weight" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    affinity           = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = [{ preference = { label_selector = local.prod } }] } } # error
  }
}

data "multicluster_placement" "kubefleet_preferred_no_preference" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    affinity           = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = [{ weight = 10 }] } } # error
  }
}

data "multicluster_placement" "kubefleet_preferred_selector_too_high" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    affinity           = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = [{ weight = 10, label_selector = local.prod }] } } # error
  }
}

data "multicluster_placement" "kubefleet_preferred_weight_word" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    affinity           = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = [{ weight = "high", preference = { label_selector = local.prod } }] } } # error
  }
}

data "multicluster_placement" "kubefleet_sorter_order" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    affinity           = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = [{ weight = 10, preference = { property_sorter = { name = "kubernetes-fleet.io/node-count", sort_order = "asc" } } }] } } # error
  }
}

data "multicluster_placement" "kubefleet_sorter_order_missing" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    affinity           = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = [{ weight = 10, preference = { property_sorter = { name = "kubernetes-fleet.io/node-count" } } }] } } # error
  }
}

data "multicluster_placement" "kubefleet_sorter_key" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    affinity           = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = [{ weight = 10, preference = { property_sorter = { key = "kubernetes-fleet.io/node-count", sort_order = "Ascending" } } }] } } # error
  }
}

data "multicluster_placement" "kubefleet_spread_skew" {
  clusters = local.fleet
  kubefleet = {
    placement_type              = "PickN"
    number_of_clusters          = 1
    topology_spread_constraints = [{ max_skew = 0, topology_key = "region" }] # error
  }
}

data "multicluster_placement" "kubefleet_spread_key_missing" {
  clusters = local.fleet
  kubefleet = {
    placement_type              = "PickN"
    number_of_clusters          = 1
    topology_spread_constraints = [{ max_skew = 1 }] # error
  }
}

data "multicluster_placement" "kubefleet_spread_key_short" {
  clusters = local.fleet
  kubefleet = {
    placement_type              = "PickN"
    number_of_clusters          = 1
    topology_spread_constraints = [{ key = "region" }] # error
  }
}

data "multicluster_placement" "kubefleet_spread_when" {
  clusters = local.fleet
  kubefleet = {
    placement_type              = "PickN"
    number_of_clusters          = 1
    topology_spread_constraints = [{ topology_key = "region", when_unsatisfiable = "Ignore" }] # error
  }
}

data "multicluster_placement" "kubefleet_spread_camel" {
  clusters = local.fleet
  kubefleet = {
    placement_type              = "PickN"
    number_of_clusters          = 1
    topology_spread_constraints = [{ topologyKey = "region" }] # error
  }
}

data "multicluster_placement" "kubefleet_spread_singular" {
  clusters = local.fleet
  kubefleet = {
    placement_type             = "PickN"
    number_of_clusters         = 1
    topology_spread_constraint = { topology_key = "region" } # error
  }
}

data "multicluster_placement" "kubefleet_spread_object" {
  clusters = local.fleet
  kubefleet = {
    placement_type              = "PickN"
    number_of_clusters          = 1
    topology_spread_constraints = { topology_key = "region" } # error
  }
}

data "multicluster_placement" "kubefleet_spread_label_selector" {
  clusters = local.fleet
  kubefleet = {
    placement_type              = "PickN"
    number_of_clusters          = 1
    topology_spread_constraints = [{ topology_key = "region", label_selector = {} }] # error
  }
}

data "multicluster_placement" "kubefleet_toleration_seconds" {
  clusters = local.fleet
  kubefleet = {
    tolerations = [{ key = "gpu", operator = "Exists", toleration_seconds = 300 }] # error
  }
}

data "multicluster_placement" "kubefleet_toleration_effect" {
  clusters = local.fleet
  kubefleet = {
    tolerations = [{ key = "gpu", operator = "Exists", effect = "NoSelect" }] # error
  }
}

data "multicluster_placement" "kubefleet_toleration_no_execute" {
  clusters = local.fleet
  kubefleet = {
    tolerations = [{ key = "gpu", operator = "Exists", effect = "NoExecute" }] # error
  }
}

data "multicluster_placement" "kubefleet_toleration_exists_value" {
  clusters = local.fleet
  kubefleet = {
    tolerations = [{ key = "gpu", operator = "Exists", value = "a" }] # error
  }
}

data "multicluster_placement" "kubefleet_toleration_no_key" {
  clusters = local.fleet
  kubefleet = {
    tolerations = [{ value = "a" }] # error
  }
}

data "multicluster_placement" "kubefleet_toleration_duplicate" {
  clusters = local.fleet
  kubefleet = {
    tolerations = [{ key = "gpu", value = "a" }, { key = "gpu", operator = "Equal", value = "a" }] # error
  }
}

data "multicluster_placement" "kubefleet_strategy" {
  clusters = local.fleet
  kubefleet = {
    strategy = { type = "RollingUpdate" } # error
  }
}

data "multicluster_placement" "kubefleet_resource_selectors" {
  clusters = local.fleet
  kubefleet = {
    resource_selectors = [] # error
  }
}
