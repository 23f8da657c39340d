provider "multicluster" {
  manifests = [file("${path.module}/fleet.yaml")] # kubectl get managedclusters -o yaml
}

resource "multicluster_placement" "web" {
  name = "web"

  ocm = { # the spec of a Placement, in snake case; or kubefleet, or hybrid
    number_of_clusters = 2
    predicates = [{
      required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } }
    }]
    prioritizer_policy = {
      configurations = [{ score_coordinate = { built_in = "ResourceAllocatableMemory" } }]
    }
  }

  max_moves = 1 # a plan that takes the workload from more clusters is an error
}

resource "terraform_data" "release" {
  for_each = multicluster_placement.web.decisions_by_cluster # known in the first plan
  input    = "web on ${each.key}"
}

output "why" {
  value = { for d in multicluster_placement.web.decisions : d.cluster_name => d.reason }
}
