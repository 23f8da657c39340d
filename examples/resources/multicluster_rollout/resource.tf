variable "cluster_status" {
  type        = map(object({ status = string, revision = string }))
  default     = {}
  description = "What the pipeline found out after the last apply."
}

resource "multicluster_rollout" "web" {
  name = "web"

  # decision_groups and decision_group_names of multicluster_placement
  decision_groups      = { eu-1 = 0, eu-2 = 1, us-1 = 1 }
  decision_group_names = ["canary", ""]
  revision             = "web:2.1.0"
  cluster_status       = var.cluster_status
  on_breach            = "rollback"

  # What each cluster has before the first apply or an import: { eu-1 = "web:2.0.3" }.
  initial_revisions = {}

  strategy = {
    type = "Progressive"
    progressive = {
      mandatory_decision_groups = [{ group_name = "canary" }]
      max_concurrency           = "50%"
    }
  }
}

# One instance for each cluster that has or gets the workload now.
resource "terraform_data" "web" {
  for_each = multicluster_rollout.web.revisions
  input    = each.value
}
