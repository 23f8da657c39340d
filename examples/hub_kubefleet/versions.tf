terraform {
  required_providers {
    multicluster = {
      source  = "terraform-multicluster/multicluster"
      version = "~> 0.1.0"
    }
  }
}

provider "multicluster" {
  hub = {
    config_path = "~/.kube/config" # az fleet get-credentials writes it
  }
}
