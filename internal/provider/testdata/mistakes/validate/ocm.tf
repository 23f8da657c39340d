data "multicluster_placement" "ocm_camel_case" {
  clusters = local.fleet
  ocm = {
    numberOfClusters = 2 # error
  }
}

data "multicluster_placement" "ocm_singular" {
  clusters = local.fleet
  ocm = {
    number_of_cluster = 2 # error
  }
}

data "multicluster_placement" "ocm_replicas" {
  clusters = local.fleet
  ocm = {
    replicas = 2 # error
  }
}

data "multicluster_placement" "ocm_attribute_of_kubefleet" {
  clusters = local.fleet
  ocm = {
    placement_type     = "PickN" # error
    number_of_clusters = 1
  }
}

data "multicluster_placement" "ocm_affinity_of_kubefleet" {
  clusters = local.fleet
  ocm = {
    affinity = { cluster_affinity = {} } # error
  }
}

data "multicluster_placement" "ocm_spread_of_kubefleet" {
  clusters = local.fleet
  ocm = {
    topology_spread_constraints = [{ topology_key = "region" }] # error
  }
}

data "multicluster_placement" "ocm_advisors_of_hybrid" {
  clusters = local.fleet
  ocm      = { advisors = [] } # error
}

data "multicluster_placement" "ocm_spec" {
  clusters = local.fleet
  ocm = {
    spec = { # error
      number_of_clusters = 1
    }
  }
}

data "multicluster_placement" "ocm_strategy_inside" {
  clusters = local.fleet
  ocm = {
    number_of_clusters = 1
    decision_strategy  = { group_strategy = { clusters_per_decision_group = 1 } } # error
  }
}

data "multicluster_placement" "ocm_clusters_inside" {
  ocm = {
    clusters = local.fleet # error
  }
}

data "multicluster_placement" "ocm_name_inside" {
  clusters = local.fleet
  ocm = {
    name = "web" # error
  }
}

data "multicluster_placement" "ocm_namespace_inside" {
  clusters = local.fleet
  ocm = {
    namespace = "apps" # error
  }
}

data "multicluster_placement" "ocm_number_as_word" {
  clusters = local.fleet
  ocm = {
    number_of_clusters = "three" # error
  }
}

data "multicluster_placement" "ocm_number_fraction" {
  clusters = local.fleet
  ocm = {
    number_of_clusters = 1.5 # error
  }
}

data "multicluster_placement" "ocm_number_negative" {
  clusters = local.fleet
  ocm = {
    number_of_clusters = -1 # error
  }
}

data "multicluster_placement" "ocm_number_percentage" {
  clusters = local.fleet
  ocm = {
    number_of_clusters = "50%" # error
  }
}

data "multicluster_placement" "ocm_number_all" {
  clusters = local.fleet
  ocm = {
    number_of_clusters = "all" # error
  }
}

data "multicluster_placement" "ocm_number_list" {
  clusters = local.fleet
  ocm = {
    number_of_clusters = [1] # error
  }
}

data "multicluster_placement" "ocm_number_too_large" {
  clusters = local.fleet
  ocm = {
    number_of_clusters = 3000000000 # error
  }
}

data "multicluster_placement" "ocm_number_bool" {
  clusters = local.fleet
  ocm = {
    number_of_clusters = true # error
  }
}

data "multicluster_placement" "ocm_list" {
  clusters = local.fleet
  ocm      = [{ number_of_clusters = 1 }] # error
}

data "multicluster_placement" "ocm_true" {
  clusters = local.fleet
  ocm      = true # error
}

data "multicluster_placement" "ocm_text" {
  clusters = local.fleet
  ocm      = "ocm" # error
}

data "multicluster_placement" "ocm_json" {
  clusters = local.fleet
  ocm      = jsonencode({ number_of_clusters = 1 }) # error
}

data "multicluster_placement" "ocm_cluster_sets_objects" {
  clusters = local.fleet
  ocm = {
    cluster_sets = [{ name = "prod" }] # error
  }
}

data "multicluster_placement" "ocm_cluster_sets_text" {
  clusters = local.fleet
  ocm = {
    cluster_sets = "global" # error
  }
}

data "multicluster_placement" "ocm_cluster_sets_null" {
  clusters = local.fleet
  ocm = {
    cluster_sets = ["global", null] # error
  }
}

data "multicluster_placement" "ocm_cluster_sets_empty" {
  clusters = local.fleet
  ocm = {
    cluster_sets = [""] # error
  }
}

data "multicluster_placement" "ocm_cluster_set_singular" {
  clusters = local.fleet
  ocm = {
    cluster_set = "global" # error
  }
}

