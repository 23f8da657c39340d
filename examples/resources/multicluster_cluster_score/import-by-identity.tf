import {
  to       = multicluster_cluster_score.usage["eu-1"]
  identity = { cluster = "eu-1", name = "usage" }
}
