# One region after the other, in the order of the decision groups of an Open Cluster
# Management Placement. The last one needs an approval.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

locals {
  regions = ["ap", "eu", "us"]
  clusters = [
    for i in range(9) : {
      name   = "${local.regions[i % 3]}-${i}"
      labels = { region = local.regions[i % 3] }
    }
  ]
}

variable "cluster_status" {
  type    = map(object({ status = string, revision = string }))
  default = {}
}

variable "approved_stages" {
  type = map(list(string))
  # "web:2.1.0" = ["us"]: a commit that adds it is the approval of this revision
  default = {}
}

resource "multicluster_placement" "web" {
  name     = "web"
  clusters = local.clusters
  ocm      = {}
  decision_strategy = {
    group_strategy = {
      decision_groups = [for region in local.regions : {
        group_name = region
        group_cluster_selector = {
          label_selector = { match_labels = { region = region } }
        }
      }]
    }
  }
}

locals {
  by_region = {
    type                  = "ProgressivePerGroup"
    progressive_per_group = { max_failures = "34%" } # in each group
  }
}

resource "multicluster_rollout" "web" {
  name                 = "web"
  decision_groups      = multicluster_placement.web.decision_groups
  decision_group_names = multicluster_placement.web.decision_group_names
  revision             = "web:2.1.0"
  cluster_status       = var.cluster_status
  strategy             = local.by_region
  approval_groups      = ["us"]
  approved_stages      = var.approved_stages
  initial_revisions    = {} # no cluster has the workload yet
}

resource "terraform_data" "web" {
  for_each = multicluster_rollout.web.revisions
  input    = each.value
}

# All clusters at once, with an end for those that do not finish.
resource "multicluster_rollout" "agent" {
  name              = "agent"
  decisions         = multicluster_placement.web.decisions
  revision          = "agent:7"
  now               = plantimestamp()
  strategy          = { type = "All", all = { progress_deadline = "1h" } }
  initial_revisions = {} # no cluster has the workload yet
}

# A comment for the pull request: terraform output -raw comment
output "comment" {
  value = provider::multicluster::explain(multicluster_rollout.web)
}

# The order alone, before anything is rolled out.
output "waves" {
  value = [for wave in provider::multicluster::waves({
    decision_groups      = multicluster_placement.web.decision_groups
    decision_group_names = multicluster_placement.web.decision_group_names
    strategy             = local.by_region
  }) : "${wave.name}: ${join(" ", wave.cluster_names)}"]
}
