data "multicluster_placement" "kubefleet_type_lower_case" {
  clusters = local.fleet
  kubefleet = {
    placement_type = "pickAll" # error: kubefleet.placement_type: found "pickAll": must be one of "PickAll", "PickN", "PickFixed"; did you mean "PickAll"?
  }
}

data "multicluster_placement" "kubefleet_type_other" {
  clusters = local.fleet
  kubefleet = {
    placement_type = "PickOne" # error: kubefleet.placement_type: found "PickOne": must be one of "PickAll", "PickN", "PickFixed"; did you mean "PickN"?
  }
}

data "multicluster_placement" "kubefleet_type_camel" {
  clusters = local.fleet
  kubefleet = {
    placementType = "PickAll" # error: kubefleet.placementType: unsupported attribute; did you mean "placement_type"?
  }
}

data "multicluster_placement" "kubefleet_type_only" {
  clusters = local.fleet
  kubefleet = {
    type = "PickAll" # error: kubefleet.type: unsupported attribute
  }
}

data "multicluster_placement" "kubefleet_policy" {
  clusters = local.fleet
  kubefleet = {
    policy = { placement_type = "PickAll" } # error: kubefleet.policy: unsupported attribute
  }
}

data "multicluster_placement" "kubefleet_spec" {
  clusters = local.fleet
  kubefleet = {
    spec = { policy = { placement_type = "PickAll" } } # error: kubefleet.spec: unsupported attribute
  }
}

data "multicluster_placement" "kubefleet_pick_n_no_number" {
  clusters = local.fleet
  kubefleet = { # error: kubefleet.number_of_clusters: PickN chooses a number of clusters: set it, for example number_of_clusters = 3; to choose all, set
    placement_type = "PickN"
  }
}

data "multicluster_placement" "kubefleet_pick_n_negative" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = -2 # error: kubefleet.number_of_clusters: found -2: must not be negative
  }
}

data "multicluster_placement" "kubefleet_pick_n_words" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = "two" # error: kubefleet.number_of_clusters: found "two"; it must be a number
  }
}

data "multicluster_placement" "kubefleet_pick_n_camel" {
  clusters = local.fleet
  kubefleet = {
    placement_type   = "PickAll"
    numberOfClusters = 2 # error: kubefleet.numberOfClusters: unsupported attribute; did you mean "number_of_clusters"?
  }
}

data "multicluster_placement" "kubefleet_pick_n_names" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    cluster_names      = ["eu-1"] # error: kubefleet.cluster_names: placement_type is PickN; to choose clusters by name, set placement_type = "PickFixed"
  }
}

data "multicluster_placement" "kubefleet_number_without_type" {
  clusters = local.fleet
  kubefleet = {
    number_of_clusters = 1 # error: kubefleet.number_of_clusters: placement_type is not set, which means PickAll; to choose a number of clusters, set placement_type = "PickN"
  }
}

data "multicluster_placement" "kubefleet_pick_all_number" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickAll"
    number_of_clusters = 1 # error: kubefleet.number_of_clusters: placement_type is PickAll; to choose a number of clusters, set placement_type = "PickN"
  }
}

data "multicluster_placement" "kubefleet_pick_all_spread" {
  clusters = local.fleet
  kubefleet = {
    topology_spread_constraints = [{ topology_key = "region" }] # error: kubefleet.topology_spread_constraints: placement_type is not set, which means PickAll; to spread clusters over the values of a label, set
  }
}

data "multicluster_placement" "kubefleet_pick_all_names" {
  clusters = local.fleet
  kubefleet = {
    cluster_names = ["eu-1"] # error: kubefleet.cluster_names: placement_type is not set, which means PickAll; to choose clusters by name, set placement_type = "PickFixed"
  }
}

data "multicluster_placement" "kubefleet_pick_all_preferred" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = [{ weight = 1, preference = { label_selector = local.prod } }] } } # error: kubefleet.affinity.cluster_affinity.preferred_during_scheduling_ignored_during_execution: placement_type is not set, which means PickAll; to prefer clusters, set placement_type = "PickN"
  }
}

