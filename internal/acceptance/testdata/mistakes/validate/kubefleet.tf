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
    topology_spread_constraints = { topology_key = "region" } # error: kubefleet.topology_spread_constraints: found an object; it must be a list of objects, such as [{ topology_key = "region" }]
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
