resource "multicluster_placement" "web" {
  name = "web"
  clusters = [
    { name = "eu-1", labels = { env = "prod" } },
    {
      name   = "us-1"
      labels = { env = "prod" }
      taints = [{ key = "maintenance", effect = "NoSelect" }]
    },
    { name = "lab-1", labels = { env = "lab" } },
  ]
  ocm = {
    number_of_clusters = 1
    predicates = [{
      required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } }
    }]
  }
}

# For a comment on the pull request: terraform output -raw explanation
# With with_report = true in the placement, it lists every cluster of the fleet.
output "explanation" {
  value = provider::multicluster::explain(multicluster_placement.web)
}
