# Any scheduler, any strategy: a hybrid placement chooses and groups the clusters, a
# strategy of Open Cluster Management rolls out.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

resource "multicluster_placement" "web" {
  name = "web"
  clusters = [
    for name, tier in {
      cluster1 = "canary"
      cluster2 = "standard"
      cluster3 = "standard"
      cluster4 = "standard"
    } :
    { name = name, labels = { tier = tier } }
  ]
  hybrid = {
    replicas = 3
    advisors = [{
      name = "cost"
      rules = jsonencode({
        costs = {
          cluster1 = "0.21"
          cluster2 = "0.34"
          cluster3 = "0.11"
          cluster4 = "0.9"
        }
      })
    }]
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

variable "cluster_status" {
  type    = map(object({ status = string, revision = string }))
  default = {}
}

resource "multicluster_rollout" "web" {
  name                 = "web"
  decision_groups      = multicluster_placement.web.decision_groups
  decision_group_names = multicluster_placement.web.decision_group_names
  revision             = "web:2.1.0"
  cluster_status       = var.cluster_status
  strategy             = { type = "ProgressivePerGroup" }
  initial_revisions    = {} # no cluster has the workload yet
}

resource "terraform_data" "web" {
  for_each = multicluster_rollout.web.revisions
  input    = each.value
}
