data "multicluster_placement" "ocm_camel_case" {
  clusters = local.fleet
  ocm = {
    numberOfClusters = 2 # error: ocm.numberOfClusters: unsupported attribute; did you mean "number_of_clusters"?
  }
}

data "multicluster_placement" "ocm_singular" {
  clusters = local.fleet
  ocm = {
    number_of_cluster = 2 # error: ocm.number_of_cluster: unsupported attribute; did you mean "number_of_clusters"?
  }
}

data "multicluster_placement" "ocm_replicas" {
  clusters = local.fleet
  ocm = {
    replicas = 2 # error: ocm.replicas: unsupported attribute; replicas is an attribute of hybrid
  }
}

data "multicluster_placement" "ocm_attribute_of_kubefleet" {
  clusters = local.fleet
  ocm = {
    placement_type     = "PickN" # error: ocm.placement_type: unsupported attribute; placement_type is an attribute of kubefleet
    number_of_clusters = 1
  }
}

data "multicluster_placement" "ocm_affinity_of_kubefleet" {
  clusters = local.fleet
  ocm = {
    affinity = { cluster_affinity = {} } # error: ocm.affinity: unsupported attribute; affinity is an attribute of kubefleet
  }
}

data "multicluster_placement" "ocm_spread_of_kubefleet" {
  clusters = local.fleet
  ocm = {
    topology_spread_constraints = [{ topology_key = "region" }] # error: ocm.topology_spread_constraints: unsupported attribute; topology_spread_constraints is an attribute of kubefleet
  }
}

data "multicluster_placement" "ocm_advisors_of_hybrid" {
  clusters = local.fleet
  ocm      = { advisors = [] } # error: ocm.advisors: unsupported attribute; advisors is an attribute of hybrid
}

data "multicluster_placement" "ocm_spec" {
  clusters = local.fleet
  ocm = {
    spec = { # error: ocm.spec: unsupported attribute
      number_of_clusters = 1
    }
  }
}

data "multicluster_placement" "ocm_strategy_inside" {
  clusters = local.fleet
  ocm = {
    number_of_clusters = 1
    decision_strategy  = { group_strategy = { clusters_per_decision_group = 1 } } # error: ocm.decision_strategy: unsupported attribute; decision_strategy belongs beside ocm
  }
}

data "multicluster_placement" "ocm_clusters_inside" {
  ocm = {
    clusters = local.fleet # error: ocm.clusters: unsupported attribute; clusters belongs beside ocm
  }
}

data "multicluster_placement" "ocm_name_inside" {
  clusters = local.fleet
  ocm = {
    name = "web" # error: ocm.name: unsupported attribute; name belongs beside ocm
  }
}

data "multicluster_placement" "ocm_namespace_inside" {
  clusters = local.fleet
  ocm = {
    namespace = "apps" # error: ocm.namespace: unsupported attribute; namespace belongs beside ocm
  }
}

data "multicluster_placement" "ocm_number_as_word" {
  clusters = local.fleet
  ocm = {
    number_of_clusters = "three" # error: ocm.number_of_clusters: found "three"; it must be a number
  }
}

data "multicluster_placement" "ocm_number_fraction" {
  clusters = local.fleet
  ocm = {
    number_of_clusters = 1.5 # error: ocm.number_of_clusters: found 1.5; it must be a whole number
  }
}

data "multicluster_placement" "ocm_number_negative" {
  clusters = local.fleet
  ocm = {
    number_of_clusters = -1 # error: ocm.number_of_clusters: found -1: must not be negative
  }
}

data "multicluster_placement" "ocm_number_percentage" {
  clusters = local.fleet
  ocm = {
    number_of_clusters = "50%" # error: ocm.number_of_clusters: found "50%"; it must be a number
  }
}

data "multicluster_placement" "ocm_number_all" {
  clusters = local.fleet
  ocm = {
    number_of_clusters = "all" # error: ocm.number_of_clusters: found "all"; it must be a number
  }
}

