terraform {
  required_providers {
    multicluster = {
      source = "terraform-multicluster/multicluster"
    }
  }
}

# The provider block is optional. If you set manifests here, placements without clusters
# and manifests of their own use this fleet.
provider "multicluster" {
  manifests = [file("${path.module}/fleet.yaml")]
}
