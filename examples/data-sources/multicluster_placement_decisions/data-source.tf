provider "multicluster" {
  hub = { config_path = "~/.kube/config" }
}

data "multicluster_placement_decisions" "web" {
  name        = "web"
  namespace   = "default"
  with_labels = ["region"]

  lifecycle {
    # Without it, a placement that the hub has not decided yet would remove every release.
    postcondition {
      condition     = self.satisfied
      error_message = "The hub has not found all clusters for the placement web."
    }
  }
}

# One instance for each cluster that the hub has chosen.
resource "terraform_data" "release" {
  for_each = data.multicluster_placement_decisions.web.decisions_by_cluster
  input    = "web on ${each.key} in ${each.value.labels.region}"
}

# Clusters that the hub would decide otherwise now, and why.
output "differences" {
  value = data.multicluster_placement_decisions.web.prediction_differences
}