data "multicluster_placement" "ocm_number_list" {
  clusters = local.fleet
  ocm = {
    number_of_clusters = [1] # error: ocm.number_of_clusters: found a list; it must be a number
  }
}

data "multicluster_placement" "ocm_number_too_large" {
  clusters = local.fleet
  ocm = {
    number_of_clusters = 3000000000 # error: ocm.number_of_clusters: found 3000000000; it must be a whole number of at most 32 bits
  }
}

data "multicluster_placement" "ocm_number_bool" {
  clusters = local.fleet
  ocm = {
    number_of_clusters = true # error: ocm.number_of_clusters: found a bool; it must be a number
  }
}

data "multicluster_placement" "ocm_list" {
  clusters = local.fleet
  ocm      = [{ number_of_clusters = 1 }] # error: ocm: found a list; it must be an object
}

data "multicluster_placement" "ocm_true" {
  clusters = local.fleet
  ocm      = true # error: ocm: found a bool; it must be an object
}

data "multicluster_placement" "ocm_text" {
  clusters = local.fleet
  ocm      = "ocm" # error: ocm: found a string; it must be an object
}

data "multicluster_placement" "ocm_json" {
  clusters = local.fleet
  ocm      = jsonencode({ number_of_clusters = 1 }) # error: ocm: found a string; it must be an object
}

data "multicluster_placement" "ocm_cluster_sets_objects" {
  clusters = local.fleet
  ocm = {
    cluster_sets = [{ name = "prod" }] # error: ocm.cluster_sets[0]: found an object; it must be a string
  }
}

data "multicluster_placement" "ocm_cluster_sets_text" {
  clusters = local.fleet
  ocm = {
    cluster_sets = "global" # error: ocm.cluster_sets: found a string; it must be a list of strings, such as ["global"]
  }
}

data "multicluster_placement" "ocm_cluster_sets_null" {
  clusters = local.fleet
  ocm = {
    cluster_sets = ["global", null] # error: ocm.cluster_sets[1]: must not be null; remove the element
  }
}

data "multicluster_placement" "ocm_cluster_sets_empty" {
  clusters = local.fleet
  ocm = {
    cluster_sets = [""] # error: ocm.cluster_sets[0]: a cluster set needs a name
  }
}

data "multicluster_placement" "ocm_cluster_set_singular" {
  clusters = local.fleet
  ocm = {
    cluster_set = "global" # error: ocm.cluster_set: unsupported attribute; did you mean "cluster_sets"?
  }
}

data "multicluster_placement" "ocm_toleration_singular" {
  clusters = local.fleet
  ocm = {
    toleration = [{ key = "gpu", operator = "Exists" }] # error: ocm.toleration: unsupported attribute; did you mean "tolerations"?
  }
}

data "multicluster_placement" "ocm_toleration_object" {
  clusters = local.fleet
  ocm = {
    tolerations = { key = "gpu", operator = "Exists" } # error: ocm.tolerations: found an object; it must be a list of objects, such as [{ ... }]
  }
}

data "multicluster_placement" "ocm_toleration_seconds" {
  clusters = local.fleet
  ocm = {
    tolerations = [{ # error: ocm.tolerations[0].toleration_seconds: found "5m"; it must be a number
      key                = "gpu"
      operator           = "Exists"
      toleration_seconds = "5m"
    }]
  }
}

data "multicluster_placement" "ocm_toleration_operator" {
  clusters = local.fleet
  ocm = {
    tolerations = [{ key = "gpu", operator = "exists" }] # error: ocm.tolerations[0].operator: found "exists": must be one of "Equal", "Exists"; did you mean "Exists"?
  }
}

data "multicluster_placement" "ocm_toleration_operator_in" {
  clusters = local.fleet
  ocm = {
    tolerations = [{ key = "gpu", operator = "In", value = "a" }] # error: ocm.tolerations[0].operator: found "In": must be one of "Equal", "Exists"
  }
}

