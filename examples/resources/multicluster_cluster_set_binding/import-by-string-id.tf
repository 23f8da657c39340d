import {
  to = multicluster_cluster_set_binding.prod
  id = "shop/prod"
}
