resource "multicluster_staged_update_strategy" "shop" {
  name = "shop"
  stages = [
    {
      name = "canary"
      label_selector = {
        match_labels = { "fleet.azure.com/location" = "northeurope" }
      }
      after_stage_tasks = [{ type = "Approval" }]
    },
    {
      name = "rest"
      label_selector = {
        match_expressions = [{
          key      = "fleet.azure.com/location"
          operator = "NotIn"
          values   = ["northeurope"]
        }]
      }
    },
  ]
}

# Each rollout is another run.
resource "multicluster_staged_update_run" "shop" {
  name                         = "shop-1"
  placement_name               = multicluster_placement.shop.name
  staged_rollout_strategy_name = multicluster_staged_update_strategy.shop.name
  state                        = "Run"
  approved_stages              = {} # { "shop-1" = ["canary"] }
}
