# The inventory that a cluster manager publishes as ClusterProfiles (SIG Multicluster).
data "multicluster_clusters" "profiles" {
  kind      = "ClusterProfile"
  namespace = "fleet-inventory"
}

# The clusters of Argo CD: the names and the labels of its cluster Secrets, and no
# credentials.
data "multicluster_clusters" "argocd" {
  kind      = "Secret"
  namespace = "gitops"
}

# Every scheduler chooses from them. The properties of ClusterProfiles are claims for ocm,
# and properties for kubefleet.
data "multicluster_placement" "ocm" {
  name     = "web"
  clusters = data.multicluster_clusters.profiles.clusters
  ocm = {
    predicates = [{
      required_cluster_selector = {
        claim_selector = {
          match_expressions = [{ key = "platform", operator = "In", values = ["aws"] }]
        }
      }
    }]
  }
}

data "multicluster_placement" "kubefleet" {
  name     = "tools"
  clusters = data.multicluster_clusters.argocd.clusters
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 1
    affinity = {
      cluster_affinity = {
        required_during_scheduling_ignored_during_execution = {
          cluster_selector_terms = [{
            label_selector = { match_labels = { env = "prod" } }
          }]
        }
      }
    }
  }
}

output "clusters" {
  value = {
    web   = keys(data.multicluster_placement.ocm.decisions_by_cluster)
    tools = keys(data.multicluster_placement.kubefleet.decisions_by_cluster)
  }
}