data "multicluster_placement" "kubefleet_pick_fixed_names_text" {
  clusters = local.fleet
  kubefleet = {
    placement_type = "PickFixed"
    cluster_names  = "eu-1" # error: kubefleet.cluster_names: found a string; it must be a list of strings, such as ["eu-1"]
  }
}

data "multicluster_placement" "kubefleet_pick_fixed_upper_case" {
  clusters = local.fleet
  kubefleet = {
    placement_type = "PickFixed"
    cluster_names  = ["EU-1"] # error: kubefleet.cluster_names[0]: found "EU-1": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.',
  }
}

data "multicluster_placement" "kubefleet_pick_fixed_duplicate" {
  clusters = local.fleet
  kubefleet = {
    placement_type = "PickFixed"
    cluster_names  = ["eu-1", "eu-1"] # error: kubefleet.cluster_names[1]: found "eu-1": cluster_names[0] already has this value
  }
}

data "multicluster_placement" "kubefleet_pick_fixed_objects" {
  clusters = local.fleet
  kubefleet = {
    placement_type = "PickFixed"
    cluster_names  = [{ name = "eu-1" }] # error: kubefleet.cluster_names[0]: found an object; it must be a string
  }
}

data "multicluster_placement" "kubefleet_pick_fixed_clusters" {
  clusters = local.fleet
  kubefleet = {
    placement_type = "PickFixed"
    clusters       = ["eu-1"] # error: kubefleet.clusters: unsupported attribute; clusters belongs beside kubefleet
  }
}

data "multicluster_placement" "kubefleet_pick_fixed_affinity" {
  clusters = local.fleet
  kubefleet = {
    placement_type = "PickFixed"
    cluster_names  = ["eu-1"]
    affinity       = {} # error: kubefleet.affinity: placement_type is PickFixed; to choose clusters by labels or properties, set placement_type = "PickAll" or
  }
}

data "multicluster_placement" "kubefleet_pick_fixed_tolerations" {
  clusters = local.fleet
  kubefleet = {
    placement_type = "PickFixed"
    cluster_names  = ["eu-1"]
    tolerations    = [{ key = "gpu", operator = "Exists" }] # error: kubefleet.tolerations: placement_type is PickFixed; remove it: a placement of this type ignores taints
  }
}

data "multicluster_placement" "kubefleet_predicates" {
  clusters = local.fleet
  kubefleet = {
    predicates = [{ required_cluster_selector = { label_selector = local.prod } }] # error: kubefleet.predicates: unsupported attribute; predicates is an attribute of ocm
  }
}

data "multicluster_placement" "kubefleet_cluster_sets" {
  clusters = local.fleet
  kubefleet = {
    cluster_sets = ["global"] # error: kubefleet.cluster_sets: unsupported attribute; cluster_sets is an attribute of ocm
  }
}

data "multicluster_placement" "kubefleet_label_selector" {
  clusters = local.fleet
  kubefleet = {
    label_selector = local.prod # error: kubefleet.label_selector: unsupported attribute; label_selector belongs in
  }
}

data "multicluster_placement" "kubefleet_cluster_affinity" {
  clusters = local.fleet
  kubefleet = {
    cluster_affinity = {} # error: kubefleet.cluster_affinity: unsupported attribute; cluster_affinity belongs in kubefleet.affinity.cluster_affinity
  }
}

data "multicluster_placement" "kubefleet_affinity_terms" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_selector_terms = [{ label_selector = local.prod }] } # error: kubefleet.affinity.cluster_selector_terms: unsupported attribute; cluster_selector_terms belongs in
  }
}

data "multicluster_placement" "kubefleet_affinity_label_selector" {
  clusters = local.fleet
  kubefleet = {
    affinity = { label_selector = local.prod } # error: kubefleet.affinity.label_selector: unsupported attribute; label_selector belongs in
  }
}

