data "multicluster_clusters" "names" {
  manifests = []
  names     = ["eu-1"] # error: names: the provider computes this attribute; remove it from the configuration
}

data "multicluster_placement" "more_decisions_by_cluster" {
  clusters             = local.fleet
  ocm                  = {}
  decisions_by_cluster = {} # error: decisions_by_cluster: the provider computes this attribute; remove it from the configuration
}

data "multicluster_placement" "more_satisfied" {
  clusters  = local.fleet
  ocm       = {}
  satisfied = true # error: Cannot set value for this attribute as the provider has marked it as read-only. Remove the configuration line
}

resource "multicluster_cluster_set" "members" {
  name         = "prod"
  member_names = ["eu-1"] # error: member_names: the provider computes this attribute; remove it from the configuration
}

data "multicluster_placement" "more_null_dialect" {
  clusters = local.fleet
  ocm      = null # error: ocm: no scheduler is configured; set one of ocm, kubefleet, hybrid
}

data "multicluster_placement" "more_targets_names" {
  clusters = local.fleet
  hybrid   = {}
  targets  = ["vm-1"] # error: targets[0]: found a string; it must be an object
}

data "multicluster_placement" "more_taints_map" {
  clusters = [{ name = "eu-1", taints = { gpu = "NoSelect" } }] # error: clusters[0].taints: found an object; it must be a list of objects, such as [{ key = "gpu", effect = "NoSelect" }]
  ocm      = {}
}

data "multicluster_placement" "more_agent_bool" {
  clusters  = [{ name = "eu-1", agent = { online = true, joined = { status = true } } }] # error: clusters[0].agent.joined.status: found "true": must be one of "True", "False", "Unknown"; did you mean "True"?
  kubefleet = {}
}

data "multicluster_placement" "more_long_name" {
  name      = "a234567890123456789012345678901234567890123456789012345678901234" # error: name: found 64 bytes: must have at most 63
  clusters  = local.fleet
  kubefleet = {}
}

data "multicluster_placement" "more_long_cluster_name" {
  clusters  = [{ name = "a234567890123456789012345678901234567890123456789012345678901234" }] # error: clusters[0].name: found 64 bytes: must have at most 63
  kubefleet = {}
}

data "multicluster_placement" "more_selector_key" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "a b", operator = "Exists" }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].key: found "a b": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with
  }
}

data "multicluster_placement" "more_selector_value" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "a", operator = "In", values = ["b c"] }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].values[0]: found "b c": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.',
  }
}

data "multicluster_placement" "more_two_predicates" {
  clusters = local.fleet
  ocm = {
    predicates = [ # error: ocm.predicates[0].label_selector: unsupported attribute; label_selector belongs in ocm.predicates[0].required_cluster_selector.label_selector
      { label_selector = { match_labels = { env = "prod" } } },
      { label_selector = { match_labels = { env = "stage" } } },
    ]
  }
}

data "multicluster_placement" "more_camel_type_and_number" {
  clusters = local.fleet
  kubefleet = {
    placementType      = "PickN" # error: kubefleet.placementType: unsupported attribute; did you mean "placement_type"?
    number_of_clusters = 1
  }
}

data "multicluster_placement" "more_camel_number" {
  clusters = local.fleet
  kubefleet = {
    placement_type   = "PickN"
    numberOfClusters = 1 # error: kubefleet.numberOfClusters: unsupported attribute; did you mean "number_of_clusters"?
  }
}

data "multicluster_placement" "more_camel_operator" {
  clusters = local.fleet
  kubefleet = {
    tolerations = [{ Operator = "Exists" }] # error: kubefleet.tolerations[0].Operator: unsupported attribute; did you mean "operator"?
  }
}

data "multicluster_placement" "more_duplicate_taint" {
  clusters  = [{ name = "eu-1", taints = [{ key = "a", effect = "NoSchedule" }, { key = "a", effect = "NoSchedule" }] }] # error: clusters[0].taints[1]: found "a:NoSchedule": clusters[0].taints[0] already has this value
  kubefleet = {}
}

data "multicluster_placement" "more_managed_cluster" {
  clusters = [yamldecode("{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: eu-1}}")] # error: clusters[0]: found a Kubernetes object; the functions decode_placement and decode_clusters read its YAML, or set the
  ocm      = {}
}

data "multicluster_placement" "more_ocm_in_list_of_lists" {
  clusters = [local.fleet] # error: clusters[0]: found a list; it must be an object
  ocm      = {}
}

data "multicluster_placement" "more_predicates_merged" {
  clusters = local.fleet
  ocm = {
    predicates = [[{ required_cluster_selector = {} }]] # error: ocm.predicates[0]: found a list; it must be an object
  }
}

data "multicluster_placement" "more_cluster_set_in_cluster" {
  clusters = [{ name = "eu-1", cluster_set = "prod" }] # error: clusters[0].cluster_set: unsupported attribute
  ocm      = {}
}

data "multicluster_placement" "more_name_of_policy" {
  clusters = local.fleet
  ocm = {
    prioritizer_policies = { mode = "Exact" } # error: ocm.prioritizer_policies: unsupported attribute; did you mean "prioritizer_policy"?
  }
}

data "multicluster_placement" "more_group_strategy_in_ocm" {
  clusters = local.fleet
  ocm = {
    group_strategy = { clusters_per_decision_group = 1 } # error: ocm.group_strategy: unsupported attribute; group_strategy is an attribute of decision_strategy
  }
}

data "multicluster_placement" "more_replicas_in_kubefleet" {
  clusters = local.fleet
  kubefleet = {
    replicas = 1 # error: kubefleet.replicas: unsupported attribute; replicas is an attribute of hybrid
  }
}

data "multicluster_placement" "more_score_coordinate_too_high" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { score_coordinate = { built_in = "Steady" } } # error: ocm.prioritizer_policy.score_coordinate: unsupported attribute; score_coordinate belongs in ocm.prioritizer_policy.configurations[0].score_coordinate
  }
}

data "multicluster_placement" "more_weight_only" {
  clusters = local.fleet
  ocm = {
    configurations = [{ score_coordinate = { built_in = "Steady" } }] # error: ocm.configurations: unsupported attribute; configurations belongs in ocm.prioritizer_policy.configurations
  }
}

data "multicluster_placement" "more_number_exponent" {
  clusters = local.fleet
  ocm = {
    number_of_clusters = 1e20 # error: ocm.number_of_clusters: found 1e+20; it must be a whole number of at most 32 bits
  }
}

data "multicluster_placement" "more_number_empty" {
  clusters = local.fleet
  ocm = {
    number_of_clusters = "" # error: ocm.number_of_clusters: found ""; it must be a number
  }
}

resource "multicluster_placement" "more_max_moves_bool" {
  name      = "web"
  clusters  = local.fleet
  ocm       = {}
  max_moves = true # error: max_moves: found "true": must be a number of clusters of at least 0, or a percentage from "0%" to "100%", such as "25%"
}

resource "multicluster_placement" "more_decisions" {
  name      = "web"
  clusters  = local.fleet
  ocm       = {}
  decisions = [] # error: decisions: the provider computes this attribute; remove it from the configuration
}
