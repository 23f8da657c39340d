# The namespace web with everything in it, on all clusters. Replicas depend on the
# cluster.
data "multicluster_rendered_manifests" "web" {
  name = "web"

  resource_selectors = [{ group = "", version = "v1", kind = "Namespace", name = "web" }]

  clusters = [
    { name = "eu-1", labels = { env = "prod" } },
    { name = "us-1", labels = { env = "canary" } },
  ]

  objects = [
    { apiVersion = "v1", kind = "Namespace", metadata = { name = "web" } },
    {
      apiVersion = "apps/v1"
      kind       = "Deployment"
      metadata   = { name = "web", namespace = "web" }
      spec = {
        replicas = 5
        selector = { matchLabels = { app = "web" } }
        template = {
          metadata = { labels = { app = "web" } }
          spec     = { containers = [{ name = "web", image = "nginx:1.27" }] }
        }
      }
    },
    {
      apiVersion = "placement.kubernetes-fleet.io/v1beta1"
      kind       = "ResourceOverride"
      metadata   = { name = "canary", namespace = "web" }
      spec = {
        resourceSelectors = [{
          group   = "apps"
          version = "v1"
          kind    = "Deployment"
          name    = "web"
        }]
        policy = {
          overrideRules = [{
            clusterSelector = {
              clusterSelectorTerms = [{
                labelSelector = { matchLabels = { env = "canary" } }
              }]
            }
            jsonPatchOverrides = [{ op = "replace", path = "/spec/replicas", value = 1 }]
          }]
        }
      }
    },
  ]
}

# Which clusters get the same.
output "variants" {
  value = data.multicluster_rendered_manifests.web.variants
}
