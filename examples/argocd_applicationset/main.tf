provider "multicluster" {
  # the output of kubectl get managedclusters -o yaml
  manifests = [file("${path.module}/fleet.yaml")]
}

# The cluster with Argo CD.
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

# Argo CD makes an Application for each element, and syncs one step after the other.
resource "kubernetes_manifest" "web" {
  manifest = {
    apiVersion = "argoproj.io/v1alpha1"
    kind       = "ApplicationSet"
    metadata   = { namespace = "argocd", name = "web" }
    spec = {
      goTemplate        = true
      goTemplateOptions = ["missingkey=error"]
      # As a text: elements has no schema, and kubernetes_manifest may replace an object
      # when such a field changes.
      generators = [{ list = {
        elements = []
        elementsYaml = jsonencode(
          provider::multicluster::encode_decisions(multicluster_placement.web, "argocd")
        )
      } }]
      strategy = {
        type = "RollingSync"
        rollingSync = {
          steps = [for index, name in multicluster_placement.web.decision_group_names : {
            matchExpressions = [{
              key      = "decision-group"
              operator = "In"
              values   = [tostring(index)]
            }]
          }]
        }
      }
      template = {
        metadata = {
          name   = "web-{{.cluster}}"
          labels = { decision-group = "{{.group}}" }
        }
        spec = {
          project = "default"
          source = {
            repoURL        = "https://git.example.com/web.git"
            path           = "deploy"
            targetRevision = "v1.0.0"
          }
          # the name of the cluster in Argo CD
          destination = { name = "{{.cluster}}", namespace = "web" }
          syncPolicy  = { syncOptions = ["CreateNamespace=true"] }
        }
      }
    }
  }
}