data "multicluster_placement" "ocm_toleration_singular" {
  clusters = local.fleet
  ocm = {
    toleration = [{ key = "gpu", operator = "Exists" }] # error
  }
}

data "multicluster_placement" "ocm_toleration_object" {
  clusters = local.fleet
  ocm = {
    tolerations = { key = "gpu", operator = "Exists" } # error
  }
}

data "multicluster_placement" "ocm_toleration_seconds" {
  clusters = local.fleet
  ocm = {
    tolerations = [{ # error
      key                = "gpu"
      operator           = "Exists"
      toleration_seconds = "5m"
    }]
  }
}

data "multicluster_placement" "ocm_toleration_operator" {
  clusters = local.fleet
  ocm = {
    tolerations = [{ key = "gpu", operator = "exists" }] # error
  }
}

data "multicluster_placement" "ocm_toleration_operator_in" {
  clusters = local.fleet
  ocm = {
    tolerations = [{ key = "gpu", operator = "In", value = "a" }] # error
  }
}

data "multicluster_placement" "ocm_toleration_exists_value" {
  clusters = local.fleet
  ocm = {
    tolerations = [{ key = "gpu", operator = "Exists", value = "a" }] # error
  }
}

data "multicluster_placement" "ocm_toleration_no_key" {
  clusters = local.fleet
  ocm = {
    tolerations = [{ operator = "Equal", value = "a" }] # error
  }
}

data "multicluster_placement" "ocm_toleration_effect" {
  clusters = local.fleet
  ocm = {
    tolerations = [{ key = "gpu", operator = "Exists", effect = "NoExecute" }] # error
  }
}

data "multicluster_placement" "ocm_toleration_effect_kubefleet" {
  clusters = local.fleet
  ocm = {
    tolerations = [{ key = "gpu", operator = "Exists", effect = "NoSchedule" }] # error
  }
}

data "multicluster_placement" "ocm_toleration_values" {
  clusters = local.fleet
  ocm = {
    tolerations = [{ key = "gpu", values = ["a"] }] # error
  }
}

data "multicluster_placement" "ocm_toleration_camel" {
  clusters = local.fleet
  ocm = {
    tolerations = [{ key = "gpu", operator = "Exists", tolerationSeconds = 300 }] # error
  }
}

data "multicluster_placement" "ocm_toleration_text" {
  clusters = local.fleet
  ocm = {
    tolerations = ["gpu"] # error
  }
}

data "multicluster_placement" "ocm_toleration_null" {
  clusters = local.fleet
  ocm = {
    tolerations = [null] # error
  }
}

data "multicluster_placement" "ocm_predicate_object" {
  clusters = local.fleet
  ocm = {
    predicates = { required_cluster_selector = { label_selector = local.prod } } # error
  }
}

data "multicluster_placement" "ocm_predicate_singular" {
  clusters = local.fleet
  ocm = {
    predicate = [{ required_cluster_selector = { label_selector = local.prod } }] # error
  }
}

data "multicluster_placement" "ocm_predicate_camel" {
  clusters = local.fleet
  ocm = {
    predicates = [{ requiredClusterSelector = { label_selector = local.prod } }] # error
  }
}

data "multicluster_placement" "ocm_predicate_misspelt" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_clusters_selector = { label_selector = local.prod } }] # error
  }
}

data "multicluster_placement" "ocm_predicate_label_selector" {
  clusters = local.fleet
  ocm = {
    predicates = [{ label_selector = local.prod }] # error
  }
}

data "multicluster_placement" "ocm_predicate_match_labels" {
  clusters = local.fleet
  ocm = {
    predicates = [{ match_labels = { env = "prod" } }] # error
  }
}

data "multicluster_placement" "ocm_predicate_label" {
  clusters = local.fleet
  ocm = {
    predicates = [{ env = "prod" }] # error
  }
}

data "multicluster_placement" "ocm_predicate_text" {
  clusters = local.fleet
  ocm = {
    predicates = ["env=prod"] # error
  }
}

data "multicluster_placement" "ocm_predicate_second" {
  clusters = local.fleet
  ocm = {
    predicates = [ # error
      { required_cluster_selector = { label_selector = local.prod } },
      { required_cluster_selector = { label_selectors = local.prod } },
    ]
  }
}

data "multicluster_placement" "ocm_selector_at_root_of_ocm" {
  clusters = local.fleet
  ocm = {
    required_cluster_selector = { label_selector = local.prod } # error
  }
}

data "multicluster_placement" "ocm_labels_at_root_of_ocm" {
  clusters = local.fleet
  ocm = {
    label_selector = local.prod # error
  }
}

