data "multicluster_placement" "strategy_fields_too_high" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    clusters_per_decision_group = 1 # error
  }
}

data "multicluster_placement" "strategy_groups_too_high" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    decision_groups = [] # error
  }
}

data "multicluster_placement" "strategy_camel" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    groupStrategy = { clusters_per_decision_group = 1 } # error
  }
}

data "multicluster_placement" "strategy_camel_below" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { clustersPerDecisionGroup = 1 } # error
  }
}

data "multicluster_placement" "strategy_list" {
  clusters          = local.fleet
  ocm               = {}
  decision_strategy = [{ group_strategy = {} }] # error
}

data "multicluster_placement" "strategy_percent_large" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { clusters_per_decision_group = "250%" } # error
  }
}

data "multicluster_placement" "strategy_percent_zero" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { clusters_per_decision_group = "0%" } # error
  }
}

data "multicluster_placement" "strategy_percent_space" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { clusters_per_decision_group = "25 %" } # error
  }
}

data "multicluster_placement" "strategy_percent_fraction" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { clusters_per_decision_group = "12.5%" } # error
  }
}

data "multicluster_placement" "strategy_fraction" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { clusters_per_decision_group = 0.25 } # error
  }
}

data "multicluster_placement" "strategy_word" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { clusters_per_decision_group = "half" } # error
  }
}

data "multicluster_placement" "strategy_group_size" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { group_size = 1 } # error
  }
}

data "multicluster_placement" "strategy_groups_object" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { decision_groups = { group_name = "canary", group_cluster_selector = {} } } # error
  }
}

data "multicluster_placement" "strategy_group_name_short" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { decision_groups = [{ name = "canary", group_cluster_selector = { label_selector = local.prod } }] } # error
  }
}

data "multicluster_placement" "strategy_group_name_letter" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { decision_groups = [{ group_name = "c", group_cluster_selector = { label_selector = local.prod } }] } # error
  }
}

data "multicluster_placement" "strategy_group_name_space" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { decision_groups = [{ group_name = "the canaries", group_cluster_selector = { label_selector = local.prod } }] } # error
  }
}

data "multicluster_placement" "strategy_group_selector_missing" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { decision_groups = [{ group_name = "canary" }] } # error
  }
}

data "multicluster_placement" "strategy_group_label_selector" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { decision_groups = [{ group_name = "canary", label_selector = local.prod }] } # error
  }
}

data "multicluster_placement" "strategy_group_selector_match_labels" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { decision_groups = [{ group_name = "canary", group_cluster_selector = { match_labels = { env = "prod" } } }] } # error
  }
}

data "multicluster_placement" "strategy_group_selector_misspelt" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { decision_groups = [{ group_name = "canary", group_clusters_selector = { label_selector = local.prod } }] } # error
  }
}

data "multicluster_placement" "strategy_group_selector_cel" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { decision_groups = [{ group_name = "canary", group_cluster_selector = { cel_selector = { cel_expressions = ["true"] } } }] } # error
  }
}

data "multicluster_placement" "strategy_group_operator" {
  clusters = local.fleet
  ocm      = {}
  decision_strategy = {
    group_strategy = { decision_groups = [{ group_name = "canary", group_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "Equals", values = ["prod"] }] } } }] } # error
  }
}
