locals {
  chosen = [{ cluster_name = "eu-1" }, { cluster_name = "us-1" }]
}

data "multicluster_rollout" "no_strategy" { # error: The argument "strategy" is required
  decisions = local.chosen
}

data "multicluster_rollout" "null_strategy" {
  decisions = local.chosen
  strategy  = null # error: strategy: the attribute must be set
}

data "multicluster_rollout" "no_type" {
  decisions = local.chosen
  strategy  = {} # error: strategy.type: must be one of All, Progressive, ProgressivePerGroup, RollingUpdate, External
}

data "multicluster_rollout" "type" {
  decisions = local.chosen
  strategy = {
    type = "progressive" # error: strategy.type: found "progressive": must be one of "All", "Progressive", "ProgressivePerGroup", "RollingUpdate", "External"; did you mean "Progressive"?
  }
}

data "multicluster_rollout" "no_decisions" { # error: decisions: pass decisions or decision_groups of a placement
  strategy = { type = "All" }
}

data "multicluster_rollout" "both" {
  decisions       = local.chosen
  decision_groups = [] # error: decision_groups: decisions is also set; pass one of them
  strategy        = { type = "All" }
}

data "multicluster_rollout" "decisions_by_cluster" {
  decisions = { eu-1 = { kind = null, namespace = null, labels = null, claims = null } } # error: found decisions_by_cluster, which are not in the order of the decisions; pass decisions or decision_groups, such as multicluster_placement.web.decisions.
  strategy  = { type = "All" }
}

data "multicluster_rollout" "names" {
  decisions = ["eu-1"] # error: decisions[0]: found a string; it must be an object
  strategy  = { type = "All" }
}

data "multicluster_rollout" "duplicate" {
  decisions = [
    { cluster_name = "eu-1" },
    { cluster_name = "eu-1" }, # error: decisions[1].cluster_name: found "eu-1": decisions[0].cluster_name already has this value
  ]
  strategy = { type = "All" }
}

data "multicluster_rollout" "misspelt" {
  decisions = local.chosen
  strategy = {
    type = "Progressive"
    progressive = { # error: strategy.progressive.max_concurency: unsupported attribute; did you mean "max_concurrency"?
      max_concurency = 2
    }
  }
}

data "multicluster_rollout" "misplaced" {
  decisions = local.chosen
  strategy = {
    type            = "Progressive"
    max_concurrency = 2 # error: strategy.max_concurrency: unsupported attribute; max_concurrency belongs in strategy.progressive.max_concurrency
  }
}

data "multicluster_rollout" "duration" {
  decisions = local.chosen
  strategy = {
    type        = "Progressive"
    progressive = { min_success_time = "5 minutes" } # error: strategy.progressive.min_success_time: found "5 minutes"; it must be a duration
  }
}

data "multicluster_rollout" "deadline" {
  decisions = local.chosen
  strategy = {
    type = "All"
    all  = { progress_deadline = "1d" } # error: strategy.all.progress_deadline: found "1d": must be "None" or a duration
  }
}

data "multicluster_rollout" "size" {
  decisions = local.chosen
  strategy = {
    type           = "RollingUpdate"
    rolling_update = { max_unavailable = "half" } # error: strategy.rolling_update.max_unavailable: found "half": must be a number, or a percentage
  }
}

data "multicluster_rollout" "stage_name" {
  decisions = local.chosen
  strategy = {
    type   = "External"
    stages = [{ name = "Canary", label_selector = { match_labels = {} } }] # error: strategy.stages[0].name: found "Canary": must be 1 to 63 lower-case letters and digits
  }
}

data "multicluster_rollout" "task" {
  decisions = local.chosen
  strategy = {
    type = "External"
    # error: strategy.stages[0].after_stage_tasks[0].wait_time: a TimedWait must have a wait time
    stages = [{ name = "all", label_selector = { match_labels = {} }, after_stage_tasks = [{ type = "TimedWait" }] }]
  }
}

data "multicluster_rollout" "status" {
  decisions = local.chosen
  strategy  = { type = "All" }
  cluster_status = {
    eu-1 = { status = "Suceeded" } # error: cluster_status["eu-1"].status: found "Suceeded": must be one of "ToApply", "Progressing", "Succeeded", "Failed", "TimeOut", "Skip"; did you mean "Succeeded"?
  }
}

data "multicluster_rollout" "kubefleet_status" {
  decisions = local.chosen
  strategy  = { type = "RollingUpdate" }
  cluster_status = {
    eu-1 = { status = "Succeeded" } # error: cluster_status["eu-1"].status: found "Succeeded": must be one of "Available", "NotAvailable", "NotTrackable", "Failed"
  }
}

data "multicluster_rollout" "status_text" {
  decisions = local.chosen
  strategy  = { type = "All" }
  cluster_status = {
    eu-1 = "Succeeded" # error: cluster_status["eu-1"]: found a string; it must be an object
  }
}

data "multicluster_rollout" "status_time" {
  decisions = local.chosen
  strategy  = { type = "All" }
  cluster_status = {
    eu-1 = { status = "Succeeded", last_transition_time = "yesterday" } # error: cluster_status["eu-1"].last_transition_time: found "yesterday"; it must be a time of RFC 3339
  }
}

data "multicluster_rollout" "soak_without_time" {
  decisions = local.chosen
  strategy  = { type = "Progressive", progressive = { min_success_time = "5m" } }
  cluster_status = {
    eu-1 = { status = "Succeeded" } # error: cluster_status["eu-1"].last_transition_time: min_success_time counts from it
  }
}

data "multicluster_rollout" "revision" {
  decisions = local.chosen
  strategy  = { type = "RollingUpdate" }
  revision  = "v2"
  cluster_status = {
    eu-1 = { status = "Available" } # error: cluster_status["eu-1"].revision: says which revision the cluster has, as revision is set
  }
}

data "multicluster_rollout" "now" {
  decisions = local.chosen
  strategy  = { type = "All" }
  now       = "today" # error: now: found "today"; it must be a time of RFC 3339
}

data "multicluster_rollout" "number" {
  decisions          = local.chosen
  strategy           = { type = "RollingUpdate" }
  number_of_clusters = -1 # error: number_of_clusters: found -1: must not be negative
}

data "multicluster_rollout" "cluster" {
  decisions = local.chosen
  strategy  = { type = "RollingUpdate" }
  clusters  = [{ name = "eu-1", lables = {} }] # error: clusters[0].lables: unsupported attribute; did you mean "labels"?
}

output "waves_without_strategy" {
  value = provider::multicluster::waves({ decisions = [] }) # error: strategy: the attribute must be set
}

output "waves_misspelt" {
  value = provider::multicluster::waves({ strategy = { type = "All" }, decisionGroups = [] }) # error: decisionGroups: unsupported attribute; did you mean "decision_groups"?
}

output "waves_without_fleet" {
  # error: Neither clusters nor manifests is set. Set one of them
  value = provider::multicluster::waves({ strategy = { type = "External", stages = [{ name = "all" }] }, decisions = [] })
}

output "waves_no_stage" {
  # error: strategy.stages: no stage selects cluster "us-1"
  value = provider::multicluster::waves({
    decisions = local.chosen
    clusters  = [{ name = "eu-1", labels = { stage = "canary" } }, { name = "us-1" }]
    strategy  = { type = "External", stages = [{ name = "canary", label_selector = { match_labels = { stage = "canary" } } }] }
  })
}
