resource "multicluster_placement" "web" {
  name = "web"
  clusters = [
    { name = "eu-1", labels = { tier = "canary" } },
    { name = "eu-2", labels = {} },
    { name = "us-1", labels = {} },
  ]
  ocm = {}
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

variable "cluster_status" {
  type        = map(object({ status = string, revision = string }))
  default     = {} # such as { "eu-1" = { status = "Succeeded", revision = "web:2.1.0" } }
  description = "What the pipeline found out about the clusters after the last apply."
}

resource "multicluster_rollout" "web" {
  name                 = "web"
  decision_groups      = multicluster_placement.web.decision_groups
  decision_group_names = multicluster_placement.web.decision_group_names
  revision             = "web:2.1.0"
  cluster_status       = var.cluster_status
  on_breach            = "rollback"

  # Before the first apply no cluster has the workload. Later, this is not read.
  initial_revisions = {}

  strategy = {
    type = "Progressive"
    progressive = {
      mandatory_decision_groups = [{ group_name = "canary" }]
      max_concurrency           = "50%"
    }
  }
}

# What is rolled out: one instance for each cluster that has or gets the workload now,
# with its revision.
resource "terraform_data" "web" {
  for_each = multicluster_rollout.web.revisions # known during plan
  input    = each.value
}

# Clusters that have the workload already, before the first apply of the rollout or the
# one that imports it.
resource "multicluster_rollout" "shop" {
  name              = "shop"
  decisions         = multicluster_placement.web.decisions
  revision          = "shop:5"
  initial_revisions = { eu-1 = "shop:4", eu-2 = "shop:4", us-1 = "shop:3" }
  strategy          = { type = "RollingUpdate", rolling_update = { max_unavailable = 1 } }
}
