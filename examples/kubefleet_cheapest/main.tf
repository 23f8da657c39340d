# The two cheapest clusters that have at least 8 cores left: property-based scheduling of
# Azure Kubernetes Fleet Manager.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

locals {
  clusters = [
    for name, c in {
      bravelion  = { cost = "0.23", cpu = "12" }
      smartfish  = { cost = "0.14", cpu = "9" }
      jumpingcat = { cost = "0.11", cpu = "4" }
      quietowl   = { cost = "0.17", cpu = "32" }
      } : {
      name       = name
      available  = { cpu = c.cpu }
      properties = { "kubernetes.azure.com/per-cpu-core-cost" = c.cost }
    }
  ]
}

data "multicluster_placement" "batch" {
  clusters = local.clusters

  with_report = true # for the output reasons

  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 2
    affinity = {
      cluster_affinity = {
        required_during_scheduling_ignored_during_execution = {
          cluster_selector_terms = [{
            property_selector = {
              match_expressions = [{
                name     = "resources.kubernetes-fleet.io/available-cpu"
                operator = "Ge"
                values   = ["8"]
              }]
            }
          }]
        }
        preferred_during_scheduling_ignored_during_execution = [{
          weight = 100
          preference = {
            property_sorter = {
              name       = "kubernetes.azure.com/per-cpu-core-cost"
              sort_order = "Ascending"
            }
          }
        }]
      }
    }
  }
}

output "reasons" {
  value = {
    for c in jsondecode(
      data.multicluster_placement.batch.report
    ).clusters : c.name => c.reason
  }
}

output "clusters" {
  value = data.multicluster_placement.batch.decisions[*].cluster_name
}
