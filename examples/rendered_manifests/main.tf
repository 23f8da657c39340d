# What each cluster gets of a placement of KubeFleet, for a pull request that changes an
# override.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

locals {
  clusters = [
    for name, c in {
      bravelion  = { env = "prod", region = "eastus", nodes = "12" }
      smartfish  = { env = "prod", region = "westus", nodes = "9" }
      jumpingcat = { env = "staging", region = "westus", nodes = "4" }
      } : {
      name       = name
      labels     = { env = c.env, region = c.region }
      properties = { "kubernetes-fleet.io/node-count" = c.nodes }
    }
  ]
  objects = [file("${path.module}/hub.yaml"), file("${path.module}/overrides.yaml")]
}

data "multicluster_rendered_manifests" "shop" {
  name     = "shop" # a placement among the objects
  clusters = local.clusters
  objects  = local.objects
}

# For a comment on the pull request: which override changes what on which clusters.
output "explanation" {
  value = provider::multicluster::explain(data.multicluster_rendered_manifests.shop)
}

# Equal clusters are together. A digest changes only if the manifests do.
output "variants" {
  value = {
    for variant in data.multicluster_rendered_manifests.shop.variants :
    join(", ", variant.cluster_names) => variant.digest
  }
}

# The replicas of each cluster, from its own manifest.
data "multicluster_rendered_manifests" "replicas" {
  name           = "shop"
  clusters       = local.clusters
  objects        = local.objects
  with_manifests = true
  manifests_of   = ["smartfish", "jumpingcat"]
}

output "replicas" {
  value = merge([
    for variant in data.multicluster_rendered_manifests.replicas.variants : {
      for name in variant.cluster_names : name => one([
        for text in variant.works[0].manifests :
        jsondecode(text).spec.replicas if jsondecode(text).kind == "Deployment"
      ])
    } if variant.works != null
  ]...)
}
