locals {
  placement = provider::multicluster::place({
    name     = "web"
    clusters = [{ name = "eu-1", labels = { tier = "canary" } }, { name = "us-1" }]
    ocm      = {}
    decision_strategy = {
      group_strategy = {
        decision_groups = [{
          group_name = "canary"
          group_cluster_selector = {
            label_selector = { match_labels = { tier = "canary" } }
          }
        }]
      }
    }
  })
}

# The elements of the list generator of an ApplicationSet.
output "elements" {
  value = provider::multicluster::encode_decisions(local.placement, "argocd")
}

# Objects of KEP-5313, for a tool that reads them.
output "placement_decisions" {
  value = provider::multicluster::encode_decisions(
    merge(local.placement, { name = "web", namespace = "apps" }),
    "sig-multicluster"
  )
}
