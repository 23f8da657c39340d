terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

# Three production clusters for the shop, those with the most free memory first. It can run on GPU clusters, and stays on
# an unreachable cluster for five minutes.
data "multicluster_placement" "shop" {
  name      = "shop"
  namespace = "shop"
  manifests = [file("${path.module}/fleet.yaml")]
  now       = "2026-08-11T12:00:00Z"

  with_report = true # for the output not_chosen

  ocm = {
    cluster_sets       = ["prod"]
    number_of_clusters = 3
    predicates = [{
      required_cluster_selector = {
        claim_selector = {
          match_expressions = [{ key = "platform.open-cluster-management.io", operator = "In", values = ["aws", "gcp"] }]
        }
        cel_selector = {
          cel_expressions = ["semver(managedCluster.status.version.kubernetes.substring(1)).isGreaterThan(semver(\"1.31.0\"))"]
        }
      }
    }]
    tolerations = [
      { key = "gpu", operator = "Exists" },
      { key = "cluster.open-cluster-management.io/unreachable", operator = "Exists", toleration_seconds = 300 },
    ]
    prioritizer_policy = {
      configurations = [
        { score_coordinate = { built_in = "ResourceAllocatableMemory" }, weight = 2 },
        { score_coordinate = { type = "AddOn", add_on = { resource_name = "usage", score_name = "cpuratio" } } },
      ]
    }
  }

  decision_strategy = {
    group_strategy = {
      clusters_per_decision_group = "50%"
      decision_groups = [{
        group_name             = "canary"
        group_cluster_selector = { label_selector = { match_labels = { tier = "canary" } } }
      }]
    }
  }
}

resource "terraform_data" "release" {
  for_each = data.multicluster_placement.shop.decisions_by_cluster
  input    = "shop on ${each.key}, group ${each.value.group}"
}

output "decisions" {
  description = "Where the shop runs, the best cluster first, and why."
  value       = { for d in data.multicluster_placement.shop.decisions : d.cluster_name => d.reason }
}

output "groups" {
  description = "In which order to roll out."
  value = [
    for g in data.multicluster_placement.shop.decision_groups :
    "${g.index} ${g.name == "" ? "(rest)" : g.name}: ${join(", ", g.cluster_names)}"
  ]
}

output "not_chosen" {
  description = "Every other cluster: the stage that rejected it, and what would admit it."
  value = {
    for c in jsondecode(data.multicluster_placement.shop.report).clusters :
    c.name => "${c.stage}: ${c.reason}" if c.stage != "Decided"
  }
}

output "next_change" {
  description = "The earliest time at which the decision can change without a change to the configuration or fleet."
  value       = data.multicluster_placement.shop.next_change
}
