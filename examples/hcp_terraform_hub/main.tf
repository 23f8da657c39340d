# For runs of HCP Terraform with a hub: the connection consists of variables of the
# workspace, and of no file of a laptop. Rename cloud.tf.example to cloud.tf to run it
# there.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

variable "hub_host" {
  type        = string
  description = "The URL of the API server of the hub, as the agents reach it."
}

variable "hub_ca_certificate" {
  type        = string
  description = "The PEM-encoded CA certificates of the API server."
}

variable "hub_token" {
  type        = string
  sensitive   = true
  default     = null
  description = "Of a service account. Without it KUBE_TOKEN, set by dynamic credentials."
}

provider "multicluster" {
  hub = {
    host                   = var.hub_host
    cluster_ca_certificate = var.hub_ca_certificate
    token                  = var.hub_token
  }
}

locals {
  shop = {
    name      = "shop"
    namespace = "shop"
    ocm       = { cluster_sets = ["shop"], number_of_clusters = 2 }
  }
}

data "multicluster_placement" "shop" {
  name      = local.shop.name
  namespace = local.shop.namespace
  ocm       = local.shop.ocm
}

resource "multicluster_placement" "shop" {
  name      = local.shop.name
  namespace = local.shop.namespace
  ocm       = local.shop.ocm
  max_moves = 1 # a run with auto-apply must not move everything
}

resource "terraform_data" "shop" {
  for_each = data.multicluster_placement.shop.decisions_by_cluster
  input    = "shop on ${each.key}"
}

output "clusters" {
  value = keys(terraform_data.shop)
}

# Runs show outputs: this one is for the approval.
output "why" {
  value = provider::multicluster::explain(data.multicluster_placement.shop)
}
