# The ClusterResourcePlacement on the hub: KubeFleet rolls the namespace out.
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
