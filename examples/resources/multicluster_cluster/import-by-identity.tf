import {
  to       = multicluster_cluster.all["eu-1"]
  identity = { name = "eu-1" }
}
