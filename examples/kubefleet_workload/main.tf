provider "multicluster" {
  hub = {
    config_path = "~/.kube/config" # az fleet get-credentials writes it
  }
}

# The same hub, for the objects of the workload.
provider "kubernetes" {
  config_path = "~/.kube/config"
}

variable "image" {
  type    = string
  default = "registry.example/store:1"
}

# The workload on the hub. No pods start there: KubeFleet copies the namespace and all
# that is in it to the members.
resource "kubernetes_manifest" "namespace" {
  manifest = {
    apiVersion = "v1"
    kind       = "Namespace"
    metadata   = { name = "store" }
  }
}

resource "kubernetes_manifest" "deployment" {
  depends_on = [kubernetes_manifest.namespace]

  manifest = {
    apiVersion = "apps/v1"
    kind       = "Deployment"
    metadata   = { namespace = "store", name = "store" }
    spec = {
      replicas = 2
      selector = { matchLabels = { app = "store" } }
      template = {
        metadata = { labels = { app = "store" } }
        spec     = { containers = [{ name = "store", image = var.image }] }
      }
    }
  }
}

# Which members get it, and how a change of it is rolled out: one member at a time.
resource "multicluster_placement" "store" {
  depends_on = [kubernetes_manifest.deployment]

  name = "store"
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 2
    affinity = {
      cluster_affinity = {
        required_during_scheduling_ignored_during_execution = {
          cluster_selector_terms = [{
            label_selector = { match_labels = { region = "asia" } }
          }]
        }
      }
    }
  }
  resource_selectors = [{
    group   = ""
    version = "v1"
    kind    = "Namespace"
    name    = "store"
  }]
  strategy = {
    type           = "RollingUpdate"
    rolling_update = { max_unavailable = 1, max_surge = 0 }
  }
  max_moves = 1
}

# How far each member is.
data "multicluster_workload_status" "store" {
  placement = { name = "store" }
}

output "status" {
  value = {
    for member, of in data.multicluster_workload_status.store.cluster_status :
    member => of.status
  }
}