data "multicluster_placement" "ocm_toleration_exists_value" {
  clusters = local.fleet
  ocm = {
    tolerations = [{ key = "gpu", operator = "Exists", value = "a" }] # error: ocm.tolerations[0].value: If the operator is Exists, the value should be empty
  }
}

data "multicluster_placement" "ocm_toleration_no_key" {
  clusters = local.fleet
  ocm = {
    tolerations = [{ operator = "Equal", value = "a" }] # error: ocm.tolerations[0].operator: If the key is empty, operator must be Exists
  }
}

data "multicluster_placement" "ocm_toleration_effect" {
  clusters = local.fleet
  ocm = {
    tolerations = [{ key = "gpu", operator = "Exists", effect = "NoExecute" }] # error: ocm.tolerations[0].effect: found "NoExecute": must be one of "NoSelect", "PreferNoSelect", "NoSelectIfNew"
  }
}

data "multicluster_placement" "ocm_toleration_effect_kubefleet" {
  clusters = local.fleet
  ocm = {
    tolerations = [{ key = "gpu", operator = "Exists", effect = "NoSchedule" }] # error: ocm.tolerations[0].effect: found "NoSchedule": must be one of "NoSelect", "PreferNoSelect", "NoSelectIfNew"
  }
}

data "multicluster_placement" "ocm_toleration_values" {
  clusters = local.fleet
  ocm = {
    tolerations = [{ key = "gpu", values = ["a"] }] # error: ocm.tolerations[0].values: unsupported attribute; did you mean "value"?
  }
}

data "multicluster_placement" "ocm_toleration_camel" {
  clusters = local.fleet
  ocm = {
    tolerations = [{ key = "gpu", operator = "Exists", tolerationSeconds = 300 }] # error: ocm.tolerations[0].tolerationSeconds: unsupported attribute; did you mean "toleration_seconds"?
  }
}

data "multicluster_placement" "ocm_toleration_text" {
  clusters = local.fleet
  ocm = {
    tolerations = ["gpu"] # error: ocm.tolerations[0]: found a string; it must be an object
  }
}

data "multicluster_placement" "ocm_toleration_null" {
  clusters = local.fleet
  ocm = {
    tolerations = [null] # error: ocm.tolerations[0]: must not be null; remove the element
  }
}

data "multicluster_placement" "ocm_predicate_object" {
  clusters = local.fleet
  ocm = {
    predicates = { required_cluster_selector = { label_selector = local.prod } } # error: ocm.predicates: found an object; it must be a list of objects, such as [{ ... }]
  }
}

data "multicluster_placement" "ocm_predicate_singular" {
  clusters = local.fleet
  ocm = {
    predicate = [{ required_cluster_selector = { label_selector = local.prod } }] # error: ocm.predicate: unsupported attribute; did you mean "predicates"?
  }
}

data "multicluster_placement" "ocm_predicate_camel" {
  clusters = local.fleet
  ocm = {
    predicates = [{ requiredClusterSelector = { label_selector = local.prod } }] # error: ocm.predicates[0].requiredClusterSelector: unsupported attribute; did you mean "required_cluster_selector"?
  }
}

data "multicluster_placement" "ocm_predicate_misspelt" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_clusters_selector = { label_selector = local.prod } }] # error: ocm.predicates[0].required_clusters_selector: unsupported attribute; did you mean "required_cluster_selector"?
  }
}

data "multicluster_placement" "ocm_predicate_label_selector" {
  clusters = local.fleet
  ocm = {
    predicates = [{ label_selector = local.prod }] # error: ocm.predicates[0].label_selector: unsupported attribute; label_selector belongs in ocm.predicates[0].required_cluster_selector.label_selector
  }
}

data "multicluster_placement" "ocm_predicate_match_labels" {
  clusters = local.fleet
  ocm = {
    predicates = [{ match_labels = { env = "prod" } }] # error: ocm.predicates[0].match_labels: unsupported attribute; match_labels belongs in
  }
}

