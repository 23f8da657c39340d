# Two ways to write a placement that an editor completes: YAML with a schema, and nested
# blocks. They decide the same.
locals {
  web = yamldecode(file("${path.module}/web.yaml"))
  clusters = [
    { name = "eu-1", labels = { env = "prod" } },
    { name = "eu-2", labels = { env = "prod" } },
    { name = "us-1", labels = { env = "dev" } },
  ]
}

resource "multicluster_placement" "web" {
  name     = local.web.name
  clusters = local.clusters
  ocm      = local.web.ocm
}

data "multicluster_ocm_placement" "web" {
  number_of_clusters = 2

  predicates {
    required_cluster_selector {
      label_selector {
        match_labels = { env = "prod" }
      }
    }
  }
}

resource "multicluster_placement" "blocks" {
  name     = "web"
  clusters = local.clusters
  ocm      = data.multicluster_ocm_placement.web.spec
}
