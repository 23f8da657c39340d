# The id is the name.
terraform import multicluster_cluster_set.prod prod