data "multicluster_placement" "ocm_match_labels_at_root_of_ocm" {
  clusters = local.fleet
  ocm = {
    match_labels = { env = "prod" } # error
  }
}

data "multicluster_placement" "ocm_match_labels_without_selector" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { match_labels = { env = "prod" } } }] # error
  }
}

data "multicluster_placement" "ocm_match_expressions_without_selector" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { match_expressions = [{ key = "env", operator = "Exists" }] } }] # error
  }
}

data "multicluster_placement" "ocm_selector_camel" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { labelSelector = local.prod } }] # error
  }
}

data "multicluster_placement" "ocm_selector_misspelt" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selektor = local.prod } }] # error
  }
}

data "multicluster_placement" "ocm_selector_labels" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { labels = { env = "prod" } } }] # error
  }
}

data "multicluster_placement" "ocm_selector_list" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = [{ label_selector = local.prod }] }] # error
  }
}

data "multicluster_placement" "ocm_selector_bare_label" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { env = "prod" } } }] # error
  }
}

data "multicluster_placement" "ocm_selector_text" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = "env=prod" } }] # error
  }
}

data "multicluster_placement" "ocm_match_labels_camel" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { matchLabels = { env = "prod" } } } }] # error
  }
}

data "multicluster_placement" "ocm_match_label_singular" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_label = { env = "prod" } } } }] # error
  }
}

data "multicluster_placement" "ocm_match_labels_list" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_labels = ["env=prod"] } } }] # error
  }
}

data "multicluster_placement" "ocm_match_labels_text" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_labels = "env=prod" } } }] # error
  }
}

data "multicluster_placement" "ocm_match_labels_values" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_labels = { env = ["prod", "stage"] } } } }] # error
  }
}

data "multicluster_placement" "ocm_match_labels_value" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_labels = { env = "pro duction" } } } }] # error
  }
}

data "multicluster_placement" "ocm_match_labels_key" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_labels = { "-env" = "prod" } } } }] # error
  }
}

data "multicluster_placement" "ocm_expressions_object" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = { key = "env", operator = "Exists" } } } }] # error
  }
}

data "multicluster_placement" "ocm_expressions_camel" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { matchExpressions = [{ key = "env", operator = "Exists" }] } } }] # error
  }
}

data "multicluster_placement" "ocm_expression_lower_case" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "in", values = ["prod"] }] } } }] # error
  }
}

data "multicluster_placement" "ocm_expression_sql" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "=", values = ["prod"] }] } } }] # error
  }
}

data "multicluster_placement" "ocm_expression_gt" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "cpu", operator = "Gt", values = ["3"] }] } } }] # error
  }
}

data "multicluster_placement" "ocm_expression_exists_values" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "Exists", values = ["prod"] }] } } }] # error
  }
}

data "multicluster_placement" "ocm_expression_in_no_values" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "In" }] } } }] # error
  }
}

data "multicluster_placement" "ocm_expression_value" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "In", value = "prod" }] } } }] # error
  }
}

data "multicluster_placement" "ocm_expression_values_text" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "In", values = "prod" }] } } }] # error
  }
}

data "multicluster_placement" "ocm_expression_values_null" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "In", values = ["prod", null] }] } } }] # error
  }
}

data "multicluster_placement" "ocm_expression_no_operator" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", values = ["prod"] }] } } }] # error
  }
}

data "multicluster_placement" "ocm_expression_no_key" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ operator = "Exists" }] } } }] # error
  }
}

data "multicluster_placement" "ocm_expression_label" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ label = "env", operator = "Exists" }] } } }] # error
  }
}

data "multicluster_placement" "ocm_expression_op" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", op = "Exists" }] } } }] # error
  }
}

data "multicluster_placement" "ocm_expression_text" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = ["env in (prod)"] } } }] # error
  }
}

data "multicluster_placement" "ocm_claim_match_labels" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { claim_selector = { match_labels = { env = "prod" } } } }] # error
  }
}

data "multicluster_placement" "ocm_claim_operator" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { claim_selector = { match_expressions = [{ key = "platform", operator = "Equals", values = ["AWS"] }] } } }] # error
  }
}

data "multicluster_placement" "ocm_cel_text" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { cel_selector = "managedCluster.metadata.name == 'a'" } }] # error
  }
}

data "multicluster_placement" "ocm_cel_list" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { cel_selector = ["true"] } }] # error
  }
}

data "multicluster_placement" "ocm_cel_camel" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { cel_selector = { celExpressions = ["true"] } } }] # error
  }
}

