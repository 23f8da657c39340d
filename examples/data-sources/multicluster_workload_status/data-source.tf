provider "multicluster" {
  hub = { config_path = "~/.kube/config" }
}

# How far the ManifestWorks named web are, on all clusters that have one.
data "multicluster_workload_status" "web" {
  manifest_works = { name = "web" }
}

output "cluster_status" {
  value = data.multicluster_workload_status.web.cluster_status
}

# Which condition of which object says so.
output "sources" {
  value = data.multicluster_workload_status.web.sources
}
