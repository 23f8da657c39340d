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

variable "image" {
  type    = string
  default = "registry.example/web:1"
}

# One folder for each cluster. The job commits the folder clusters, and whatever runs in a
# cluster applies its own.
resource "local_file" "web" {
  for_each = multicluster_placement.web.decisions_by_cluster
  filename = "${path.module}/clusters/${each.key}/web.yaml"
  content = join("---\n", [for object in [
    {
      apiVersion = "v1"
      kind       = "Namespace"
      metadata   = { name = "web" }
    },
    {
      apiVersion = "apps/v1"
      kind       = "Deployment"
      metadata   = { namespace = "web", name = "web" }
      spec = {
        selector = { matchLabels = { app = "web" } }
        template = {
          metadata = { labels = { app = "web" } }
          spec     = { containers = [{ name = "web", image = var.image }] }
        }
      }
    },
  ] : yamlencode(object)])
}
