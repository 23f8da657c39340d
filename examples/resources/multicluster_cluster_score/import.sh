# The id is cluster/name. The other attributes come from the configuration with the next
# apply.
terraform import 'multicluster_cluster_score.usage["eu-1"]' eu-1/usage
