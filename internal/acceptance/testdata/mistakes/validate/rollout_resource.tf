# The resource multicluster_rollout.

locals {
  progressive = { type = "Progressive", progressive = { max_concurrency = 1 } }
}

resource "multicluster_rollout" "rollout_decisions_missing" { # error: decisions: pass decisions or decision_groups of a placement.
  name     = "web"
  revision = "v1"
  strategy = local.progressive
}

resource "multicluster_rollout" "rollout_decisions_both" {
  name            = "web"
  revision        = "v1"
  strategy        = local.progressive
  decisions       = local.chosen
  decision_groups = [{ index = 0, cluster_names = ["eu-1"] }] # error: decision_groups: decisions is also set; pass one of them.
}

resource "multicluster_rollout" "rollout_decisions_strings" {
  name      = "web"
  revision  = "v1"
  strategy  = local.progressive
  decisions = ["eu-1", "us-1"] # error: decisions[0]: found a string; it must be an object, such as { cluster_name = ... }. 1 more element has the same mistake.
}

resource "multicluster_rollout" "rollout_decisions_by_cluster" {
  name      = "web"
  revision  = "v1"
  strategy  = local.progressive
  decisions = { eu-1 = { kind = null, namespace = null, labels = null, claims = null } } # error: found decisions_by_cluster, which are not in the order of the decisions; pass decisions or decision_groups, such as multicluster_placement.web.decisions.
}

resource "multicluster_rollout" "rollout_approved_list" {
  name            = "web"
  revision        = "v1"
  strategy        = local.progressive
  decisions       = local.chosen
  approved_stages = ["prod"] # error: found a list; approvals name the revision that they approve, such as { "v2" = ["prod"] }: the next revision needs its own.
}

resource "multicluster_rollout" "rollout_rollback_without_limit" { # error: max_failures: on_breach has no effect with type RollingUpdate unless max_failures says how many clusters may fail, for example 0.
  name      = "web"
  revision  = "v1"
  strategy  = { type = "RollingUpdate" }
  decisions = local.chosen
  on_breach = "rollback"
}

resource "multicluster_rollout" "rollout_limit_elsewhere" {
  name         = "web"
  revision     = "v1"
  strategy     = local.progressive
  decisions    = local.chosen
  max_failures = 1 # error: max_failures: a strategy of Open Cluster Management has its own: set it in strategy.
}

resource "multicluster_rollout" "rollout_back_at_once" {
  name                 = "web"
  revision             = "v1"
  strategy             = local.progressive
  decisions            = local.chosen
  rollback_concurrency = 0 # error: rollback_concurrency: found "0": must be a number of at least 1, or a percentage from "1%" to "100%".
}

resource "multicluster_rollout" "rollout_approval_groups_type" {
  name            = "web"
  revision        = "v1"
  strategy        = local.progressive
  decisions       = local.chosen
  approval_groups = ["prod"] # error: approval_groups: only type ProgressivePerGroup goes through one decision group after the other.
}

resource "multicluster_rollout" "rollout_approval_groups_stages" {
  name            = "web"
  revision        = "v1"
  strategy        = { type = "External", stages = [{ name = "all", label_selector = {} }] }
  decisions       = local.chosen
  approval_groups = ["prod"] # error: approval_groups: stages of type External ask for approvals in before_stage_tasks or after_stage_tasks.
}

resource "multicluster_rollout" "rollout_approval_groups_twice" {
  name            = "web"
  revision        = "v1"
  strategy        = { type = "ProgressivePerGroup" }
  decisions       = local.chosen
  approval_groups = ["prod", "prod"] # error: approval_groups[1]: found "prod": approval_groups[0] already has this value.
}

resource "multicluster_rollout" "rollout_removals" {
  name         = "web"
  revision     = "v1"
  strategy     = local.progressive
  decisions    = local.chosen
  max_removals = "half" # error: max_removals: found "half": must be a number of clusters of at least 0, or a percentage from "0%" to "100%".
}

resource "multicluster_rollout" "rollout_status_healthy" {
  name           = "web"
  revision       = "v1"
  strategy       = local.progressive
  decisions      = local.chosen
  cluster_status = { eu-1 = { status = "Healthy", revision = "v1" } } # error: cluster_status["eu-1"].status: found "Healthy": must be one of "ToApply", "Progressing", "Succeeded", "Failed", "TimeOut", "Skip". Write "Succeeded" for it.
}

