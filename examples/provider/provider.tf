terraform {
  required_providers {
    multicluster = {
      source = "terraform-multicluster/multicluster"
    }
  }
}

# Without a block the provider knows no fleet of its own. With manifests, it is the fleet of every placement that has
# no clusters and manifests.
provider "multicluster" {
  manifests = [file("${path.module}/fleet.yaml")]
}
