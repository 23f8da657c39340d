# No status is reported: a cluster is finished when it has had the revision for 15
# minutes. A scheduled pipeline applies.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

variable "now" {
  type    = string
  default = null
}

resource "multicluster_rollout" "web" {
  name              = "web"
  decisions         = [for name in ["eu-1", "eu-2", "us-1"] : { cluster_name = name }]
  revision          = "web:2.1.0"
  initial_revisions = {} # no cluster has the workload yet
  require_status    = false
  now               = coalesce(var.now, plantimestamp())
  strategy = {
    type        = "Progressive"
    progressive = { max_concurrency = 1, min_success_time = "15m" }
  }
}

resource "terraform_data" "web" {
  for_each = multicluster_rollout.web.revisions
  input    = each.value
}

# When the next apply can do something.
output "next_change" {
  value = multicluster_rollout.web.next_change
}
