import {
  to = multicluster_cluster_set.prod
  id = "prod"
}
