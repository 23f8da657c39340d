locals {
  report = provider::multicluster::cluster_report({
    cluster_names = ["eu-1"]
    clusters      = [{ name = "eu-1" }, { name = "us-1" }]
    placement     = { name = "web", ocm = { number_of_clusters = 1 } }
  }).reports[0]
}

# A drain moves web to us-1.
output "goes_to" {
  value = { for p in local.report.placements : p.placement => p.joined.names }
}
