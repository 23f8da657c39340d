data "multicluster_ocm_placement" "camel_case" {
  numberOfClusters = 2 # error: An argument named "numberOfClusters" is not expected here.
}

data "multicluster_ocm_placement" "nested" {
  predicates {
    required_cluster_selector {
      label_selektor { # error: Blocks of type "label_selektor" are not expected here.
        match_labels = { env = "prod" }
      }
    }
  }
}

data "multicluster_ocm_placement" "value" {
  predicates {
    required_cluster_selector {
      label_selector {
        match_expressions {
          key      = "env"
          operator = "Is" # error: predicates[0].required_cluster_selector.label_selector.match_expressions[0].operator: found "Is": must be one of
        }
      }
    }
  }
}

data "multicluster_kubefleet_placement" "required" {
  topology_spread_constraints { # error: The argument "topology_key" is required
    max_skew = 1
  }
}

data "multicluster_kubefleet_placement" "negative" {
  placement_type     = "PickN"
  number_of_clusters = -1 # error: number_of_clusters: found -1: must not be negative
}

data "multicluster_hybrid_placement" "second_block" {
  advisors {
    name = "cost"
  }
  advisors {
    name = "cost" # error: advisors[1].name: found "cost"
  }
}
