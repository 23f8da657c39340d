provider "multicluster" {
  hub = {
    config_path = "~/.kube/config"
    kind        = "MemberCluster"
  }
}

# A ClusterStagedUpdateStrategy: the canaries first, an hour and an approval later the
# others, a quarter of them at a time.
resource "multicluster_staged_update_strategy" "safe" {
  name = "safe"

  stages = [
    {
      name           = "canary"
      label_selector = { match_labels = { tier = "canary" } }
      after_stage_tasks = [
        { type = "TimedWait", wait_time = "1h" },
        { type = "Approval" },
      ]
    },
    {
      name              = "prod"
      label_selector    = { match_labels = { tier = "prod" } }
      sorting_label_key = "order"
      max_concurrency   = "25%"
    },
  ]
}
