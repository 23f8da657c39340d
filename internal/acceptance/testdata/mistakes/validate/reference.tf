# What is built elsewhere: Terraform points at the argument, and the text has the path.

locals {
  camel      = { numberOfClusters = 1 }
  wrong_term = { predicates = [{ required_cluster_selector = { label_selector = { match_labels = { env = "pro duction" } } } }] }
  taints     = [{ key = "gpu", effect = "NoExecute" }]
}

data "multicluster_placement" "reference_local" {
  clusters = local.fleet
  ocm      = local.camel # error: ocm.numberOfClusters: unsupported attribute; did you mean "number_of_clusters"?
}

data "multicluster_placement" "reference_local_deep" {
  clusters = local.fleet
  ocm      = local.wrong_term # error: ocm.predicates[0].required_cluster_selector.label_selector.match_labels["env"]: found "pro duction": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or
}

data "multicluster_placement" "reference_merge" {
  clusters = local.fleet
  ocm = merge( # error: ocm.predicate: unsupported attribute; did you mean "predicates"?
    { number_of_clusters = 1 },
    { predicate = [] },
  )
}

data "multicluster_placement" "reference_concat" {
  clusters = concat(local.fleet, [{ name = "eu-1" }]) # error: clusters[2].name: found "eu-1": clusters[0] already has this name
  ocm      = {}
}

data "multicluster_placement" "reference_inner" {
  clusters = [
    { name = "eu-1" },
    { name = "us-1", taints = local.taints }, # error: clusters[1].taints[0].effect: found "NoExecute": must be one of "NoSelect", "PreferNoSelect", "NoSelectIfNew"
  ]
  ocm = {}
}

data "multicluster_placement" "reference_conditional" {
  clusters = local.fleet
  ocm      = length(local.fleet) > 1 ? { number_of_clusters = "few" } : {} # error: ocm.number_of_clusters: found "few"; it must be a number
}

data "multicluster_placement" "reference_yamldecode" {
  clusters = local.fleet
  # error: ocm.predicates[0].requiredClusterSelector: unsupported attribute; did you mean "required_cluster_selector"?
  ocm = yamldecode(<<-EOT
    predicates:
    - requiredClusterSelector:
        labelSelector:
          matchLabels: { env: prod }
  EOT
  )
}

data "multicluster_placement" "reference_yaml_object" {
  clusters = local.fleet
  # error: ocm: found a Kubernetes object; the functions decode_placement and decode_clusters read its YAML, or set the
  ocm = yamldecode(<<-EOT
    apiVersion: cluster.open-cluster-management.io/v1beta1
    kind: Placement
    metadata: { name: web }
    spec: { numberOfClusters: 1 }
  EOT
  )
}

data "multicluster_placement" "reference_jsondecode" {
  clusters = jsondecode("[{\"name\": \"eu-1\", \"labels\": [\"a\"]}]") # error: clusters[0].labels: found a list; it must be an object
  ocm      = {}
}

data "multicluster_placement" "reference_csv" {
  clusters = csvdecode("name,region\neu-1,eu\n") # error: clusters[0].region: unsupported attribute
  ocm      = {}
}
