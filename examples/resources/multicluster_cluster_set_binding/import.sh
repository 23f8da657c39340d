# The id is namespace/name.
terraform import multicluster_cluster_set_binding.prod shop/prod
