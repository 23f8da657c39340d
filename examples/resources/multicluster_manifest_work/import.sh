# The id is cluster_name/name. The other attributes come from the hub.
terraform import 'multicluster_manifest_work.web["shop-1"]' shop-1/web
