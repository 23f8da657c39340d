# A canary rollout. After every apply the pipeline asks the clusters and writes what it found into status.json.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

variable "image" {
  type    = string
  default = "web:2.1.0"
}

variable "status_file" {
  type    = string
  default = "status.json"
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
        group_name             = "canary"
        group_cluster_selector = { label_selector = { match_labels = { tier = "canary" } } }
      }]
    }
  }
}

resource "multicluster_rollout" "web" {
  name            = "web"
  decision_groups = multicluster_placement.web.decision_groups
  revision        = var.image
  cluster_status  = jsondecode(file("${path.module}/${var.status_file}"))
  now             = plantimestamp()
  on_breach       = "rollback"

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

# What is deployed: for example a module with a Helm release.
resource "terraform_data" "web" {
  for_each = multicluster_rollout.web.revisions
  input    = { cluster = each.key, image = each.value }
}

# What the pipeline asks the clusters about.
output "revisions" {
  value = multicluster_rollout.web.revisions
}

# For the pull request.
output "explanation" {
  value = provider::multicluster::explain(multicluster_rollout.web)
}
