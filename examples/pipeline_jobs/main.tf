provider "multicluster" {
  # the output of kubectl get managedclusters -o yaml
  manifests = [file("${path.module}/fleet.yaml")]
}

# Which clusters get the workload, in two groups: the canary, and all others.
resource "multicluster_placement" "web" {
  name = "web"
  ocm = {
    predicates = [{
      required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } }
    }]
  }
  decision_strategy = {
    group_strategy = {
      decision_groups = [{
        group_name = "canary"
        group_cluster_selector = {
          label_selector = { match_labels = { tier = "canary" } }
        }
      }]
    }
  }
  max_moves = 1
}

data "multicluster_clusters" "all" {}

# One job for each cluster of the fleet. A cluster that is not chosen gets a job, too: it
# removes what may run there.
output "matrix" {
  value = jsonencode({
    include = [for name in data.multicluster_clusters.all.names : {
      cluster = name
      action = contains(
        keys(multicluster_placement.web.decisions_by_cluster),
        name
      ) ? "install" : "uninstall"
    }]
  })
}
