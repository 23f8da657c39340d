provider "multicluster" {
  hub = {
    config_path = "~/.kube/config"
  }
}

locals {
  web = {
    name      = "web"
    namespace = "apps"
    ocm = {
      cluster_sets       = ["prod"]
      number_of_clusters = 2
      predicates = [{
        required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } }
      }]
      prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "ResourceAllocatableMemory" } }] }
    }
  }
}

# Predicts the hub's decision. Read-only.
data "multicluster_placement" "web" {
  name      = local.web.name
  namespace = local.web.namespace
  ocm       = local.web.ocm
}

output "clusters" {
  value = keys(data.multicluster_placement.web.decisions_by_cluster)
}

# The Placement on the hub, with the same spec.
resource "multicluster_placement" "web" {
  name      = local.web.name
  namespace = local.web.namespace
  ocm       = local.web.ocm
  max_moves = 1 # a change of the placement must not move more than one cluster
}

# One instance for each cluster, known in the first plan: for example a module with a ManifestWork.
resource "terraform_data" "web" {
  for_each = data.multicluster_placement.web.decisions_by_cluster
  input    = "web on ${each.key}"
}
