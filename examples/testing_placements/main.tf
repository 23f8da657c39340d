# A placement over the clusters of a hub, as a module for terraform test.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

variable "fleet" {
  type        = list(string)
  default     = []
  description = "Texts of Kubernetes objects. Empty for the fleet of the provider."
}

data "multicluster_placement" "web" {
  manifests = length(var.fleet) == 0 ? [file("${path.module}/fleet.yaml")] : var.fleet
  ocm = {
    number_of_clusters = 2
    predicates = [{
      required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } }
    }]
  }
}

resource "terraform_data" "web" {
  for_each = data.multicluster_placement.web.decisions_by_cluster
  input    = "web on ${each.key}"
}

check "two_regions" {
  assert {
    condition = length(distinct([
      for name in keys(terraform_data.web) : split("-", name)[0]
    ])) >= 2
    error_message = "One region only: ${join(", ", keys(terraform_data.web))}."
  }
}
