# A rollout that starts and removes something only on working days from 7:00 to 15:00 UTC.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

variable "now" {
  type    = string
  default = null
}

variable "cluster_status" {
  type    = any
  default = {}
}

locals {
  now  = coalesce(var.now, plantimestamp())
  hour = tonumber(formatdate("h", local.now))
  open = !contains(
    ["Sat", "Sun"],
    formatdate("EEE", local.now)
  ) && local.hour >= 7 && local.hour < 15
}

resource "multicluster_rollout" "web" {
  name              = "web"
  decisions         = [for name in ["eu-1", "eu-2", "us-1"] : { cluster_name = name }]
  revision          = "web:2.1.0"
  cluster_status    = var.cluster_status
  now               = local.now
  paused            = !local.open
  initial_revisions = {} # no cluster has the workload yet
  strategy          = { type = "Progressive", progressive = { max_concurrency = 1 } }
}

resource "terraform_data" "web" {
  for_each = multicluster_rollout.web.revisions
  input    = each.value
}
