locals {
  hub = [{ name = "eu-1", kind = "MemberCluster", labels = { tier = "canary", rank = "1" } }, { name = "us-1", kind = "MemberCluster", labels = { tier = "rest", rank = "second" } }]
  tier_canary = { match_labels = { tier = "canary" } }
  tier_rest = { match_labels = { tier = "rest" } }
}

resource "terraform_data" "later" {}

resource "multicluster_rollout" "plan_revision_unknown" {
  initial_revisions = {}
  name      = "web"
  revision  = terraform_data.later.id # error: revision must be known during plan: it decides which clusters change. Use a variable, a local or a data source, and not an attribute of something that this run creates
  strategy  = { type = "All" }
  decisions = local.chosen
}

resource "multicluster_rollout" "plan_status_unknown" {
  initial_revisions = {}
  name           = "web"
  revision       = "v1"
  strategy       = { type = "All" }
  decisions      = local.chosen
  cluster_status = { eu-1 = { status = "Succeeded", revision = terraform_data.later.id } } # error: cluster_status["eu-1"].revision: The status of the clusters decides which clusters move, so it must be known during plan. It is not, because it depends on something that
}

resource "multicluster_rollout" "plan_no_approval_group" {
  initial_revisions       = {}
  name            = "web"
  revision        = "v1"
  strategy        = { type = "ProgressivePerGroup" }
  decision_groups = [{ index = 0, name = "dev", cluster_names = ["eu-1"] }, { index = 1, name = "prod", cluster_names = ["us-1"] }]
  approval_groups = ["prd"] # error: approval_groups[0]: found "prd": no decision group has this name; did you mean "prod"? Its clusters may be in a group that starts without an approval. Correct it, or set
}

resource "multicluster_rollout" "plan_no_fleet" { # error: Neither clusters nor manifests is set, and the provider has no manifests either. Set one of them, for example manifests = [file("${path.module}/fleet.yaml")], or set hub in the provider.
  initial_revisions = {}
  name      = "web"
  revision  = "v1"
  strategy  = { type = "External", stages = [{ name = "all", label_selector = {} }] }
  decisions = local.chosen
}

resource "multicluster_rollout" "plan_not_in_fleet" {
  initial_revisions = {}
  name      = "web"
  revision  = "v1"
  strategy  = { type = "External", stages = [{ name = "all", label_selector = {} }] }
  clusters  = local.hub
  decisions = [{ cluster_name = "eu-1" }, { cluster_name = "us-2" }] # error: decisions[1].cluster_name: found "us-2": the fleet has no cluster of this name, and stages select the clusters of the fleet; did you mean "us-1"?
}

resource "multicluster_rollout" "plan_no_stage" {
  initial_revisions = {}
  name      = "web"
  revision  = "v1"
  strategy  = {
    type   = "External"
    stages = [{ name = "canary", label_selector = local.tier_canary }] # error: strategy.stages: no stage selects cluster "us-1"; every chosen cluster must be in exactly one.
  }
  clusters  = local.hub
  decisions = local.chosen
}

resource "multicluster_rollout" "plan_two_stages" {
  initial_revisions = {}
  name      = "web"
  revision  = "v1"
  strategy  = {
    type   = "External"
    stages = [{ name = "canary", label_selector = local.tier_canary }, { name = "all", label_selector = {} }] # error: strategy.stages[1].label_selector: cluster "eu-1" is in an earlier stage, too; every cluster must be in exactly one.
  }
  clusters  = local.hub
  decisions = local.chosen
}

resource "multicluster_rollout" "plan_rank_text" {
  initial_revisions = {}
  name      = "web"
  revision  = "v1"
  strategy  = {
    type   = "External"
    stages = [{ name = "all", label_selector = {}, sorting_label_key = "rank" }] # error: strategy.stages[0].sorting_label_key: cluster "us-1" has "second"; every cluster of the stage must have a whole number there.
  }
  clusters  = local.hub
  decisions = local.chosen
}

resource "multicluster_rollout" "plan_rank_missing" {
  initial_revisions = {}
  name      = "web"
  revision  = "v1"
  strategy  = {
    type   = "External"
    stages = [{ name = "all", label_selector = {}, sorting_label_key = "order" }] # error: strategy.stages[0].sorting_label_key: cluster "eu-1" does not have the label "order", or it is empty; every cluster of the stage must have a whole number there.
  }
  clusters  = local.hub
  decisions = local.chosen
}

resource "multicluster_rollout" "plan_manifest_file" {
  initial_revisions = {}
  name      = "web"
  revision  = "v1"
  strategy  = { type = "All" }
  manifests = ["fleet.yaml"] # error: document 1, line 1: found the text "fleet.yaml", which is not a Kubernetes object; to read a file, use file("${path.module}/fleet.yaml").
  decisions = local.chosen
}

resource "multicluster_rollout" "plan_no_selector" {
  initial_revisions = {}
  name     = "web"
  revision = "v1"
  strategy = {
    type   = "External"
    stages = [{ name = "all" }] # error: strategy.stages: no stage selects cluster "eu-1"; every chosen cluster must be in exactly one. Stage "all" has no label_selector and selects nothing; label_selector = {}
  }
  clusters  = local.hub
  decisions = local.chosen
}
