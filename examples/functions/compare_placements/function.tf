locals {
  regions = ["eu", "us"]
  compared = provider::multicluster::compare_placements({
    clusters = [for r in local.regions : { name = "${r}-1", labels = { region = r } }]
    from     = [{ hybrid = { target_labels = { match_labels = { region = "eu" } } } }]
    to       = [{ ocm = { number_of_clusters = 1 } }]
  })
}

# Which clusters they choose differently, and why.
output "differences" {
  value = values(local.compared.comparisons)[0].today
}
