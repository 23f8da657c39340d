provider "multicluster" {
  hub = {
    config_path = "~/.kube/config" # az fleet get-credentials writes it
  }
}

locals {
  shop = {
    placement_type     = "PickN"
    number_of_clusters = 2
    affinity = {
      cluster_affinity = {
        required_during_scheduling_ignored_during_execution = {
          cluster_selector_terms = [{ label_selector = { match_labels = { env = "prod" } } }]
        }
        preferred_during_scheduling_ignored_during_execution = [{
          weight     = 100
          preference = { property_sorter = { name = "resources.kubernetes-fleet.io/available-cpu", sort_order = "Descending" } }
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

# The ClusterResourcePlacement on the hub, with the same policy. KubeFleet rolls the namespace and all that is in it out.
resource "multicluster_placement" "shop" {
  name               = "shop"
  kubefleet          = local.shop
  resource_selectors = [{ group = "", version = "v1", kind = "Namespace", name = "shop" }]
  strategy           = { type = "RollingUpdate", rolling_update = { max_unavailable = 1 } }
  max_moves          = 1
}

# What else each cluster needs: for example a DNS record.
resource "terraform_data" "shop" {
  for_each = data.multicluster_placement.shop.decisions_by_cluster
  input    = "${each.key}.shop.example.com"
}
