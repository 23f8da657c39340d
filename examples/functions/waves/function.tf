resource "multicluster_cluster" "all" {
  for_each = { eu-1 = "canary", eu-2 = "low", eu-3 = "low", us-1 = "high" }

  name   = each.key
  labels = { tier = each.value }
}

locals {
  placed = provider::multicluster::place({
    clusters  = multicluster_cluster.all
    kubefleet = { placement_type = "PickAll" }
  })

  # The stages of a staged update run, and the clusters of each.
  waves = provider::multicluster::waves({
    decisions = local.placed.decisions
    clusters  = multicluster_cluster.all
    strategy = {
      type = "External"
      stages = [for tier in ["canary", "low", "high"] : {
        name              = tier
        label_selector    = { match_labels = { tier = tier } }
        max_concurrency   = "50%"
        after_stage_tasks = [{ type = "Approval" }]
      }]
    }
  })
}

output "waves" {
  value = { for wave in local.waves : wave.name => wave.cluster_names }
}