data "multicluster_placement" "ocm_predicate_label" {
  clusters = local.fleet
  ocm = {
    predicates = [{ env = "prod" }] # error: ocm.predicates[0].env: unsupported attribute
  }
}

data "multicluster_placement" "ocm_predicate_text" {
  clusters = local.fleet
  ocm = {
    predicates = ["env=prod"] # error: ocm.predicates[0]: found a string; it must be an object
  }
}

data "multicluster_placement" "ocm_predicate_second" {
  clusters = local.fleet
  ocm = {
    predicates = [ # error: ocm.predicates[1].required_cluster_selector.label_selectors: unsupported attribute; did you mean "label_selector"?
      { required_cluster_selector = { label_selector = local.prod } },
      { required_cluster_selector = { label_selectors = local.prod } },
    ]
  }
}

data "multicluster_placement" "ocm_selector_at_root_of_ocm" {
  clusters = local.fleet
  ocm = {
    required_cluster_selector = { label_selector = local.prod } # error: ocm.required_cluster_selector: unsupported attribute; required_cluster_selector belongs in ocm.predicates[0].required_cluster_selector
  }
}

data "multicluster_placement" "ocm_labels_at_root_of_ocm" {
  clusters = local.fleet
  ocm = {
    label_selector = local.prod # error: ocm.label_selector: unsupported attribute; label_selector belongs in ocm.predicates[0].required_cluster_selector.label_selector
  }
}

data "multicluster_placement" "ocm_match_labels_at_root_of_ocm" {
  clusters = local.fleet
  ocm = {
    match_labels = { env = "prod" } # error: ocm.match_labels: unsupported attribute; match_labels belongs in
  }
}

data "multicluster_placement" "ocm_match_labels_without_selector" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { match_labels = { env = "prod" } } }] # error: ocm.predicates[0].required_cluster_selector.match_labels: unsupported attribute; match_labels belongs in
  }
}

data "multicluster_placement" "ocm_match_expressions_without_selector" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { match_expressions = [{ key = "env", operator = "Exists" }] } }] # error: ocm.predicates[0].required_cluster_selector.match_expressions: unsupported attribute; match_expressions belongs in
  }
}

data "multicluster_placement" "ocm_selector_camel" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { labelSelector = local.prod } }] # error: ocm.predicates[0].required_cluster_selector.labelSelector: unsupported attribute; did you mean "label_selector"?
  }
}

data "multicluster_placement" "ocm_selector_misspelt" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selektor = local.prod } }] # error: ocm.predicates[0].required_cluster_selector.label_selektor: unsupported attribute; did you mean "label_selector"?
  }
}

data "multicluster_placement" "ocm_selector_labels" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { labels = { env = "prod" } } }] # error: ocm.predicates[0].required_cluster_selector.labels: unsupported attribute
  }
}

data "multicluster_placement" "ocm_selector_list" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = [{ label_selector = local.prod }] }] # error: ocm.predicates[0].required_cluster_selector: found a list; it must be an object
  }
}

data "multicluster_placement" "ocm_selector_bare_label" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { env = "prod" } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.env: unsupported attribute
  }
}

data "multicluster_placement" "ocm_selector_text" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = "env=prod" } }] # error: ocm.predicates[0].required_cluster_selector.label_selector: found a string; it must be an object
  }
}

data "multicluster_placement" "ocm_match_labels_camel" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { matchLabels = { env = "prod" } } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.matchLabels: unsupported attribute; did you mean "match_labels"?
  }
}

data "multicluster_placement" "ocm_match_label_singular" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_label = { env = "prod" } } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_label: unsupported attribute; did you mean "match_labels"?
  }
}

data "multicluster_placement" "ocm_match_labels_list" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_labels = ["env=prod"] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_labels: found a list; it must be an object
  }
}

data "multicluster_placement" "ocm_match_labels_text" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_labels = "env=prod" } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_labels: found a string; it must be an object
  }
}