data "multicluster_placement" "ocm_cel_expression_singular" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { cel_selector = { cel_expression = "true" } } }] # error
  }
}

data "multicluster_placement" "ocm_cel_expressions_text" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { cel_selector = { cel_expressions = "true" } } }] # error
  }
}

data "multicluster_placement" "ocm_cel_syntax" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { cel_selector = { cel_expressions = ["managedCluster.metadata.name =="] } } }] # error
  }
}

data "multicluster_placement" "ocm_cel_variable" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { cel_selector = { cel_expressions = ["cluster.metadata.name == 'a'"] } } }] # error
  }
}

data "multicluster_placement" "ocm_policy_list" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = [{ weight = 1 }] # error
  }
}

data "multicluster_placement" "ocm_policy_mode" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { mode = "exact", configurations = [] } # error
  }
}

data "multicluster_placement" "ocm_policy_mode_other" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { mode = "Multiplicative" } # error
  }
}

data "multicluster_placement" "ocm_policy_configuration_singular" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configuration = [{ score_coordinate = { built_in = "Steady" } }] } # error
  }
}

data "multicluster_placement" "ocm_policy_configurations_object" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = { score_coordinate = { built_in = "Steady" } } } # error
  }
}

data "multicluster_placement" "ocm_prioritizers" {
  clusters = local.fleet
  ocm = {
    prioritizers = [{ name = "Steady", weight = 1 }] # error
  }
}

data "multicluster_placement" "ocm_configuration_built_in_too_high" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ built_in = "Steady", weight = 2 }] } # error
  }
}

data "multicluster_placement" "ocm_configuration_no_coordinate" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ weight = 2 }] } # error
  }
}

data "multicluster_placement" "ocm_configuration_name" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ name = "Steady", weight = 2 }] } # error
  }
}

data "multicluster_placement" "ocm_configuration_weight_11" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "Steady" }, weight = 11 }] } # error
  }
}

data "multicluster_placement" "ocm_configuration_weight_minus_11" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "Steady" }, weight = -11 }] } # error
  }
}

data "multicluster_placement" "ocm_configuration_weight_word" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "Steady" }, weight = "high" }] } # error
  }
}

data "multicluster_placement" "ocm_configuration_weight_fraction" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "Steady" }, weight = 0.5 }] } # error
  }
}

data "multicluster_placement" "ocm_configuration_coordinate_text" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = "Steady" }] } # error
  }
}

data "multicluster_placement" "ocm_configuration_coordinate_camel" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ scoreCoordinate = { built_in = "Steady" } }] } # error
  }
}

data "multicluster_placement" "ocm_coordinate_builtin" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { builtin = "Steady" } }] } # error
  }
}

data "multicluster_placement" "ocm_coordinate_built_in_camel" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { builtIn = "Steady" } }] } # error
  }
}

data "multicluster_placement" "ocm_coordinate_misspelt_prioritizer" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "Stedy" } }] } # error
  }
}

data "multicluster_placement" "ocm_coordinate_lower_case" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "balance" } }] } # error
  }
}

data "multicluster_placement" "ocm_coordinate_memory" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "AllocatableMemory" } }] } # error
  }
}

data "multicluster_placement" "ocm_coordinate_type" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { type = "Addon", add_on = { resource_name = "cpu", score_name = "free" } } }] } # error
  }
}

data "multicluster_placement" "ocm_coordinate_add_on_missing" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { type = "AddOn" } }] } # error
  }
}

data "multicluster_placement" "ocm_coordinate_add_on_without_type" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { add_on = { resource_name = "cpu", score_name = "free" } } }] } # error
  }
}

data "multicluster_placement" "ocm_coordinate_addon" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { type = "AddOn", addon = { resource_name = "cpu", score_name = "free" } } }] } # error
  }
}

data "multicluster_placement" "ocm_coordinate_add_on_text" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { type = "AddOn", add_on = "cpu/free" } }] } # error
  }
}

data "multicluster_placement" "ocm_coordinate_add_on_camel" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { type = "AddOn", add_on = { resourceName = "cpu", score_name = "free" } } }] } # error
  }
}

data "multicluster_placement" "ocm_coordinate_add_on_score" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { type = "AddOn", add_on = { resource_name = "cpu" } } }] } # error
  }
}

data "multicluster_placement" "ocm_coordinate_add_on_too_high" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { type = "AddOn", score_name = "free" } }] } # error
  }
}

data "multicluster_placement" "ocm_coordinate_empty" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = {} }] } # error
  }
}
