# The status of clusters.

resource "multicluster_rollout" "status_text" {
  name      = "web"
  revision  = "v1"
  strategy  = local.progressive
  decisions = local.chosen
  cluster_status = {
    eu-1 = "Succeeded" # error: cluster_status["eu-1"]: found a string; it must be an object, such as { status = ... }.
  }
}

resource "multicluster_rollout" "status_list" {
  name           = "web"
  revision       = "v1"
  strategy       = local.progressive
  decisions      = local.chosen
  cluster_status = [{ name = "eu-1", status = "Succeeded" }] # error: cluster_status: found a list; it must be an object with an object for every name, such as { x = { ... } }.
}

resource "multicluster_rollout" "status_kubefleet" {
  name      = "web"
  revision  = "v1"
  strategy  = local.progressive
  decisions = local.chosen
  cluster_status = {
    eu-1 = { status = "Available", revision = "v1" } # error: cluster_status["eu-1"].status: found "Available": must be one of "ToApply", "Progressing", "Succeeded", "Failed", "TimeOut", "Skip" with type Progressive.
  }
}

resource "multicluster_rollout" "status_ocm" {
  name      = "web"
  revision  = "v1"
  strategy  = { type = "RollingUpdate" }
  decisions = local.chosen
  cluster_status = {
    eu-1 = { status = "Succeeded", revision = "v1" } # error: cluster_status["eu-1"].status: found "Succeeded": must be one of "Available", "NotAvailable", "NotTrackable", "Failed" with type RollingUpdate.
  }
}

resource "multicluster_rollout" "status_lower" {
  name      = "web"
  revision  = "v1"
  strategy  = local.progressive
  decisions = local.chosen
  cluster_status = {
    eu-1 = { status = "succeeded", revision = "v1" } # error: cluster_status["eu-1"].status: found "succeeded": must be one of "ToApply", "Progressing", "Succeeded", "Failed", "TimeOut", "Skip"; did you mean "Succeeded"?
  }
}

resource "multicluster_rollout" "status_timeout" {
  name      = "web"
  revision  = "v1"
  strategy  = local.progressive
  decisions = local.chosen
  cluster_status = {
    eu-1 = { status = "Timeout", revision = "v1" } # error: cluster_status["eu-1"].status: found "Timeout": must be one of "ToApply", "Progressing", "Succeeded", "Failed", "TimeOut", "Skip"; did you mean "TimeOut"?
  }
}

resource "multicluster_rollout" "status_missing" {
  name      = "web"
  revision  = "v1"
  strategy  = local.progressive
  decisions = local.chosen
  cluster_status = {
    eu-1 = { revision = "v1" } # error: cluster_status["eu-1"].status: the attribute must be set.
  }
}

resource "multicluster_rollout" "status_time_misspelt" {
  name      = "web"
  revision  = "v1"
  strategy  = local.progressive
  decisions = local.chosen
  cluster_status = {
    eu-1 = { status = "Succeeded", lastTransitionTime = "2026-08-11T12:00:00Z" } # error: cluster_status["eu-1"].lastTransitionTime: unsupported attribute; did you mean "last_transition_time"? Expected one of last_transition_time, message, revision, status.
  }
}

resource "multicluster_rollout" "status_time_space" {
  name      = "web"
  revision  = "v1"
  strategy  = local.progressive
  decisions = local.chosen
  cluster_status = {
    eu-1 = { status = "Succeeded", last_transition_time = "2026-08-11 12:00:00" } # error: cluster_status["eu-1"].last_transition_time: found "2026-08-11 12:00:00"; it must be a time of RFC 3339, such as "2026-01-31T12:00:00Z".
  }
}

resource "multicluster_rollout" "status_not_trackable" { # error: now: unavailable_period_seconds applies to cluster "eu-1", which is NotTrackable; set now, for example now = plantimestamp().
  name      = "web"
  revision  = "v1"
  strategy  = { type = "RollingUpdate" }
  decisions = local.chosen
  cluster_status = {
    eu-1 = { status = "NotTrackable", revision = "v1", last_transition_time = "2026-08-11T12:00:00Z" }
  }
}