data "multicluster_placement" "ocm_match_labels_values" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_labels = { env = ["prod", "stage"] } } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_labels["env"]: found a list; it must be a string
  }
}

data "multicluster_placement" "ocm_match_labels_value" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_labels = { env = "pro duction" } } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_labels["env"]: found "pro duction": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or
  }
}

data "multicluster_placement" "ocm_match_labels_key" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_labels = { "-env" = "prod" } } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_labels["-env"]: found "-env": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with
  }
}

data "multicluster_placement" "ocm_expressions_object" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = { key = "env", operator = "Exists" } } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions: found an object; it must be a list of objects, such as [{ ... }]
  }
}

data "multicluster_placement" "ocm_expressions_camel" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { matchExpressions = [{ key = "env", operator = "Exists" }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.matchExpressions: unsupported attribute; did you mean "match_expressions"?
  }
}

data "multicluster_placement" "ocm_expression_lower_case" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "in", values = ["prod"] }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].operator: found "in": must be one of "In", "NotIn", "Exists", "DoesNotExist"; did you mean "In"?
  }
}

data "multicluster_placement" "ocm_expression_sql" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "=", values = ["prod"] }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].operator: found "=": must be one of "In", "NotIn", "Exists", "DoesNotExist"
  }
}

data "multicluster_placement" "ocm_expression_gt" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "cpu", operator = "Gt", values = ["3"] }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].operator: found "Gt": must be one of "In", "NotIn", "Exists", "DoesNotExist"
  }
}

data "multicluster_placement" "ocm_expression_exists_values" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "Exists", values = ["prod"] }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].values: may not be specified when `operator` is 'Exists' or 'DoesNotExist'
  }
}

data "multicluster_placement" "ocm_expression_in_no_values" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "In" }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].values: must be specified when `operator` is 'In' or 'NotIn'
  }
}

data "multicluster_placement" "ocm_expression_value" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "In", value = "prod" }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].value: unsupported attribute; did you mean "values"?
  }
}

data "multicluster_placement" "ocm_expression_values_text" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "In", values = "prod" }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].values: found a string; it must be a list of strings, such as ["prod"]
  }
}

data "multicluster_placement" "ocm_expression_values_null" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "In", values = ["prod", null] }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].values[1]: must not be null; remove the element
  }
}

data "multicluster_placement" "ocm_expression_no_operator" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", values = ["prod"] }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].operator: the attribute must be set
  }
}

data "multicluster_placement" "ocm_expression_no_key" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ operator = "Exists" }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].key: the attribute must be set
  }
}

data "multicluster_placement" "ocm_expression_label" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ label = "env", operator = "Exists" }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].label: unsupported attribute
  }
}

data "multicluster_placement" "ocm_expression_op" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", op = "Exists" }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].op: unsupported attribute
  }
}

data "multicluster_placement" "ocm_expression_text" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = ["env in (prod)"] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0]: found a string; it must be an object
  }
}

data "multicluster_placement" "ocm_claim_match_labels" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { claim_selector = { match_labels = { env = "prod" } } } }] # error: ocm.predicates[0].required_cluster_selector.claim_selector.match_labels: unsupported attribute; match_labels is an attribute of
  }
}

data "multicluster_placement" "ocm_claim_operator" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { claim_selector = { match_expressions = [{ key = "platform", operator = "Equals", values = ["AWS"] }] } } }] # error: ocm.predicates[0].required_cluster_selector.claim_selector.match_expressions[0].operator: found "Equals": must be one of "In", "NotIn", "Exists", "DoesNotExist"
  }
}

data "multicluster_placement" "ocm_cel_text" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { cel_selector = "managedCluster.metadata.name == 'a'" } }] # error: ocm.predicates[0].required_cluster_selector.cel_selector: found a string; it must be an object
  }
}

