# The clusters are resources of the same configuration. terraform_data stands for the
# cluster resource of a cloud: its input is known during plan, its output only after it
# was created.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

variable "clusters" {
  type = map(object({ region = string, cpu = number }))
  default = {
    eu-1 = { region = "eu", cpu = 40 }
    eu-2 = { region = "eu", cpu = 80 }
    us-1 = { region = "us", cpu = 16 }
  }
}

resource "terraform_data" "cluster" {
  for_each = var.clusters
  input = {
    name        = each.key
    labels      = { region = each.value.region }
    allocatable = { cpu = each.value.cpu }
  }
}

# The resource and the function support direct references.
resource "multicluster_placement" "web" {
  name     = "web"
  clusters = [for c in terraform_data.cluster : c.input]
  ocm = {
    number_of_clusters = 2
    prioritizer_policy = {
      configurations = [{ score_coordinate = { built_in = "ResourceAllocatableCPU" } }]
    }
  }
}

resource "terraform_data" "web" {
  for_each = multicluster_placement.web.decisions_by_cluster
  input    = "web on ${each.key}"
}

# The data source does not: pass the values through a local.
locals {
  clusters = [for c in terraform_data.cluster : c.input]
}

data "multicluster_placement" "monitoring" {
  clusters = local.clusters
  ocm      = {}
}

resource "terraform_data" "monitoring" {
  for_each = data.multicluster_placement.monitoring.decisions_by_cluster
  input    = "monitoring on ${each.key}"
}

# A value that is unknown until apply defers the decisions, and a for_each over them fails
# in the first plan: a warning names the unknown values. Label clusters with values of the
# configuration. If a value has to come from the cloud, create the clusters first:
# terraform apply -target=terraform_data.cluster
resource "multicluster_placement" "late" {
  name = "late"
  clusters = [
    for c in terraform_data.cluster : {
      name   = c.input.name
      labels = { region = c.output.labels.region }
    }
  ]
  ocm = {
    predicates = [{
      required_cluster_selector = {
        label_selector = { match_labels = { region = "eu" } }
      }
    }]
  }
}

output "late" {
  value = multicluster_placement.late.decisions_by_cluster
}
