terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}