data "multicluster_placement" "ocm_cel_list" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { cel_selector = ["true"] } }] # error: ocm.predicates[0].required_cluster_selector.cel_selector: found a list; it must be an object
  }
}

data "multicluster_placement" "ocm_cel_camel" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { cel_selector = { celExpressions = ["true"] } } }] # error: ocm.predicates[0].required_cluster_selector.cel_selector.celExpressions: unsupported attribute; did you mean "cel_expressions"?
  }
}

data "multicluster_placement" "ocm_cel_expression_singular" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { cel_selector = { cel_expression = "true" } } }] # error: ocm.predicates[0].required_cluster_selector.cel_selector.cel_expression: unsupported attribute; did you mean "cel_expressions"?
  }
}

data "multicluster_placement" "ocm_cel_expressions_text" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { cel_selector = { cel_expressions = "true" } } }] # error: ocm.predicates[0].required_cluster_selector.cel_selector.cel_expressions: found a string; it must be a list of strings, such as ["true"]
  }
}

data "multicluster_placement" "ocm_cel_syntax" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { cel_selector = { cel_expressions = ["managedCluster.metadata.name =="] } } }] # error: ocm.predicates[0].required_cluster_selector.cel_selector.cel_expressions[0]: found "managedCluster.metadata.name ==": compilation failed: ERROR: <input>:1:32: Syntax error: mismatched
  }
}

data "multicluster_placement" "ocm_cel_variable" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { cel_selector = { cel_expressions = ["cluster.metadata.name == 'a'"] } } }] # error: ocm.predicates[0].required_cluster_selector.cel_selector.cel_expressions[0]: found "cluster.metadata.name == 'a'": compilation failed: ERROR: <input>:1:1: undeclared reference to
  }
}

data "multicluster_placement" "ocm_policy_list" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = [{ weight = 1 }] # error: ocm.prioritizer_policy: found a list; it must be an object
  }
}

data "multicluster_placement" "ocm_policy_mode" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { mode = "exact", configurations = [] } # error: ocm.prioritizer_policy.mode: found "exact": must be one of "Additive", "Exact"; did you mean "Exact"?
  }
}

data "multicluster_placement" "ocm_policy_mode_other" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { mode = "Multiplicative" } # error: ocm.prioritizer_policy.mode: found "Multiplicative": must be one of "Additive", "Exact"
  }
}

data "multicluster_placement" "ocm_policy_configuration_singular" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configuration = [{ score_coordinate = { built_in = "Steady" } }] } # error: ocm.prioritizer_policy.configuration: unsupported attribute; did you mean "configurations"?
  }
}

data "multicluster_placement" "ocm_policy_configurations_object" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = { score_coordinate = { built_in = "Steady" } } } # error: ocm.prioritizer_policy.configurations: found an object; it must be a list of objects, such as [{ ... }]
  }
}

data "multicluster_placement" "ocm_prioritizers" {
  clusters = local.fleet
  ocm = {
    prioritizers = [{ name = "Steady", weight = 1 }] # error: ocm.prioritizers: unsupported attribute
  }
}

data "multicluster_placement" "ocm_configuration_built_in_too_high" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ built_in = "Steady", weight = 2 }] } # error: ocm.prioritizer_policy.configurations[0].built_in: unsupported attribute; built_in belongs in ocm.prioritizer_policy.configurations[0].score_coordinate.built_in
  }
}

data "multicluster_placement" "ocm_configuration_no_coordinate" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ weight = 2 }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate: says which score the weight is for, such as { built_in = "Steady" }
  }
}

data "multicluster_placement" "ocm_configuration_name" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ name = "Steady", weight = 2 }] } # error: ocm.prioritizer_policy.configurations[0].name: unsupported attribute
  }
}

data "multicluster_placement" "ocm_configuration_weight_11" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "Steady" }, weight = 11 }] } # error: ocm.prioritizer_policy.configurations[0].weight: found 11: must be between -10 and 10
  }
}

