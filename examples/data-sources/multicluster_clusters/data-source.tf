data "multicluster_clusters" "eu" {
  manifests = [file("${path.module}/fleet.yaml")]
  label_selector = {
    match_expressions = [{
      key      = "region"
      operator = "In"
      values   = ["eu-west-1", "eu-central-1"]
    }]
  }
  cel_selector = {
    cel_expressions = ["managedCluster.status.version.kubernetes.startsWith(\"v1.33.\")"]
  }
}

# The clusters are values for every argument named clusters.
resource "terraform_data" "agent" {
  for_each = {
    for c in data.multicluster_clusters.eu.clusters : c.name => c.labels["region"]
  }
  input = "agent of ${each.key} in ${each.value}"
}

output "eu" {
  value = data.multicluster_clusters.eu.names
}
