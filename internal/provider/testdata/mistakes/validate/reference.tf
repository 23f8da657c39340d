# What is built elsewhere: Terraform points at the argument, and the text has the path.

locals {
  camel      = { numberOfClusters = 1 }
  wrong_term = { predicates = [{ required_cluster_selector = { label_selector = { match_labels = { env = "pro duction" } } } }] }
  taints     = [{ key = "gpu", effect = "NoExecute" }]
}

data "multicluster_placement" "reference_local" {
  clusters = local.fleet
  ocm      = local.camel # error
}

data "multicluster_placement" "reference_local_deep" {
  clusters = local.fleet
  ocm      = local.wrong_term # error
}

data "multicluster_placement" "reference_merge" {
  clusters = local.fleet
  ocm = merge( # error
    { number_of_clusters = 1 },
    { predicate = [] },
  )
}

data "multicluster_placement" "reference_concat" {
  clusters = concat(local.fleet, [{ name = "eu-1" }]) # error
  ocm      = {}
}

data "multicluster_placement" "reference_inner" {
  clusters = [
    { name = "eu-1" },
    { name = "us-1", taints = local.taints }, # error
  ]
  ocm = {}
}

data "multicluster_placement" "reference_conditional" {
  clusters = local.fleet
  ocm      = length(local.fleet) > 1 ? { number_of_clusters = "few" } : {} # error
}

data "multicluster_placement" "reference_yamldecode" {
  clusters = local.fleet
  # error
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
  # error
  ocm = yamldecode(<<-EOT
    apiVersion: cluster.open-cluster-management.io/v1beta1
    kind: Placement
    metadata: { name: web }
    spec: { numberOfClusters: 1 }
  EOT
  )
}

data "multicluster_placement" "reference_jsondecode" {
  clusters = jsondecode("[{\"name\": \"eu-1\", \"labels\": [\"a\"]}]") # error
  ocm      = {}
}

data "multicluster_placement" "reference_csv" {
  clusters = csvdecode("name,region\neu-1,eu\n") # error
  ocm      = {}
}