data "multicluster_placement" "kubefleet_affinity_camel" {
  clusters = local.fleet
  kubefleet = {
    affinity = { clusterAffinity = {} } # error: kubefleet.affinity.clusterAffinity: unsupported attribute; did you mean "cluster_affinity"?
  }
}

data "multicluster_placement" "kubefleet_affinity_list" {
  clusters = local.fleet
  kubefleet = {
    affinity = [{ cluster_affinity = {} }] # error: kubefleet.affinity: found a list; it must be an object
  }
}

data "multicluster_placement" "kubefleet_node_affinity" {
  clusters = local.fleet
  kubefleet = {
    affinity = { node_affinity = {} } # error: kubefleet.affinity.node_affinity: unsupported attribute
  }
}

data "multicluster_placement" "kubefleet_required_camel" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { requiredDuringSchedulingIgnoredDuringExecution = { cluster_selector_terms = [] } } } # error: kubefleet.affinity.cluster_affinity.requiredDuringSchedulingIgnoredDuringExecution: unsupported attribute; did you mean "required_during_scheduling_ignored_during_execution"?
  }
}

data "multicluster_placement" "kubefleet_required_misspelt" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignore_during_execution = { cluster_selector_terms = [] } } } # error: kubefleet.affinity.cluster_affinity.required_during_scheduling_ignore_during_execution: unsupported attribute; did you mean "required_during_scheduling_ignored_during_execution"?
  }
}

data "multicluster_placement" "kubefleet_required_short" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required = { cluster_selector_terms = [] } } } # error: kubefleet.affinity.cluster_affinity.required: unsupported attribute
  }
}

data "multicluster_placement" "kubefleet_required_list" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = [{ label_selector = local.prod }] } } # error: kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution: found a list; it must be an object
  }
}

data "multicluster_placement" "kubefleet_required_no_terms" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { label_selector = local.prod } } } # error: kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution.label_selector: unsupported attribute; label_selector belongs in
  }
}

data "multicluster_placement" "kubefleet_required_node_terms" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { node_selector_terms = [] } } } # error: kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution.node_selector_terms: unsupported attribute
  }
}

data "multicluster_placement" "kubefleet_required_empty" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = {} } } # error: kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution.cluster_selector_terms: the attribute must be set
  }
}

data "multicluster_placement" "kubefleet_terms_object" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = { label_selector = local.prod } } } } # error: kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution.cluster_selector_terms: found an object; it must be a list of objects, such as [{ ... }]
  }
}

data "multicluster_placement" "kubefleet_term_match_labels" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ match_labels = { env = "prod" } }] } } } # error: kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution.cluster_selector_terms[0].match_labels: unsupported attribute; match_labels belongs in
  }
}

data "multicluster_placement" "kubefleet_term_camel" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ labelSelector = local.prod }] } } } # error: kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution.cluster_selector_terms[0].labelSelector: unsupported attribute; did you mean "label_selector"?
  }
}

data "multicluster_placement" "kubefleet_term_claims" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ claim_selector = { match_expressions = [] } }] } } } # error: kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution.cluster_selector_terms[0].claim_selector: unsupported attribute
  }
}

data "multicluster_placement" "kubefleet_term_sorter" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ property_sorter = { name = "kubernetes-fleet.io/node-count", sort_order = "Ascending" } }] } } } # error: kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution.cluster_selector_terms[0].property_sorter: only a preferred term can sort: move it to preferred_during_scheduling_ignored_during_execution
  }
}

data "multicluster_placement" "kubefleet_property_operator" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ property_selector = { match_expressions = [{ name = "kubernetes-fleet.io/node-count", operator = ">=", values = ["3"] }] } }] } } } # error: kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution.cluster_selector_terms[0].property_selector.match_expressions[0].operator: found ">=": must be one of "Gt", "Ge", "Eq", "Ne", "Lt", "Le"
  }
}

