locals {
  clusters = [
    {
      name   = "eu-1"
      labels = { region = "eu", "cluster.open-cluster-management.io/clusterset" = "prod" }
    },
    { name = "eu-2", labels = { region = "eu" } },
    {
      name   = "us-1"
      labels = { region = "us", "cluster.open-cluster-management.io/clusterset" = "prod" }
    },
  ]
}

# Its members carry its name in the label cluster.open-cluster-management.io/clusterset.
resource "multicluster_cluster_set" "prod" {
  name = "prod"
}

# Its members match a selector.
resource "multicluster_cluster_set" "eu" {
  name           = "eu"
  selector_type  = "LabelSelector"
  label_selector = { match_labels = { region = "eu" } }
  clusters       = local.clusters # only for member_names
}

resource "multicluster_placement" "web" {
  name         = "web"
  clusters     = local.clusters
  cluster_sets = [multicluster_cluster_set.prod, multicluster_cluster_set.eu]
  ocm          = { cluster_sets = ["eu"] }
}

output "members" {
  value = multicluster_cluster_set.eu.member_names # eu-1, eu-2
}
