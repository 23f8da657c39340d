locals {
  rendered = provider::multicluster::render({
    name      = "settings"
    namespace = "web"
    resource_selectors = [{
      group   = ""
      version = "v1"
      kind    = "ConfigMap"
      name    = "settings"
    }]
    clusters = [
      { name = "eu-1", labels = { region = "eu" } },
      { name = "us-1", labels = { region = "us" } },
    ]
    with_manifests = true

    objects = [
      {
        apiVersion = "v1"
        kind       = "ConfigMap"
        metadata   = { name = "settings", namespace = "web" }
        data       = { region = "" }
      },
      {
        apiVersion = "placement.kubernetes-fleet.io/v1beta1"
        kind       = "ResourceOverride"
        metadata   = { name = "region", namespace = "web" }
        spec = {
          resourceSelectors = [{
            group   = ""
            version = "v1"
            kind    = "ConfigMap"
            name    = "settings"
          }]
          policy = {
            overrideRules = [{
              clusterSelector = { clusterSelectorTerms = [] }
              jsonPatchOverrides = [{
                op    = "add"
                path  = "/data/region"
                value = "$${MEMBER-CLUSTER-LABEL-KEY-region}"
              }]
            }]
          }
        }
      },
    ]
  })
}

output "regions" {
  value = {
    for v in local.rendered.variants :
    join(", ", v.cluster_names) => jsondecode(v.works[0].manifests[0]).data.region
  }
}
