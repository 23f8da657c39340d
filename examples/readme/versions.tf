terraform {
  required_providers {
    multicluster = {
      source  = "terraform-multicluster/multicluster"
      version = "~> 0.1.0"
    }
  }
}
