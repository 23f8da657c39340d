# Values of managed resources go through a local, so that Terraform reads the data source
# during plan.
locals {
  clusters = [
    {
      name        = "eu-1"
      labels      = { env = "prod", tier = "canary" }
      allocatable = { cpu = "40", memory = "160Gi" }
    },
    {
      name        = "eu-2"
      labels      = { env = "prod" }
      allocatable = { cpu = "80", memory = "320Gi" }
    },
    {
      name        = "us-1"
      labels      = { env = "prod" }
      allocatable = { cpu = "16", memory = "64Gi" }
    },
    {
      name        = "us-2"
      labels      = { env = "dev" }
      allocatable = { cpu = "96", memory = "384Gi" }
    },
  ]
}

data "multicluster_placement" "web" {
  clusters = local.clusters

  with_report = true # for the output below

  ocm = {
    number_of_clusters = 2
    predicates = [{
      required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } }
    }]
    prioritizer_policy = {
      configurations = [{
        score_coordinate = { built_in = "ResourceAllocatableMemory" }
        weight           = 2
      }]
    }
  }
}

# One instance for each decision, known in the first plan.
resource "terraform_data" "release" {
  for_each = data.multicluster_placement.web.decisions_by_cluster
  input    = "web on ${each.key}"
}

output "why" {
  value = {
    for c in jsondecode(
      data.multicluster_placement.web.report
    ).clusters : c.name => "${c.stage}: ${c.reason}"
  }
}
