locals {
  shop = {
    placement_type     = "PickN"
    number_of_clusters = 2
    affinity = {
      cluster_affinity = {
        required_during_scheduling_ignored_during_execution = {
          cluster_selector_terms = [{
            label_selector = { match_labels = { env = "prod" } }
          }]
        }
        preferred_during_scheduling_ignored_during_execution = [{
          weight = 100
          preference = { property_sorter = {
            name       = "resources.kubernetes-fleet.io/available-cpu"
            sort_order = "Descending"
          } }
        }]
      }
    }
  }
}

# Predicts the hub's decision. Read-only.
data "multicluster_placement" "shop" {
  name      = "shop"
  kubefleet = local.shop
}

output "clusters" {
  value = keys(data.multicluster_placement.shop.decisions_by_cluster)
}
