resource "multicluster_cluster_set" "prod" {
  name = "prod"
}

resource "multicluster_cluster_set_binding" "prod" {
  name      = multicluster_cluster_set.prod.name
  namespace = "shop"
}

# A placement with a namespace can use only the cluster sets that are bound to the
# namespace.
resource "multicluster_placement" "shop" {
  name      = "shop"
  namespace = "shop"
  clusters = [
    {
      name   = "eu-1"
      labels = { "cluster.open-cluster-management.io/clusterset" = "prod" }
    },
    {
      name   = "lab-1"
      labels = { "cluster.open-cluster-management.io/clusterset" = "lab" }
    },
  ]
  cluster_sets         = [multicluster_cluster_set.prod, { name = "lab" }]
  cluster_set_bindings = [multicluster_cluster_set_binding.prod]
  ocm                  = {}
}
