provider "multicluster" {
  hub = {
    config_path = "~/.kube/config"
    kind        = "ManagedCluster"
  }
}

# The decisions of a placement that exists on the hub.
data "multicluster_placement_decisions" "web" {
  namespace = "shop"
  name      = "web"
}

resource "multicluster_manifest_work" "web" {
  for_each     = data.multicluster_placement_decisions.web.decisions_by_cluster
  cluster_name = each.key
  name         = "web"
  revision     = "1.27"

  manifests = [
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
        replicas = 2
        selector = { matchLabels = { app = "web" } }
        template = {
          metadata = { labels = { app = "web" } }
          spec     = { containers = [{ name = "web", image = "nginx:1.27" }] }
        }
      }
    },
  ]

  # The agent derives the conditions Progressing and Degraded of the Deployment, which a
  # rollout reads.
  track_progress = true
}