data "multicluster_placement" "kubefleet_property_operator_in" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ property_selector = { match_expressions = [{ name = "kubernetes-fleet.io/node-count", operator = "In", values = ["3"] }] } }] } } } # error: kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution.cluster_selector_terms[0].property_selector.match_expressions[0].operator: found "In": must be one of "Gt", "Ge", "Eq", "Ne", "Lt", "Le"
  }
}

data "multicluster_placement" "kubefleet_property_operator_case" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ property_selector = { match_expressions = [{ name = "kubernetes-fleet.io/node-count", operator = "ge", values = ["3"] }] } }] } } } # error: kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution.cluster_selector_terms[0].property_selector.match_expressions[0].operator: found "ge": must be one of "Gt", "Ge", "Eq", "Ne", "Lt", "Le"; did you mean "Ge"?
  }
}

data "multicluster_placement" "kubefleet_property_key" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ property_selector = { match_expressions = [{ key = "kubernetes-fleet.io/node-count", operator = "Ge", values = ["3"] }] } }] } } } # error: kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution.cluster_selector_terms[0].property_selector.match_expressions[0].key: unsupported attribute
  }
}

data "multicluster_placement" "kubefleet_property_two_values" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ property_selector = { match_expressions = [{ name = "kubernetes-fleet.io/node-count", operator = "Ge", values = ["3", "4"] }] } }] } } } # error: kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution.cluster_selector_terms[0].property_selector.match_expressions[0].values: found ["3","4"]: must be exactly one quantity, such as ["16Gi"]
  }
}

data "multicluster_placement" "kubefleet_property_no_values" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ property_selector = { match_expressions = [{ name = "kubernetes-fleet.io/node-count", operator = "Ge", values = [] }] } }] } } } # error: kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution.cluster_selector_terms[0].property_selector.match_expressions[0].values: found []: must be exactly one quantity, such as ["16Gi"]
  }
}

data "multicluster_placement" "kubefleet_property_quantity" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ property_selector = { match_expressions = [{ name = "kubernetes-fleet.io/node-count", operator = "Ge", values = ["three"] }] } }] } } } # error: kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution.cluster_selector_terms[0].property_selector.match_expressions[0].values[0]: found "three": must be a quantity such as 5, 0.35 or 16Gi
  }
}

data "multicluster_placement" "kubefleet_property_value" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ property_selector = { match_expressions = [{ name = "kubernetes-fleet.io/node-count", operator = "Ge", value = "3" }] } }] } } } # error: kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution.cluster_selector_terms[0].property_selector.match_expressions[0].value: unsupported attribute; did you mean "values"?
  }
}

data "multicluster_placement" "kubefleet_property_name" {
  clusters = local.fleet
  kubefleet = {
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [{ property_selector = { match_expressions = [{ name = "", operator = "Ge", values = ["3"] }] } }] } } } # error: kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution.cluster_selector_terms[0].property_selector.match_expressions[0].name: found "": name part must be non-empty
  }
}

data "multicluster_placement" "kubefleet_preferred_selector_in_sorter" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    affinity           = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = [{ weight = 1, preference = { property_selector = { match_expressions = [] } } }] } } # error: kubefleet.affinity.cluster_affinity.preferred_during_scheduling_ignored_during_execution[0].preference.property_selector: only a required term can select by properties: move it to required_during_scheduling_ignored_during_execution
  }
}

data "multicluster_placement" "kubefleet_preferred_object" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    affinity           = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = { weight = 1, preference = {} } } } # error: kubefleet.affinity.cluster_affinity.preferred_during_scheduling_ignored_during_execution: found an object; it must be a list of objects, such as [{ ... }]
  }
}

data "multicluster_placement" "kubefleet_preferred_weight" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    affinity           = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = [{ weight = 101, preference = { label_selector = local.prod } }] } } # error: kubefleet.affinity.cluster_affinity.preferred_during_scheduling_ignored_during_execution[0].weight: found 101: must be between -100 and 100
  }
}

