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
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = { label_selector = local.prod } } } } # error: kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution.cluster_selector_terms: found an object; it must be a list of objects, such as [{ label_selector = { match_labels = { env = "prod" } } }]
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
    affinity           = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = { weight = 1, preference = {} } } } # error: kubefleet.affinity.cluster_affinity.preferred_during_scheduling_ignored_during_execution: found an object; it must be a list of objects, such as [{ weight = 1, preference = {} }]
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
