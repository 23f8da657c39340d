provider "multicluster" {
  # the output of kubectl get managedclusters -o yaml
  manifests = [file("${path.module}/fleet.yaml")]
}

# The management cluster with Flux.
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

# Flux applies the folder deploy of the Git repository to each cluster, and removes it
# again with its Kustomization.
resource "kubernetes_manifest" "web" {
  for_each = multicluster_placement.web.decisions_by_cluster

  manifest = {
    apiVersion = "kustomize.toolkit.fluxcd.io/v1"
    kind       = "Kustomization"
    metadata   = { namespace = "flux-system", name = "web-${each.key}" }
    spec = {
      interval   = "10m"
      sourceRef  = { kind = "GitRepository", name = "web" }
      path       = "./deploy"
      prune      = true
      wait       = true
      timeout    = "5m"
      kubeConfig = { secretRef = { name = "${each.key}-kubeconfig" } }
      postBuild  = { substitute = { cluster = each.key } }
    }
  }
}
