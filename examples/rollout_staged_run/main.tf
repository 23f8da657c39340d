# A staged update run of KubeFleet: stages by label, an approval, a timed wait. And a
# rolling update over the same clusters.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

locals {
  clusters = [
    for name, env in {
      dev-1  = "dev"
      dev-2  = "dev"
      prod-1 = "prod"
      prod-2 = "prod"
    } : { name = name, labels = { env = env } }
  ]
}

variable "approved_stages" {
  type = map(list(string))
  # "web:2.1.0" = ["prod"]: a commit that adds it is the approval of this revision
  default = {}
}

variable "cluster_status" {
  type = map(
    object({ status = string, revision = string, last_transition_time = string })
  )
  default = {}
}

variable "now" {
  type    = string
  default = null
}

resource "multicluster_placement" "web" {
  name      = "web"
  clusters  = local.clusters
  kubefleet = { placement_type = "PickAll" }
}

resource "multicluster_rollout" "web" {
  name              = "web"
  decisions         = multicluster_placement.web.decisions
  clusters          = local.clusters # stages select by labels
  revision          = "web:2.1.0"
  cluster_status    = var.cluster_status
  approved_stages   = var.approved_stages
  now               = coalesce(var.now, plantimestamp())
  initial_revisions = {} # no cluster has the workload yet

  strategy = {
    type = "External"
    stages = [
      {
        name              = "dev"
        label_selector    = { match_labels = { env = "dev" } }
        max_concurrency   = "100%"
        after_stage_tasks = [{ type = "TimedWait", wait_time = "1h" }]
      },
      {
        name               = "prod"
        label_selector     = { match_labels = { env = "prod" } }
        before_stage_tasks = [{ type = "Approval" }]
      },
    ]
  }
}

resource "multicluster_rollout" "agent" {
  name              = "agent"
  decisions         = multicluster_placement.web.decisions
  revision          = "agent:7"
  initial_revisions = {} # no cluster has the workload yet
  strategy = {
    type           = "RollingUpdate"
    rolling_update = { max_unavailable = 1, max_surge = 1 }
  }
}

resource "terraform_data" "web" {
  for_each = multicluster_rollout.web.revisions
  input    = each.value
}
