provider "multicluster" {
  hub = {
    config_path = "~/.kube/config"
  }
}

variable "image" {
  type    = string
  default = "registry.example/web:1"
}

# Where the workload runs: the clusters of the hub, in two groups.
data "multicluster_placement" "web" {
  name      = "web"
  namespace = "works"
  ocm = {
    cluster_sets = ["works"]
  }
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

# How far it is on these clusters, as their agents have reported to the hub. Before the
# first apply there is nothing to read.
data "multicluster_workload_status" "web" {
  manifest_works = { name = "web" }
  clusters       = keys(data.multicluster_placement.web.decisions_by_cluster)
}

# Which revision each cluster gets in this apply: the canary first, then two clusters at a
# time. One that has failed for ten minutes stops the rollout.
resource "multicluster_rollout" "web" {
  name                 = "web"
  decision_groups      = data.multicluster_placement.web.decision_groups
  decision_group_names = data.multicluster_placement.web.decision_group_names
  cluster_status       = data.multicluster_workload_status.web.cluster_status
  revision             = var.image
  now                  = plantimestamp()

  # What the clusters have before the first apply. Later, this is not read.
  initial_revisions = data.multicluster_workload_status.web.revisions

  strategy = {
    type = "Progressive"
    progressive = {
      mandatory_decision_groups = [{ group_name = "canary" }]
      max_concurrency           = 2
      progress_deadline         = "10m"
      max_failures              = 0
    }
  }
}

# The workload itself. The agent of the cluster applies it.
resource "multicluster_manifest_work" "web" {
  for_each       = multicluster_rollout.web.revisions
  cluster_name   = each.key
  name           = "web"
  revision       = each.value
  track_progress = true

  manifests = [
    {
      apiVersion = "v1"
      kind       = "Namespace"
      metadata   = { name = "web" }
    },
    {
      apiVersion = "apps/v1"
      kind       = "Deployment"
      metadata   = { namespace = "web", name = "web" }
      spec = {
        replicas = 2
        selector = { matchLabels = { app = "web" } }
        template = {
          metadata = { labels = { app = "web" } }
          spec     = { containers = [{ name = "web", image = each.value }] }
        }
      }
    },
  ]
}

output "phase" {
  value = multicluster_rollout.web.phase
}

output "waits_for" {
  value = multicluster_rollout.web.waits_for
}

# A warning in every plan and apply as long as it has stopped. It fails neither.
check "rollout" {
  assert {
    condition = !multicluster_rollout.web.breached
    error_message = join(": ", [
      "The rollout has stopped",
      coalesce(multicluster_rollout.web.breach_reason, "unknown"),
    ])
  }
}
