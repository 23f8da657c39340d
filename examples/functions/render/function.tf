locals {
  rendered = provider::multicluster::render({
    name      = "settings"
    namespace = "web"
    resource_selectors = [
      { group = "", version = "v1", kind = "ConfigMap", name = "settings" },
    ]
    clusters = [
      { name = "eu-1", labels = { region = "eu" } },
      { name = "us-1", labels = { region = "us" } },
    ]
    with_manifests = true

    # A ConfigMap, and a ResourceOverride that writes the label region into it.
    objects = [file("${path.module}/objects.yaml")]
  })
}

output "regions" {
  value = {
    for v in local.rendered.variants :
    join(", ", v.cluster_names) => jsondecode(v.works[0].manifests[0]).data.region
  }
}
