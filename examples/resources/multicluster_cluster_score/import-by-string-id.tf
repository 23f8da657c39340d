import {
  to = multicluster_cluster_score.usage["eu-1"]
  id = "eu-1/usage"
}
