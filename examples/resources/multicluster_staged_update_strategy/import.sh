# The id is the name, behind the namespace and a slash if there is one. The other
# attributes come from the hub.
terraform import multicluster_staged_update_strategy.safe safe
