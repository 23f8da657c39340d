# Staged update runs.

locals {
  members = [{ name = "eu-1", kind = "MemberCluster", labels = { tier = "canary" } }, { name = "us-1", kind = "MemberCluster", labels = { tier = "rest" } }]
  canary  = { match_labels = { tier = "canary" } }
  rest    = { match_labels = { tier = "rest" } }
}

resource "multicluster_rollout" "stages_missing" {
  name      = "web"
  revision  = "v1"
  strategy  = { type = "External" } # error: strategy.stages: type External is a staged update run, which has stages.
  decisions = local.chosen
  clusters  = local.members
}

resource "multicluster_rollout" "stage_name_missing" {
  name     = "web"
  revision = "v1"
  strategy = {
    type   = "External"
    stages = [{ label_selector = local.canary }, { name = "rest", label_selector = local.rest }] # error: strategy.stages[0].name: the attribute must be set.
  }
  decisions = local.chosen
  clusters  = local.members
}

resource "multicluster_rollout" "stage_name_twice" {
  name     = "web"
  revision = "v1"
  strategy = {
    type   = "External"
    stages = [{ name = "canary", label_selector = local.canary }, { name = "canary", label_selector = local.rest }] # error: strategy.stages[1].name: found "canary": stages[0].name already has this value.
  }
  decisions = local.chosen
  clusters  = local.members
}

resource "multicluster_rollout" "stage_selector_misspelt" {
  name     = "web"
  revision = "v1"
  strategy = {
    type   = "External"
    stages = [{ name = "canary", label_selectors = local.canary }] # error: strategy.stages[0].label_selectors: unsupported attribute; did you mean "label_selector"? Expected one of after_stage_tasks, before_stage_tasks, label_selector,
  }
  decisions = local.chosen
  clusters  = local.members
}

resource "multicluster_rollout" "stage_selector_flat" {
  name     = "web"
  revision = "v1"
  strategy = {
    type   = "External"
    stages = [{ name = "canary", match_labels = { tier = "canary" } }] # error: strategy.stages[0].match_labels: unsupported attribute; match_labels belongs in strategy.stages[0].label_selector.match_labels; expected one of after_stage_tasks,
  }
  decisions = local.chosen
  clusters  = local.members
}

resource "multicluster_rollout" "stage_wait_in_approval" {
  name     = "web"
  revision = "v1"
  strategy = {
    type   = "External"
    stages = [{ name = "all", after_stage_tasks = [{ type = "Approval", wait_time = "1h" }] }] # error: strategy.stages[0].after_stage_tasks[0].wait_time: found "1h": an Approval has no wait time.
  }
  decisions = local.chosen
  clusters  = local.members
}

resource "multicluster_rollout" "stage_wait_before" {
  name     = "web"
  revision = "v1"
  strategy = {
    type   = "External"
    stages = [{ name = "all", before_stage_tasks = [{ type = "TimedWait", wait_time = "1h" }] }] # error: strategy.stages[0].before_stage_tasks[0].type: found "TimedWait": only an Approval can come before a stage.
  }
  decisions = local.chosen
  clusters  = local.members
  now       = "2026-08-11T12:00:00Z"
}

resource "multicluster_rollout" "stage_wait_without_time" {
  name     = "web"
  revision = "v1"
  strategy = {
    type   = "External"
    stages = [{ name = "all", after_stage_tasks = [{ type = "TimedWait" }] }] # error: strategy.stages[0].after_stage_tasks[0].wait_time: a TimedWait must have a wait time.
  }
  decisions = local.chosen
  clusters  = local.members
  now       = "2026-08-11T12:00:00Z"
}

resource "multicluster_rollout" "stage_task_text" {
  name     = "web"
  revision = "v1"
  strategy = {
    type   = "External"
    stages = [{ name = "all", after_stage_tasks = ["Approval"] }] # error: strategy.stages[0].after_stage_tasks[0]: found a string; it must be an object, such as { type = ... }.
  }
  decisions = local.chosen
  clusters  = local.members
}

resource "multicluster_rollout" "stage_task_type" {
  name     = "web"
  revision = "v1"
  strategy = {
    type   = "External"
    stages = [{ name = "all", after_stage_tasks = [{ type = "Approve" }] }] # error: strategy.stages[0].after_stage_tasks[0].type: found "Approve": must be one of "Approval", "TimedWait"; did you mean "Approval"?
  }
  decisions = local.chosen
  clusters  = local.members
}

resource "multicluster_rollout" "stage_concurrency_zero" {
  name     = "web"
  revision = "v1"
  strategy = {
    type   = "External"
    stages = [{ name = "all", max_concurrency = 0 }] # error: strategy.stages[0].max_concurrency: found "0": must be a number of at least 1, or a percentage from "1%" to "100%".
  }
  decisions = local.chosen
  clusters  = local.members
}

resource "multicluster_rollout" "stage_now_missing" { # error: now: a stage has a TimedWait; set now, for example now = plantimestamp().
  name     = "web"
  revision = "v1"
  strategy = {
    type   = "External"
    stages = [{ name = "all", after_stage_tasks = [{ type = "TimedWait", wait_time = "1h" }] }]
  }
  decisions = local.chosen
  clusters  = local.members
}

resource "multicluster_rollout" "stage_approval_ambiguous" {
  name     = "web"
  revision = "v1"
  strategy = {
    type   = "External"
    stages = [{ name = "all", before_stage_tasks = [{ type = "Approval" }], after_stage_tasks = [{ type = "Approval" }] }]
  }
  decisions       = local.chosen
  clusters        = local.members
  approved_stages = { v1 = ["all"] } # error: approved_stages["v1"][0]: found "all": the stage has two approvals: write "before-all" or "after-all".
}

resource "multicluster_rollout" "stage_approvals_map" {
  name            = "web"
  revision        = "v1"
  strategy        = { type = "External", stages = [{ name = "all", before_stage_tasks = [{ type = "Approval" }] }] }
  decisions       = local.chosen
  clusters        = local.members
  approved_stages = { all = true } # error: approved_stages["all"]: found a bool; it must be a list of strings.
}
