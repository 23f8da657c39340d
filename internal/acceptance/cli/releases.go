// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package cli

// DemoFleet are four clusters: two that fit, one with a taint, one of another environment.
const DemoFleet = `
locals {
  clusters = [
    { name = "eu-1", labels = { env = "prod", tier = "canary" }, allocatable = { cpu = "40" } },
    { name = "eu-2", labels = { env = "prod" }, allocatable = { cpu = "80" } },
    { name = "us-1", labels = { env = "prod" }, allocatable = { cpu = "120" },
      taints = [{ key = "gpu", value = "true", effect = "NoSelect", time_added = "2026-08-11T11:59:00Z" }] },
    { name = "dev-1", labels = { env = "dev" }, allocatable = { cpu = "4" } },
  ]
}
`

// DemoPlacement takes both clusters that fit, in two groups.
const DemoPlacement = `
data "multicluster_placement" "web" {
  name     = "web"
  clusters = local.clusters
  ocm = {
    number_of_clusters = 2
    predicates = [{ required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } } }]
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "ResourceAllocatableCPU" }, weight = 2 }] }
  }
  decision_strategy = { group_strategy = {
    clusters_per_decision_group = 1
    decision_groups = [{
      group_name             = "canary"
      group_cluster_selector = { label_selector = { match_labels = { tier = "canary" } } }
    }]
  } }
}
`

// Releases are resources for the clusters that a placement chooses.
const Releases = `
resource "terraform_data" "release" {
  for_each = data.multicluster_placement.web.decisions_by_cluster
  input    = each.key
}
`
