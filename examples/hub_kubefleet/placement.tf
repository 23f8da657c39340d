# External: nothing reaches a cluster without a run.
resource "multicluster_placement" "shop" {
  name               = "shop"
  kubefleet          = local.shop
  resource_selectors = [{ group = "", version = "v1", kind = "Namespace", name = "shop" }]
  strategy           = { type = "External" }
  max_moves          = 1
  wait_for_decisions = true
}

# What else each cluster needs: for example a DNS record.
resource "terraform_data" "shop" {
  for_each = data.multicluster_placement.shop.decisions_by_cluster
  input    = "${each.key}.shop.example.com"
}