data "multicluster_placement" "kubefleet_preferred_no_weight" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    affinity           = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = [{ preference = { label_selector = local.prod } }] } } # error: kubefleet.affinity.cluster_affinity.preferred_during_scheduling_ignored_during_execution[0].weight: the attribute must be set
  }
}

data "multicluster_placement" "kubefleet_preferred_no_preference" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    affinity           = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = [{ weight = 10 }] } } # error: kubefleet.affinity.cluster_affinity.preferred_during_scheduling_ignored_during_execution[0].preference: the attribute must be set
  }
}

data "multicluster_placement" "kubefleet_preferred_selector_too_high" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    affinity           = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = [{ weight = 10, label_selector = local.prod }] } } # error: kubefleet.affinity.cluster_affinity.preferred_during_scheduling_ignored_during_execution[0].label_selector: unsupported attribute; label_selector belongs in
  }
}

data "multicluster_placement" "kubefleet_preferred_weight_word" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    affinity           = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = [{ weight = "high", preference = { label_selector = local.prod } }] } } # error: kubefleet.affinity.cluster_affinity.preferred_during_scheduling_ignored_during_execution[0].weight: found "high"; it must be a number
  }
}

data "multicluster_placement" "kubefleet_sorter_order" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    affinity           = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = [{ weight = 10, preference = { property_sorter = { name = "kubernetes-fleet.io/node-count", sort_order = "asc" } } }] } } # error: kubefleet.affinity.cluster_affinity.preferred_during_scheduling_ignored_during_execution[0].preference.property_sorter.sort_order: found "asc": must be one of "Ascending", "Descending"
  }
}

data "multicluster_placement" "kubefleet_sorter_order_missing" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    affinity           = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = [{ weight = 10, preference = { property_sorter = { name = "kubernetes-fleet.io/node-count" } } }] } } # error: kubefleet.affinity.cluster_affinity.preferred_during_scheduling_ignored_during_execution[0].preference.property_sorter.sort_order: the attribute must be set
  }
}

data "multicluster_placement" "kubefleet_sorter_key" {
  clusters = local.fleet
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    affinity           = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = [{ weight = 10, preference = { property_sorter = { key = "kubernetes-fleet.io/node-count", sort_order = "Ascending" } } }] } } # error: kubefleet.affinity.cluster_affinity.preferred_during_scheduling_ignored_during_execution[0].preference.property_sorter.key: unsupported attribute
  }
}

data "multicluster_placement" "kubefleet_spread_skew" {
  clusters = local.fleet
  kubefleet = {
    placement_type              = "PickN"
    number_of_clusters          = 1
    topology_spread_constraints = [{ max_skew = 0, topology_key = "region" }] # error: kubefleet.topology_spread_constraints[0].max_skew: found 0: must be at least 1
  }
}

data "multicluster_placement" "kubefleet_spread_key_missing" {
  clusters = local.fleet
  kubefleet = {
    placement_type              = "PickN"
    number_of_clusters          = 1
    topology_spread_constraints = [{ max_skew = 1 }] # error: kubefleet.topology_spread_constraints[0].topology_key: the attribute must be set
  }
}

data "multicluster_placement" "kubefleet_spread_key_short" {
  clusters = local.fleet
  kubefleet = {
    placement_type              = "PickN"
    number_of_clusters          = 1
    topology_spread_constraints = [{ key = "region" }] # error: kubefleet.topology_spread_constraints[0].key: unsupported attribute
  }
}

data "multicluster_placement" "kubefleet_spread_when" {
  clusters = local.fleet
  kubefleet = {
    placement_type              = "PickN"
    number_of_clusters          = 1
    topology_spread_constraints = [{ topology_key = "region", when_unsatisfiable = "Ignore" }] # error: kubefleet.topology_spread_constraints[0].when_unsatisfiable: found "Ignore": must be one of "DoNotSchedule", "ScheduleAnyway"
  }
}

