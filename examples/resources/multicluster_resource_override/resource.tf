provider "multicluster" {
  hub = {
    config_path = "~/.kube/config"
    kind        = "MemberCluster"
  }
}

# A ResourceOverride: in the namespace store, the Deployment web has more replicas and the
# registry of its region.
resource "multicluster_resource_override" "web" {
  namespace = "store"
  name      = "web"
  placement = { name = "store" }

  resource_selectors = [{
    group   = "apps"
    version = "v1"
    kind    = "Deployment"
    name    = "web"
  }]

  policy = {
    override_rules = [
      {
        cluster_selector = {
          cluster_selector_terms = [{
            label_selector = { match_labels = { region = "eu" } }
          }]
        }
        json_patch_overrides = [
          { op = "replace", path = "/spec/replicas", value = 3 },
          {
            op    = "replace"
            path  = "/spec/template/spec/containers/0/image"
            value = "registry-$${MEMBER-CLUSTER-LABEL-KEY-region}.example.com/web:1.27"
          },
        ]
      },
    ]
  }
}