resource "multicluster_rollout" "rollout_decisions_name" {
  name      = "web"
  revision  = "v1"
  strategy  = local.progressive
  decisions = [{ name = "eu-1" }] # error: decisions[0].name: unsupported attribute; expected one of binding, cluster_name, group, kind, namespace, reason, score.
}

resource "multicluster_rollout" "rollout_decisions_twice" {
  name      = "web"
  revision  = "v1"
  strategy  = local.progressive
  decisions = [{ cluster_name = "eu-1" }, { cluster_name = "eu-1" }] # error: decisions[1].cluster_name: found "eu-1": decisions[0].cluster_name already has this value.
}

resource "multicluster_rollout" "rollout_groups_twice" {
  name     = "web"
  revision = "v1"
  strategy = local.progressive
  decision_groups = [
    { index = 0, cluster_names = ["eu-1"] },
    { index = 1, cluster_names = ["us-1", "eu-1"] }, # error: decision_groups[1].cluster_names[1]: found "eu-1": decision_groups[0].cluster_names[0] already has this value.
  ]
}

resource "multicluster_rollout" "rollout_groups_names" {
  name     = "web"
  revision = "v1"
  strategy = local.progressive
  decision_groups = { # error: decision_groups: found an object; it must be a list of objects, such as [{ index = ..., cluster_names = ... }].
    canary = ["eu-1"]
  }
}

resource "multicluster_rollout" "rollout_revision_missing" { # error: The argument "revision" is required
  name      = "web"
  strategy  = local.progressive
  decisions = local.chosen
}

resource "multicluster_rollout" "rollout_revision_empty" {
  name      = "web"
  revision  = "" # error: revision: found "": must not be empty.
  strategy  = local.progressive
  decisions = local.chosen
}

resource "multicluster_rollout" "rollout_name_empty" {
  name      = "" # error: Attribute name string length must be at least 1, got: 0
  revision  = "v1"
  strategy  = local.progressive
  decisions = local.chosen
}

resource "multicluster_rollout" "rollout_strategy_text" {
  name      = "web"
  revision  = "v1"
  strategy  = "Progressive" # error: strategy: found a string; it must be an object.
  decisions = local.chosen
}

resource "multicluster_rollout" "rollout_strategy_empty" {
  name      = "web"
  revision  = "v1"
  strategy  = {} # error: strategy.type: must be one of All, Progressive, ProgressivePerGroup, RollingUpdate, External.
  decisions = local.chosen
}

resource "multicluster_rollout" "rollout_type_unknown" {
  name     = "web"
  revision = "v1"
  strategy = {
    type = "Canary" # error: strategy.type: found "Canary": must be one of "All", "Progressive", "ProgressivePerGroup", "RollingUpdate", "External".
  }
  decisions = local.chosen
}

resource "multicluster_rollout" "rollout_type_lower" {
  name     = "web"
  revision = "v1"
  strategy = {
    type        = "progressive" # error: strategy.type: found "progressive": must be one of "All", "Progressive", "ProgressivePerGroup", "RollingUpdate", "External"; did you mean "Progressive"?
    progressive = { max_concurrency = 1 }
  }
  decisions = local.chosen
}

resource "multicluster_rollout" "rollout_block_misspelt" {
  name     = "web"
  revision = "v1"
  strategy = {
    type       = "Progressive"
    progresive = { max_concurrency = 1 } # error: strategy.progresive: unsupported attribute; did you mean "progressive"? Expected one of all, apply_strategy, delete_strategy, progressive, progressive_per_group,
  }
  decisions = local.chosen
}

resource "multicluster_rollout" "rollout_field_too_high" {
  name     = "web"
  revision = "v1"
  strategy = {
    type            = "Progressive"
    max_concurrency = 1 # error: strategy.max_concurrency: unsupported attribute; max_concurrency belongs in strategy.progressive.max_concurrency; expected one of all, apply_strategy, delete_strategy,
  }
  decisions = local.chosen
}

resource "multicluster_rollout" "rollout_field_camel" {
  name     = "web"
  revision = "v1"
  strategy = {
    type        = "Progressive"
    progressive = { maxConcurrency = 1 } # error: strategy.progressive.maxConcurrency: unsupported attribute; did you mean "max_concurrency"? Expected one of mandatory_decision_groups, max_concurrency, max_failures,
  }
  decisions = local.chosen
}

