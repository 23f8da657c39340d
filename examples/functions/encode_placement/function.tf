# The placement as an object for a hub: for kubectl, for a Git repository of a hub, or for
# the resource kubernetes_manifest with yamldecode.
resource "multicluster_placement" "web" {
  name     = "web"
  clusters = [{ name = "eu-1" }]
  ocm      = { number_of_clusters = 1 }
}

output "yaml" {
  value = provider::multicluster::encode_placement(multicluster_placement.web)
}

# The argument can also be an object.
output "crp" {
  value = provider::multicluster::encode_placement({
    name = "web"
    kubefleet = {
      placement_type = "PickFixed"
      cluster_names  = ["eu-1", "us-1"]
    }
    resource_selectors = [{
      group   = ""
      version = "v1"
      kind    = "Namespace"
      name    = "team-a"
    }]
  })
}
