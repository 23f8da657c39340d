data "multicluster_placement" "strategy_fields_too_high" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    clusters_per_decision_group = 1 # error: decision_strategy.clusters_per_decision_group: unsupported attribute; clusters_per_decision_group belongs in
  }
}

data "multicluster_placement" "strategy_groups_too_high" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    decision_groups = [] # error: decision_strategy.decision_groups: unsupported attribute; decision_groups belongs in decision_strategy.group_strategy.decision_groups
  }
}

data "multicluster_placement" "strategy_camel" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    groupStrategy = { clusters_per_decision_group = 1 } # error: decision_strategy.groupStrategy: unsupported attribute; did you mean "group_strategy"?
  }
}

data "multicluster_placement" "strategy_camel_below" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { clustersPerDecisionGroup = 1 } # error: decision_strategy.group_strategy.clustersPerDecisionGroup: unsupported attribute; did you mean "clusters_per_decision_group"?
  }
}

data "multicluster_placement" "strategy_list" {
  clusters          = local.fleet
  ocm               = {}
  decision_strategy = [{ group_strategy = {} }] # error: decision_strategy: found a list; it must be an object
}

data "multicluster_placement" "strategy_percent_large" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { clusters_per_decision_group = "250%" } # error: decision_strategy.group_strategy.clusters_per_decision_group: found "250%": must be a number of clusters of at least 1, or a percentage from "1%" to "100%"
  }
}

data "multicluster_placement" "strategy_percent_zero" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { clusters_per_decision_group = "0%" } # error: decision_strategy.group_strategy.clusters_per_decision_group: found "0%": must be a number of clusters of at least 1, or a percentage from "1%" to "100%"
  }
}

data "multicluster_placement" "strategy_percent_space" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { clusters_per_decision_group = "25 %" } # error: decision_strategy.group_strategy.clusters_per_decision_group: found "25 %": must be a number of clusters of at least 1, or a percentage from "1%" to "100%"
  }
}

data "multicluster_placement" "strategy_percent_fraction" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { clusters_per_decision_group = "12.5%" } # error: decision_strategy.group_strategy.clusters_per_decision_group: found "12.5%": must be a number of clusters of at least 1, or a percentage from "1%" to "100%"
  }
}

data "multicluster_placement" "strategy_fraction" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { clusters_per_decision_group = 0.25 } # error: decision_strategy.group_strategy.clusters_per_decision_group: found "0.25": must be a number of clusters of at least 1, or a percentage from "1%" to "100%"
  }
}

data "multicluster_placement" "strategy_word" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { clusters_per_decision_group = "half" } # error: decision_strategy.group_strategy.clusters_per_decision_group: found "half": must be a number of clusters of at least 1, or a percentage from "1%" to "100%"
  }
}

data "multicluster_placement" "strategy_group_size" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { group_size = 1 } # error: decision_strategy.group_strategy.group_size: unsupported attribute
  }
}

data "multicluster_placement" "strategy_groups_object" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { decision_groups = { group_name = "canary", group_cluster_selector = {} } } # error: decision_strategy.group_strategy.decision_groups: found an object; it must be a list of objects, such as [{ group_name = "canary", group_cluster_selector = {} }]
  }
}

data "multicluster_placement" "strategy_group_name_short" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { decision_groups = [{ name = "canary", group_cluster_selector = { label_selector = local.prod } }] } # error: decision_strategy.group_strategy.decision_groups[0].name: unsupported attribute
  }
}

data "multicluster_placement" "strategy_group_name_letter" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { decision_groups = [{ group_name = "c", group_cluster_selector = { label_selector = local.prod } }] } # error: decision_strategy.group_strategy.decision_groups[0].group_name: found "c": must be 2 to 63 letters, digits, '-', '_' or '.', and start and end with a letter or digit
  }
}

data "multicluster_placement" "strategy_group_name_space" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { decision_groups = [{ group_name = "the canaries", group_cluster_selector = { label_selector = local.prod } }] } # error: decision_strategy.group_strategy.decision_groups[0].group_name: found "the canaries": must be 2 to 63 letters, digits, '-', '_' or '.', and start and end with a letter or
  }
}

data "multicluster_placement" "strategy_group_selector_missing" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { decision_groups = [{ group_name = "canary" }] } # error: decision_strategy.group_strategy.decision_groups[0].group_cluster_selector: the attribute must be set
  }
}

data "multicluster_placement" "strategy_group_label_selector" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { decision_groups = [{ group_name = "canary", label_selector = local.prod }] } # error: decision_strategy.group_strategy.decision_groups[0].label_selector: unsupported attribute; label_selector belongs in
  }
}

data "multicluster_placement" "strategy_group_selector_match_labels" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { decision_groups = [{ group_name = "canary", group_cluster_selector = { match_labels = { env = "prod" } } }] } # error: decision_strategy.group_strategy.decision_groups[0].group_cluster_selector.match_labels: unsupported attribute; match_labels belongs in
  }
}

data "multicluster_placement" "strategy_group_selector_misspelt" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { decision_groups = [{ group_name = "canary", group_clusters_selector = { label_selector = local.prod } }] } # error: decision_strategy.group_strategy.decision_groups[0].group_clusters_selector: unsupported attribute; did you mean "group_cluster_selector"?
  }
}

data "multicluster_placement" "strategy_group_selector_cel" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { decision_groups = [{ group_name = "canary", group_cluster_selector = { cel_selector = { cel_expressions = ["true"] } } }] } # error: decision_strategy.group_strategy.decision_groups[0].group_cluster_selector.cel_selector: unsupported attribute
  }
}

data "multicluster_placement" "strategy_group_operator" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { decision_groups = [{ group_name = "canary", group_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "Equals", values = ["prod"] }] } } }] } # error: decision_strategy.group_strategy.decision_groups[0].group_cluster_selector.label_selector.match_expressions[0].operator: found "Equals": must be one of "In", "NotIn", "Exists", "DoesNotExist"
  }
}
