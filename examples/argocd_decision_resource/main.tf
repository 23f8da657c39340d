provider "multicluster" {
  hub = {
    config_path = "~/.kube/config"
  }
}

# Argo CD runs on the hub.
provider "kubernetes" {
  config_path = "~/.kube/config"
}

locals {
  web = {
    name = "web"
    # where Argo CD runs: it reads decisions from its own namespace
    namespace = "openshift-gitops"
    ocm = {
      cluster_sets = ["gitops"]
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
  }
}

# The groups that the hub will make, known in the plan.
data "multicluster_placement" "web" {
  name              = local.web.name
  namespace         = local.web.namespace
  ocm               = local.web.ocm
  decision_strategy = local.web.decision_strategy
}

locals {
  groups = data.multicluster_placement.web.decision_group_names
}

# The Placement on the hub. Its PlacementDecisions follow every change of the fleet,
# without Terraform.
resource "multicluster_placement" "web" {
  name              = local.web.name
  namespace         = local.web.namespace
  ocm               = local.web.ocm
  decision_strategy = local.web.decision_strategy
}

# How Argo CD reads PlacementDecisions.
resource "kubernetes_manifest" "decisions" {
  manifest = {
    apiVersion = "v1"
    kind       = "ConfigMap"
    metadata   = { namespace = local.web.namespace, name = "ocm-decisions" }
    data = {
      apiVersion    = "cluster.open-cluster-management.io/v1beta1"
      kind          = "placementdecisions"
      statusListKey = "decisions"
      matchKey      = "clusterName"
    }
  }
}

resource "kubernetes_manifest" "web" {
  manifest = {
    apiVersion = "argoproj.io/v1alpha1"
    kind       = "ApplicationSet"
    metadata   = { namespace = local.web.namespace, name = "web" }
    spec = {
      goTemplate        = true
      goTemplateOptions = ["missingkey=error"]
      # One generator for each group, because a decision does not have its group.
      generators = [for index, name in local.groups : {
        clusterDecisionResource = {
          configMapRef = "ocm-decisions"
          labelSelector = { matchLabels = {
            "cluster.open-cluster-management.io/placement"            = local.web.name
            "cluster.open-cluster-management.io/decision-group-index" = tostring(index)
          } }
          values = { group = tostring(index) }
        }
      }]
      strategy = {
        type = "RollingSync"
        rollingSync = {
          steps = [for index, name in local.groups : {
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
          name   = "web-{{.name}}"
          labels = { decision-group = "{{.values.group}}" }
        }
        spec = {
          project = "default"
          source = {
            repoURL        = "https://git.example.com/web.git"
            path           = "deploy"
            targetRevision = "v1.0.0"
          }
          destination = { server = "{{.server}}", namespace = "web" }
          syncPolicy  = { syncOptions = ["CreateNamespace=true"] }
        }
      }
    }
  }
}
