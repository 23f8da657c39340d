locals {
  clusters = [
    { name = "eu-1", labels = { tier = "canary" } },
    { name = "eu-2" },
    { name = "eu-3" },
    { name = "us-1" },
  ]
}

data "multicluster_placement" "web" {
  clusters = local.clusters
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
}

data "multicluster_rollout" "web" {
  decision_groups      = data.multicluster_placement.web.decision_groups
  decision_group_names = data.multicluster_placement.web.decision_group_names
  revision             = "2.4.0"
  # written by the pipeline
  cluster_status = jsondecode(file("${path.module}/status.json"))
  now            = "2026-08-11T12:00:00Z"

  # The canary group goes first, and has to succeed for five minutes. Then two clusters at
  # a time.
  strategy = {
    type = "Progressive"
    progressive = {
      mandatory_decision_groups = [{ group_name = "canary" }]
      max_concurrency           = 2
      min_success_time          = "5m"
      progress_deadline         = "10m"
      max_failures              = 1
    }
  }
}

# Clusters that wait keep the earlier version.
resource "terraform_data" "release" {
  for_each = data.multicluster_placement.web.decisions_by_cluster
  input = contains(
    keys(data.multicluster_rollout.web.waiting),
    each.key
  ) ? "2.3.0" : "2.4.0"
}

output "waiting" {
  value = {
    for name, cluster in data.multicluster_rollout.web.waiting : name => cluster.reason
  }
}
