# The id is cluster/name.
terraform import 'multicluster_cluster_score.usage["eu-1"]' eu-1/usage
