import {
  to       = multicluster_cluster_set.prod
  identity = { name = "prod" }
}
