provider "multicluster" {
  # the output of kubectl get managedclusters -o yaml
  manifests = [file("${path.module}/fleet.yaml")]
}

# Where the workload runs today.
locals {
  clusters = ["eu-2", "us-1"]
}

resource "multicluster_placement" "web" {
  name = "web"
  ocm = {
    number_of_clusters = 2
    predicates = [{
      required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } }
    }]
  }

  # The first decision starts from here. A cluster that leaves would be an error.
  previous_decisions = [for name in local.clusters : { cluster_name = name }]
  max_moves          = 0
}

resource "local_file" "web" {
  for_each = multicluster_placement.web.decisions_by_cluster # the same keys as before
  filename = "${path.module}/clusters/${each.key}/web.yaml"
  content = yamlencode({
    apiVersion = "v1"
    kind       = "Namespace"
    metadata   = { name = "web" }
  })
}
