# On a hub, without clusters and placement: all that it has.
data "multicluster_cluster_report" "us_1" {
  cluster_names   = ["us-1"]
  placement_names = ["web"]

  clusters  = [{ name = "eu-1" }, { name = "us-1" }]
  placement = { name = "web", ocm = { number_of_clusters = 1 } }
}

# web is not there: "set ocm.number_of_clusters to 2".
output "page" {
  value = provider::multicluster::explain(data.multicluster_cluster_report.us_1)
}