data "multicluster_placement" "kubefleet_spread_camel" {
  clusters = local.fleet
  kubefleet = {
    placement_type              = "PickN"
    number_of_clusters          = 1
    topology_spread_constraints = [{ topologyKey = "region" }] # error: kubefleet.topology_spread_constraints[0].topologyKey: unsupported attribute; did you mean "topology_key"?
  }
}

data "multicluster_placement" "kubefleet_spread_singular" {
  clusters = local.fleet
  kubefleet = {
    placement_type             = "PickN"
    number_of_clusters         = 1
    topology_spread_constraint = { topology_key = "region" } # error: kubefleet.topology_spread_constraint: unsupported attribute; did you mean "topology_spread_constraints"?
  }
}

data "multicluster_placement" "kubefleet_spread_object" {
  clusters = local.fleet
  kubefleet = {
    placement_type              = "PickN"
    number_of_clusters          = 1
    topology_spread_constraints = { topology_key = "region" } # error: kubefleet.topology_spread_constraints: found an object; it must be a list of objects, such as [{ ... }]
  }
}

data "multicluster_placement" "kubefleet_spread_label_selector" {
  clusters = local.fleet
  kubefleet = {
    placement_type              = "PickN"
    number_of_clusters          = 1
    topology_spread_constraints = [{ topology_key = "region", label_selector = {} }] # error: kubefleet.topology_spread_constraints[0].label_selector: unsupported attribute
  }
}

data "multicluster_placement" "kubefleet_toleration_seconds" {
  clusters = local.fleet
  kubefleet = {
    tolerations = [{ key = "gpu", operator = "Exists", toleration_seconds = 300 }] # error: kubefleet.tolerations[0].toleration_seconds: unsupported attribute
  }
}

data "multicluster_placement" "kubefleet_toleration_effect" {
  clusters = local.fleet
  kubefleet = {
    tolerations = [{ key = "gpu", operator = "Exists", effect = "NoSelect" }] # error: kubefleet.tolerations[0].effect: found "NoSelect": must be "NoSchedule"
  }
}

data "multicluster_placement" "kubefleet_toleration_no_execute" {
  clusters = local.fleet
  kubefleet = {
    tolerations = [{ key = "gpu", operator = "Exists", effect = "NoExecute" }] # error: kubefleet.tolerations[0].effect: found "NoExecute": must be "NoSchedule"
  }
}

data "multicluster_placement" "kubefleet_toleration_exists_value" {
  clusters = local.fleet
  kubefleet = {
    tolerations = [{ key = "gpu", operator = "Exists", value = "a" }] # error: kubefleet.tolerations[0].value: found "a": operator Exists accepts every value; remove the value, or set operator = "Equal"
  }
}

data "multicluster_placement" "kubefleet_toleration_no_key" {
  clusters = local.fleet
  kubefleet = {
    tolerations = [{ value = "a" }] # error: kubefleet.tolerations[0].key: operator Equal needs a key; to tolerate every taint, set operator = "Exists"
  }
}

data "multicluster_placement" "kubefleet_toleration_duplicate" {
  clusters = local.fleet
  kubefleet = {
    tolerations = [{ key = "gpu", value = "a" }, { key = "gpu", operator = "Equal", value = "a" }] # error: kubefleet.tolerations[1]: found {"key":"gpu","operator":"Equal","value":"a"}: tolerations[0] already has this value
  }
}

data "multicluster_placement" "kubefleet_strategy" {
  clusters = local.fleet
  kubefleet = {
    strategy = { type = "RollingUpdate" } # error: kubefleet.strategy: unsupported attribute
  }
}

data "multicluster_placement" "kubefleet_resource_selectors" {
  clusters = local.fleet
  kubefleet = {
    resource_selectors = [] # error: kubefleet.resource_selectors: unsupported attribute
  }
}
