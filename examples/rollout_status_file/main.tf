# A canary rollout. A pipeline runs run.sh on a schedule: it asks the clusters, writes
# what it observed into status.tfvars.json, plans and applies.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

variable "image" {
  type    = string
  default = "web:2.1.0"
}

variable "cluster_status" {
  # with a type, Terraform silently drops attributes that the type does not have
  type        = any
  default     = {}
  description = "What runs on the clusters, as report.sh observes it."
}

provider "multicluster" {
  manifests = [file("${path.module}/fleet.yaml")] # kubectl get managedclusters -o yaml
}

resource "multicluster_placement" "web" {
  name = "web"
  ocm  = {}
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

resource "multicluster_rollout" "web" {
  name                 = "web"
  decision_groups      = multicluster_placement.web.decision_groups
  decision_group_names = multicluster_placement.web.decision_group_names
  revision             = var.image
  cluster_status       = var.cluster_status
  now                  = plantimestamp()
  on_breach            = "rollback"
  initial_revisions    = {} # no cluster has the workload yet

  strategy = {
    type = "Progressive"
    progressive = {
      mandatory_decision_groups = [{ group_name = "canary" }]
      max_concurrency           = 2
      max_failures              = 1
      progress_deadline         = "30m"
    }
  }
}

# What is deployed: for example a ManifestWork.
resource "terraform_data" "web" {
  for_each = multicluster_rollout.web.revisions
  input    = { cluster = each.key, image = each.value }
}

# A warning in every plan. Unlike a postcondition, a check does not stop the plan that
# rolls back.
check "rollout" {
  assert {
    condition = !multicluster_rollout.web.breached
    error_message = join(": ", [
      "The rollout has stopped",
      coalesce(multicluster_rollout.web.breach_reason, "unknown"),
    ])
  }
}

# The clusters that report.sh asks.
output "revisions" {
  value = multicluster_rollout.web.revisions
}

# What phase.sh reads.
output "rollout" {
  value = {
    phase         = multicluster_rollout.web.phase
    waits_for     = multicluster_rollout.web.waits_for
    next_change   = multicluster_rollout.web.next_change
    breach_reason = multicluster_rollout.web.breach_reason
  }
}

# For the pull request.
output "explanation" {
  value = provider::multicluster::explain(multicluster_rollout.web)
}
