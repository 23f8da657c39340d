# The namespace web with everything in it, on all clusters.
data "multicluster_rendered_manifests" "web" {
  name = "web"

  resource_selectors = [{ group = "", version = "v1", kind = "Namespace", name = "web" }]

  clusters = [
    { name = "eu-1", labels = { env = "prod" } },
    { name = "us-1", labels = { env = "canary" } },
  ]

  # A Deployment with 5 replicas, and a ResourceOverride: 1 replica on canaries.
  objects = [file("${path.module}/objects.yaml")]
}

# Which clusters get the same.
output "variants" {
  value = data.multicluster_rendered_manifests.web.variants
}
