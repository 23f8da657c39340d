terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

provider "multicluster" {
  manifests = [file("${path.module}/fleet.yaml")] # the output of kubectl get managedclusters -o yaml
}

resource "multicluster_placement" "web" {
  name = "web"

  ocm = { # the spec of a Placement, in snake case; or kubefleet, or hybrid
    number_of_clusters = 2
    predicates = [{
      required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } }
    }]
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "ResourceAllocatableMemory" } }] }
  }

  max_moves = 1
}

resource "terraform_data" "release" {
  for_each = multicluster_placement.web.decisions_by_cluster # known in the first plan
  input    = each.key
}
