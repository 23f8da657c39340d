import {
  to       = multicluster_cluster_set_binding.prod
  identity = { namespace = "shop", name = "prod" }
}
