resource "multicluster_cluster" "all" {
  for_each = { eu-1 = "160Gi", eu-2 = "320Gi", us-1 = "64Gi" }

  name        = each.key
  labels      = { env = "prod" }
  allocatable = { memory = each.value }
}

locals {
  # A function can be called in a loop: the decisions for one cluster and for two.
  web = {
    for replicas in [1, 2] : replicas => provider::multicluster::place({
      clusters = multicluster_cluster.all # the instances of the resource
      ocm = {
        number_of_clusters = replicas
        prioritizer_policy = {
          configurations = [{
            score_coordinate = { built_in = "ResourceAllocatableMemory" }
          }]
        }
      }
    })
  }
}

resource "terraform_data" "release" {
  for_each = local.web[2].decisions_by_cluster # known in the first plan
  input    = "web on ${each.key}"
}
