# The id is cluster_name/name. The other attributes come from the hub.
terraform import 'multicluster_manifest_work.web["eu-1"]' eu-1/web
