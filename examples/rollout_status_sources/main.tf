# Where cluster_status can come from, besides a file of its own form: a hub, and the state
# of another configuration.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

resource "multicluster_placement" "web" {
  name     = "web"
  clusters = [{ name = "eu-1" }, { name = "eu-2" }, { name = "us-1" }]
  ocm      = {}
}

variable "revision" {
  type    = string
  default = "web:2.1.0"
}

