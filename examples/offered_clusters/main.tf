variable "replicas" {
  description = "The number of clusters that get the workload."
  type        = number
  default     = 2
}

variable "clusters" {
  description = "The clusters that exist. On a hub, the data source reads them."
  type        = any
  default = [
    { name = "eu-1", labels = { region = "eu" } },
    { name = "us-1", labels = { region = "us" } },
  ]
}

locals {
  # The clusters that could be created.
  offers = {
    eu-2 = { region = "eu", size = "small" }
    eu-3 = { region = "eu", size = "large" }
    us-2 = { region = "us", size = "small" }
  }
}

data "multicluster_placement" "web" {
  clusters = var.clusters
  offers = [
    for name, offer in local.offers : { name = name, labels = { region = offer.region } }
  ]

  ocm = {
    number_of_clusters = var.replicas
    predicates = [{
      required_cluster_selector = {
        label_selector = { match_labels = { region = "eu" } }
      }
    }]
  }
}

# Creates the clusters that the placement lacks, as long as they are offered.
module "cluster" {
  for_each = toset(data.multicluster_placement.web.to_create)
  source   = "./cluster"

  name   = each.key
  region = local.offers[each.key].region
  size   = local.offers[each.key].size
}

# The same plan places the workload on them.
resource "terraform_data" "web" {
  for_each = data.multicluster_placement.web.decisions_by_cluster
  input = {
    cluster  = each.key
    endpoint = try(module.cluster[each.key].endpoint, "https://${each.key}.example.com")
  }
}

output "created" {
  value = { for name, cluster in module.cluster : name => cluster.id }
}

output "workloads" {
  value = { for name, workload in terraform_data.web : name => workload.id }
}
