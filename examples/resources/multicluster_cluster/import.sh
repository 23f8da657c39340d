# The id is the name.
terraform import 'multicluster_cluster.all["eu-1"]' eu-1
