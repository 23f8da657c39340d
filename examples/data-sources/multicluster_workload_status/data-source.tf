provider "multicluster" {
  hub = { config_path = "~/.kube/config" }
}

# The clusters that were chosen for the workload.
data "multicluster_placement" "web" {
  name      = "web"
  namespace = "default"
  ocm       = { cluster_sets = ["status"] }
}

# How far the ManifestWorks named web are on them. Works of this name on other clusters
# are those of somebody else.
data "multicluster_workload_status" "web" {
  manifest_works = { name = "web" }
  clusters       = keys(data.multicluster_placement.web.decisions_by_cluster)
}

output "cluster_status" {
  value = data.multicluster_workload_status.web.cluster_status
}
