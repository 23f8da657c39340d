locals {
  web = {
    name      = "web"
    namespace = "apps"
    ocm = {
      cluster_sets       = ["prod"]
      number_of_clusters = 2
      predicates = [{
        required_cluster_selector = {
          label_selector = { match_labels = { env = "prod" } }
        }
      }]
      prioritizer_policy = {
        configurations = [{
          score_coordinate = { built_in = "ResourceAllocatableMemory" }
        }]
      }
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
