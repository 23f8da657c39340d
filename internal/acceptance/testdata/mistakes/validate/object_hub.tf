resource "multicluster_cluster" "on_destroy" {
  name       = "eu-1"
  on_destroy = "relaese" # error: on_destroy: found "relaese": must be one of "delete", "release"; did you mean "release"?
}

resource "multicluster_cluster" "timeout_name" {
  name     = "eu-1"
  timeouts = { delet = "30m" } # error: timeouts.delet: unsupported attribute; did you mean "delete"?
}

resource "multicluster_cluster_set" "timeout" {
  name     = "eu"
  timeouts = { create = "30" } # error: timeouts.create: found "30"
}

resource "multicluster_cluster_set_binding" "timeout_of_zero" {
  namespace = "apps"
  name      = "eu"
  timeouts  = { update = "0s" } # error: timeouts.update: found "0s": must be longer than 0s
}

resource "multicluster_cluster_score" "adopt" {
  cluster = "eu-1"
  name    = "usage"
  scores  = [{ name = "cpu", value = 50 }]
  adopt   = "perhaps" # error: Inappropriate value for attribute "adopt": a bool is required
}

resource "multicluster_placement" "timeouts" {
  name     = "web"
  ocm      = { cluster_sets = ["eu"] }
  timeouts = ["30m"] # error: timeouts: found a list; it must be an object
}

resource "multicluster_placement" "timeout_name" {
  name     = "web"
  ocm      = { cluster_sets = ["eu"] }
  timeouts = { udpate = "30m" } # error: timeouts.udpate: unsupported attribute; did you mean "update"?
}

resource "multicluster_placement" "wait" {
  name               = "web"
  ocm                = { cluster_sets = ["eu"] }
  wait_for_decisions = "yes" # error: Inappropriate value for attribute "wait_for_decisions": a bool is required
}
