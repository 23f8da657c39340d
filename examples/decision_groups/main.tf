# The example of the published documentation: of 310 clusters, 10 have the label
# prod-canary-west and 10 the label prod-canary-east. These form two groups, the others
# form groups of at most 150.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

locals {
  clusters = [for i in range(310) : {
    name = format("cluster%03d", i + 1)
    labels = merge(
      i < 10 ? { prod-canary-west = "true" } : {},
      i >= 10 && i < 20 ? { prod-canary-east = "true" } : {},
    )
  }]
}

data "multicluster_placement" "placement1" {
  name     = "placement1"
  clusters = local.clusters

  ocm = { cluster_sets = ["global"] }

  decision_strategy = {
    group_strategy = {
      clusters_per_decision_group = 150
      decision_groups = [
        for side in ["west", "east"] : {
          group_name = "prod-canary-${side}"
          group_cluster_selector = {
            label_selector = {
              match_expressions = [{ key = "prod-canary-${side}", operator = "Exists" }]
            }
          }
        }
      ]
    }
  }
}

locals {
  decided = data.multicluster_placement.placement1
}

output "groups" {
  value = [for index, name in local.decided.decision_group_names : {
    index    = index
    name     = name
    clusters = length([for g in values(local.decided.decision_groups) : g if g == index])
  }]
}