data "multicluster_placement" "ocm_configuration_weight_minus_11" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "Steady" }, weight = -11 }] } # error: ocm.prioritizer_policy.configurations[0].weight: found -11: must be between -10 and 10
  }
}

data "multicluster_placement" "ocm_configuration_weight_word" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "Steady" }, weight = "high" }] } # error: ocm.prioritizer_policy.configurations[0].weight: found "high"; it must be a number
  }
}

data "multicluster_placement" "ocm_configuration_weight_fraction" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "Steady" }, weight = 0.5 }] } # error: ocm.prioritizer_policy.configurations[0].weight: found 0.5; it must be a whole number
  }
}

data "multicluster_placement" "ocm_configuration_coordinate_text" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = "Steady" }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate: found a string; it must be an object
  }
}

data "multicluster_placement" "ocm_configuration_coordinate_camel" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ scoreCoordinate = { built_in = "Steady" } }] } # error: ocm.prioritizer_policy.configurations[0].scoreCoordinate: unsupported attribute; did you mean "score_coordinate"?
  }
}

data "multicluster_placement" "ocm_coordinate_builtin" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { builtin = "Steady" } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.builtin: unsupported attribute; did you mean "built_in"?
  }
}

data "multicluster_placement" "ocm_coordinate_built_in_camel" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { builtIn = "Steady" } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.builtIn: unsupported attribute; did you mean "built_in"?
  }
}

data "multicluster_placement" "ocm_coordinate_misspelt_prioritizer" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "Stedy" } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.built_in: found "Stedy": must be one of "Balance", "Steady", "ResourceAllocatableCPU", "ResourceAllocatableMemory"; did
  }
}

data "multicluster_placement" "ocm_coordinate_lower_case" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "balance" } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.built_in: found "balance": must be one of "Balance", "Steady", "ResourceAllocatableCPU", "ResourceAllocatableMemory";
  }
}

data "multicluster_placement" "ocm_coordinate_memory" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "AllocatableMemory" } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.built_in: found "AllocatableMemory": must be one of "Balance", "Steady", "ResourceAllocatableCPU",
  }
}

data "multicluster_placement" "ocm_coordinate_type" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { type = "Addon", add_on = { resource_name = "cpu", score_name = "free" } } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.type: found "Addon": must be one of "BuiltIn", "AddOn"; did you mean "AddOn"?
  }
}

data "multicluster_placement" "ocm_coordinate_add_on_missing" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { type = "AddOn" } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.add_on: names the score of type AddOn: set resource_name and score_name
  }
}

data "multicluster_placement" "ocm_coordinate_add_on_without_type" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { add_on = { resource_name = "cpu", score_name = "free" } } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.built_in: names the prioritizer of a score of type BuiltIn: must be one of "Balance", "Steady",
  }
}

data "multicluster_placement" "ocm_coordinate_addon" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { type = "AddOn", addon = { resource_name = "cpu", score_name = "free" } } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.addon: unsupported attribute; did you mean "add_on"?
  }
}

data "multicluster_placement" "ocm_coordinate_add_on_text" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { type = "AddOn", add_on = "cpu/free" } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.add_on: found a string; it must be an object
  }
}

data "multicluster_placement" "ocm_coordinate_add_on_camel" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { type = "AddOn", add_on = { resourceName = "cpu", score_name = "free" } } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.add_on.resourceName: unsupported attribute; did you mean "resource_name"?
  }
}

data "multicluster_placement" "ocm_coordinate_add_on_score" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { type = "AddOn", add_on = { resource_name = "cpu" } } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.add_on.score_name: the attribute must be set
  }
}

data "multicluster_placement" "ocm_coordinate_add_on_too_high" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { type = "AddOn", score_name = "free" } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.score_name: unsupported attribute; score_name belongs in
  }
}

data "multicluster_placement" "ocm_coordinate_empty" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = {} }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.built_in: names the prioritizer of a score of type BuiltIn: must be one of "Balance", "Steady",
  }
}
