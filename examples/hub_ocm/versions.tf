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
    config_path = "~/.kube/config" # and config_context, in a configuration that writes
  }
}
