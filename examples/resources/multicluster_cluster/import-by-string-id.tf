import {
  to = multicluster_cluster.all["eu-1"]
  id = "eu-1"
}
