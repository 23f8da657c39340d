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
    tolerations = { key = "gpu", operator = "Exists" } # error: ocm.tolerations: found an object; it must be a list of objects, such as [{ key = "gpu", operator = "Exists" }]
  }
}

data "multicluster_placement" "ocm_toleration_seconds" {
  clusters = local.fleet
  ocm = {
    tolerations = [{ # error: ocm.tolerations[0].toleration_seconds: found "5m"; it must be a number of seconds, such as 300.
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
