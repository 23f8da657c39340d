# A staged update run of KubeFleet. The clusters report through a variable.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

locals {
  fleet = [for name, rank in { dev-1 = "1", dev-2 = "2", prod-1 = "3", prod-2 = "1", prod-3 = "2" } : {
    name   = name
    labels = { env = split("-", name)[0], rank = rank }
  }]
}

variable "revision" {
  type = string
}

variable "now" {
  type = string
}

variable "available" {
  type        = map(string)
  default     = {}
  description = "The clusters whose resources are available, and since when."
}

variable "approved" {
  type    = list(string)
  default = []
}

variable "taken_over" {
  type        = map(string)
  default     = {}
  description = "The revisions that the clusters have before the first apply."
}

variable "expected" {
  type        = any
  default     = null
  description = "What the rollout should still be."
}

resource "multicluster_placement" "web" {
  name      = "web"
  clusters  = local.fleet
  kubefleet = { placement_type = "PickAll" }
}

resource "multicluster_rollout" "web" {
  name              = "web"
  clusters          = local.fleet
  decisions         = multicluster_placement.web.decisions
  revision          = var.revision
  now               = var.now
  approved_stages   = { v1 = var.approved }
  initial_revisions = var.taken_over
  cluster_status = {
    for name, since in var.available : name => { status = "Available", revision = var.revision, last_transition_time = since }
  }

  strategy = {
    type = "External"
    stages = [
      {
        name              = "dev"
        label_selector    = { match_labels = { env = "dev" } }
        max_concurrency   = 2
        after_stage_tasks = [{ type = "TimedWait", wait_time = "1h" }]
      },
      {
        name               = "prod"
        label_selector     = { match_labels = { env = "prod" } }
        sorting_label_key  = "rank"
        before_stage_tasks = [{ type = "Approval" }]
      },
    ]
  }
}

output "is" {
  value = {
    phase       = multicluster_rollout.web.phase
    next_change = multicluster_rollout.web.next_change
    revisions   = multicluster_rollout.web.revisions
    states      = multicluster_rollout.web.clusters_by_state
  }
}

output "waits_for" {
  value = multicluster_rollout.web.waits_for
}

output "rollout" {
  value = multicluster_rollout.web
}

output "is_unchanged" {
  value = jsonencode(multicluster_rollout.web) == jsonencode(var.expected)
}
