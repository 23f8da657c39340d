# The id is the name. Nothing is known of the clusters after an import: the next apply needs revisions.
terraform import multicluster_rollout.shop shop
