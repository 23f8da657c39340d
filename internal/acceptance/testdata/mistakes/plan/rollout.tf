locals {
  members = [
    { name = "eu-1", labels = { stage = "canary", rank = "1" } },
    { name = "us-1", labels = { stage = "rest" } },
  ]
  chosen  = [{ cluster_name = "eu-1" }, { cluster_name = "us-1" }]
  canary  = { name = "canary", label_selector = { match_labels = { stage = "canary" } } }
  rest    = { name = "rest", label_selector = { match_labels = { stage = "rest" } } }
  overlap = { name = "all", label_selector = { match_labels = {} } }
}

data "multicluster_rollout" "no_fleet" { # error: Neither clusters nor manifests is set, and the provider has no manifests either. Set one of them,
  decisions = local.chosen
  strategy  = { type = "External", stages = [local.canary, local.rest] }
}

data "multicluster_rollout" "absent" {
  decisions = [
    { cluster_name = "eu-1" },
    { cluster_name = "us-2" }, # error: decisions[1].cluster_name: found "us-2": the fleet has no cluster of this name, and stages select the clusters of the fleet; did you mean "us-1"?
  ]
  clusters = local.members
  strategy = { type = "External", stages = [local.canary, local.rest] }
}

data "multicluster_rollout" "no_stage" {
  decisions = local.chosen
  clusters  = local.members
  strategy = {
    type   = "External"
    stages = [local.canary] # error: strategy.stages: no stage selects cluster "us-1"; every chosen cluster must be in exactly one.
  }
}

data "multicluster_rollout" "two_stages" {
  decisions = local.chosen
  clusters  = local.members
  strategy = {
    type   = "External"
    stages = [local.canary, local.overlap] # error: strategy.stages[1].label_selector: cluster "eu-1" is in an earlier stage, too; every cluster must be in exactly one.
  }
}

data "multicluster_rollout" "sorting_label" {
  decisions = local.chosen
  clusters  = local.members
  strategy = {
    type = "External"
    # error: strategy.stages[1].sorting_label_key: cluster "us-1" does not have the label "rank", or it is empty; every cluster of the stage must have a whole number there.
    stages = [local.canary, merge(local.rest, { sorting_label_key = "rank" })]
  }
}

data "multicluster_rollout" "manifest" {
  decisions = local.chosen
  manifests = ["kind: ["] # error: invalid YAML
  strategy  = { type = "External", stages = [local.overlap] }
}
