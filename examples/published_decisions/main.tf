provider "multicluster" {
  # the output of kubectl get managedclusters -o yaml
  manifests = [file("${path.module}/fleet.yaml")]
}

# The cluster with the tools that read decisions.
provider "kubernetes" {
  config_path = "~/.kube/config"
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

locals {
  published = merge(multicluster_placement.web, { namespace = "decisions" })
}

# For tools that read PlacementDecisions of SIG Multicluster (KEP-5313).
resource "kubernetes_manifest" "decisions" {
  for_each = {
    for object in provider::multicluster::encode_decisions(
      local.published,
      "sig-multicluster"
    ) : object.metadata.name => object
  }
  manifest = each.value
}

# For tools that read PlacementDecisions of Open Cluster Management, such as
# clusterDecisionResource of Argo CD. The decisions are the status, which
# kubernetes_manifest does not write: publish.sh does.
output "placement_decisions" {
  value = {
    apiVersion = "v1"
    kind       = "List"
    items      = provider::multicluster::encode_decisions(local.published, "ocm")
  }
}

# For MultiKueue: the clusters in the order in which jobs are offered to them.
resource "kubernetes_manifest" "multikueue" {
  for_each = {
    for object in provider::multicluster::encode_decisions(
      multicluster_placement.web,
      "multikueue"
    ) : "${object.kind}/${object.metadata.name}" => object
  }
  manifest = each.value
}
