data "multicluster_kubefleet_placement" "web" {
  placement_type     = "PickN"
  number_of_clusters = 1

  affinity {
    cluster_affinity {
      required_during_scheduling_ignored_during_execution {
        cluster_selector_terms {
          label_selector {
            match_expressions {
              key      = "env"
              operator = "In"
              values   = ["prod", "staging"]
            }
          }
        }
      }
      preferred_during_scheduling_ignored_during_execution {
        weight = 50
        preference {
          property_sorter {
            name       = "kubernetes-fleet.io/node-count"
            sort_order = "Ascending"
          }
        }
      }
    }
  }
}

data "multicluster_placement" "web" {
  clusters = [
    {
      name       = "eu-1"
      labels     = { env = "prod" }
      properties = { "kubernetes-fleet.io/node-count" = "9" }
    },
    {
      name       = "eu-2"
      labels     = { env = "staging" }
      properties = { "kubernetes-fleet.io/node-count" = "3" }
    },
    {
      name       = "eu-3"
      labels     = { env = "dev" }
      properties = { "kubernetes-fleet.io/node-count" = "1" }
    },
  ]
  kubefleet = data.multicluster_kubefleet_placement.web.spec
}

output "clusters" {
  value = data.multicluster_placement.web.decisions[*].cluster_name # eu-2
}