resource "multicluster_rollout" "rollout_group_name_misspelt" {
  name     = "web"
  revision = "v1"
  strategy = {
    type        = "Progressive"
    progressive = { mandatory_decision_groups = [{ name = "canary" }] } # error: strategy.progressive.mandatory_decision_groups[0].name: unsupported attribute; expected one of group_index, group_name.
  }
  decisions = local.chosen
}

resource "multicluster_rollout" "rollout_concurrency_percent" {
  name     = "web"
  revision = "v1"
  strategy = {
    type        = "Progressive"
    progressive = { max_concurrency = "150%" } # error: strategy.progressive.max_concurrency: found "150%": must be a number, or a percentage from "0%" to "100%".
  }
  decisions = local.chosen
}

resource "multicluster_rollout" "rollout_success_time_number" {
  name     = "web"
  revision = "v1"
  strategy = {
    type        = "Progressive"
    progressive = { min_success_time = 300 } # error: strategy.progressive.min_success_time: found "300"; it must be a duration such as "5m".
  }
  decisions = local.chosen
}

resource "multicluster_rollout" "rollout_success_time_words" {
  name     = "web"
  revision = "v1"
  strategy = {
    type        = "Progressive"
    progressive = { min_success_time = "5 minutes" } # error: strategy.progressive.min_success_time: found "5 minutes"; it must be a duration such as "5m".
  }
  decisions = local.chosen
}

resource "multicluster_rollout" "rollout_deadline_day" {
  name     = "web"
  revision = "v1"
  strategy = {
    type        = "Progressive"
    progressive = { progress_deadline = "1d" } # error: strategy.progressive.progress_deadline: found "1d": must be "None" or a duration that starts with a whole number and the unit h, m or s, such as "90s".
  }
  decisions = local.chosen
  now       = "2026-08-11T12:00:00Z"
}

resource "multicluster_rollout" "rollout_now_missing" { # error: now: min_success_time is 5m; set now, for example now = plantimestamp().
  name     = "web"
  revision = "v1"
  strategy = {
    type        = "Progressive"
    progressive = { min_success_time = "5m" }
  }
  decisions = local.chosen
}

resource "multicluster_rollout" "rollout_now_date" {
  name      = "web"
  revision  = "v1"
  strategy  = local.progressive
  decisions = local.chosen
  now       = "2026-08-11" # error: now: found "2026-08-11"; it must be a time of RFC 3339, such as "2026-01-31T12:00:00Z".
}

resource "multicluster_rollout" "rollout_now_missing_unavailable" { # error: now: unavailable_period_seconds decides without a status when a cluster is ready; set now, for example now = plantimestamp().
  name           = "web"
  revision       = "v1"
  strategy       = { type = "RollingUpdate" }
  decisions      = local.chosen
  require_status = false
}

resource "multicluster_rollout" "rollout_on_breach" {
  name      = "web"
  revision  = "v1"
  strategy  = local.progressive
  decisions = local.chosen
  on_breach = "roll_back" # error: on_breach: found "roll_back": must be one of "stop", "rollback"; did you mean "rollback"?
}

resource "multicluster_rollout" "rollout_paused_text" {
  name      = "web"
  revision  = "v1"
  strategy  = local.progressive
  decisions = local.chosen
  paused    = "yes" # error: Inappropriate value for attribute "paused": a bool is required
}

resource "multicluster_rollout" "rollout_initial_revisions_empty" {
  name      = "web"
  revision  = "v1"
  strategy  = local.progressive
  decisions = local.chosen
  initial_revisions = {
    eu-1 = "" # error: initial_revisions["eu-1"]: found "": must not be empty; leave out a cluster that does not have the workload.
  }
}

resource "multicluster_rollout" "rollout_revisions" {
  name               = "web"
  revision           = "v1"
  strategy           = local.progressive
  decisions          = local.chosen
  revisions = {} # error: revisions: the provider computes this attribute. Write initial_revisions for what the clusters have before the first apply, such as
}

resource "multicluster_rollout" "rollout_rollback_revisions" {
  name               = "web"
  revision           = "v1"
  strategy           = local.progressive
  decisions          = local.chosen
  rollback_revisions = { eu-1 = "v0" } # error: rollback_revisions: the provider computes this attribute; remove it from the configuration.
}

resource "multicluster_rollout" "rollout_manifests_and_both_clusters" {
  name      = "web"
  revision  = "v1"
  strategy  = local.progressive
  decisions = local.chosen
  clusters  = ["eu-1"] # error: clusters[0]: found a string; it must be an object, such as { name = ... }.
}
