# A canary rollout whose clusters report through variables. The stories are in *.tftest.hcl.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

variable "clusters" {
  type        = list(string)
  description = "The fleet. Clusters whose names begin with canary are canaries."
}

variable "revision" {
  type = string
}

variable "succeeded" {
  type        = list(string)
  default     = []
  description = "Clusters that report a success of the revision."
}

variable "failed" {
  type        = map(string)
  default     = {}
  description = "Clusters that report a failure of the revision, and since when."
}

variable "reports" {
  type = map(object({
    status               = string
    revision             = optional(string)
    last_transition_time = optional(string)
  }))
  default     = {}
  description = "Further reports, as cluster_status has them."
}

variable "drained" {
  type        = list(string)
  default     = []
  description = "Clusters of the fleet that the placement does not choose."
}

variable "max_failures" {
  type    = number
  default = 1
}

variable "on_breach" {
  type    = string
  default = null
}

variable "abort" {
  type    = bool
  default = null
}

variable "retry" {
  type    = string
  default = null
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

variable "now" {
  type = string
}

locals {
  fleet = [for name in var.clusters : {
    name = name
    labels = {
      ring  = startswith(name, "canary") ? "canary" : "rest"
      ready = contains(var.drained, name) ? "false" : "true"
    }
  }]
  status = merge(
    { for name in var.succeeded : name => { status = "Succeeded", revision = var.revision } },
    { for name, since in var.failed : name => { status = "Failed", revision = var.revision, last_transition_time = since } },
    var.reports,
  )
}

resource "multicluster_placement" "web" {
  name     = "web"
  clusters = local.fleet
  ocm      = { predicates = [{ required_cluster_selector = { label_selector = { match_labels = { ready = "true" } } } }] }
  decision_strategy = {
    group_strategy = {
      decision_groups = [{
        group_name             = "canary"
        group_cluster_selector = { label_selector = { match_labels = { ring = "canary" } } }
      }]
    }
  }
}

resource "multicluster_rollout" "web" {
  name                 = "web"
  decision_groups      = multicluster_placement.web.decision_groups
  decision_group_names = multicluster_placement.web.decision_group_names
  clusters             = local.fleet
  revision             = var.revision
  cluster_status       = local.status
  on_breach            = var.on_breach
  abort                = var.abort
  retry                = var.retry
  initial_revisions    = var.taken_over
  now                  = var.now

  strategy = {
    type = "Progressive"
    progressive = {
      mandatory_decision_groups = [{ group_name = "canary" }]
      max_concurrency           = "25%"
      max_failures              = var.max_failures
      progress_deadline         = "30m"
    }
  }
}

# What the rollout drives.
resource "terraform_data" "release" {
  for_each = multicluster_rollout.web.revisions
  input    = each.value
}

# How far the rollout is: how many clusters have each revision, and which ones are in motion.
output "is" {
  value = {
    phase       = multicluster_rollout.web.phase
    next_change = multicluster_rollout.web.next_change
    revisions = {
      for revision, names in { for name, revision in multicluster_rollout.web.revisions : revision => name... } :
      revision => length(names)
    }
    states = { for state, names in multicluster_rollout.web.clusters_by_state : state => replace(names, ",", "") }
  }
}

output "waits_for" {
  value = multicluster_rollout.web.waits_for
}

output "is_unchanged" {
  value = jsonencode(multicluster_rollout.web) == jsonencode(var.expected)
}

output "rollout" {
  value = multicluster_rollout.web
}

# What the clusters really have.
output "released" {
  value = tomap({ for name, release in terraform_data.release : name => release.output })
}
