# Four clusters spread over the regions: regions differ by at most one cluster.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

locals {
  clusters = flatten([
    for region, count in { east = 3, west = 2, north = 1 } : [
      for i in range(count) : {
        name   = "${region}-${i + 1}"
        labels = { region = region, env = "prod" }
      }
    ]
  ])
}

data "multicluster_placement" "web" {
  clusters = local.clusters

  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 4
    topology_spread_constraints = [{
      topology_key       = "region"
      max_skew           = 1
      when_unsatisfiable = "DoNotSchedule"
    }]
  }
}

# The same with previous decisions and one more cluster: no workload is moved.
data "multicluster_placement" "larger" {
  clusters           = local.clusters
  previous_decisions = data.multicluster_placement.web.decisions

  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 5
    topology_spread_constraints = [{
      topology_key       = "region"
      max_skew           = 1
      when_unsatisfiable = "DoNotSchedule"
    }]
  }
}

resource "terraform_data" "release" {
  for_each = data.multicluster_placement.larger.decisions_by_cluster
  input    = "web on ${each.key}"
}

output "clusters" {
  value = sort(keys(data.multicluster_placement.web.decisions_by_cluster))
}

output "larger" {
  value = sort(keys(data.multicluster_placement.larger.decisions_by_cluster))
}
