resource "multicluster_placement" "resource_max_moves" {
  name      = "web"
  clusters  = local.fleet
  ocm       = {}
  max_moves = "some" # error: max_moves: found "some": must be a number of clusters of at least 0, or a percentage from "0%" to "100%", such as "25%"
}

resource "multicluster_placement" "resource_max_moves_negative" {
  name      = "web"
  clusters  = local.fleet
  ocm       = {}
  max_moves = -1 # error: max_moves: found "-1": must be a number of clusters of at least 0, or a percentage from "0%" to "100%", such as "25%"
}

resource "multicluster_placement" "resource_max_moves_percent" {
  name      = "web"
  clusters  = local.fleet
  ocm       = {}
  max_moves = "250%" # error: max_moves: found "250%": must be a number of clusters of at least 0, or a percentage from "0%" to "100%", such as "25%"
}

resource "multicluster_placement" "resource_max_moves_fraction" {
  name      = "web"
  clusters  = local.fleet
  ocm       = {}
  max_moves = 0.25 # error: max_moves: found "0.25": must be a number of clusters of at least 0, or a percentage from "0%" to "100%", such as "25%"
}

resource "multicluster_placement" "resource_max_moves_space" {
  name      = "web"
  clusters  = local.fleet
  ocm       = {}
  max_moves = "25 %" # error: max_moves: found "25 %": must be a number of clusters of at least 0, or a percentage from "0%" to "100%", such as "25%"
}

resource "multicluster_placement" "resource_on_exceeded" {
  name        = "web"
  clusters    = local.fleet
  ocm         = {}
  max_moves   = 1
  on_exceeded = "stop" # error: on_exceeded: found "stop": must be one of "fail", "keep"
}

resource "multicluster_placement" "resource_on_exceeded_case" {
  name        = "web"
  clusters    = local.fleet
  ocm         = {}
  max_moves   = 1
  on_exceeded = "Keep" # error: on_exceeded: found "Keep": must be one of "fail", "keep"; did you mean "keep"?
}

resource "multicluster_placement" "resource_max_move" {
  name     = "web"
  clusters = local.fleet
  ocm      = {}
  max_move = 1 # error: An argument named "max_move" is not expected here. Did you mean "max_moves"?
}

resource "multicluster_placement" "resource_no_name" { # error: The argument "name" is required, but no definition was found
  clusters = local.fleet
  ocm      = {}
}

resource "multicluster_placement" "resource_now" {
  name     = "web"
  clusters = local.fleet
  ocm      = {}
  now      = "12:00" # error: now: found "12:00"; it must be a time of RFC 3339, such as "2026-01-31T12:00:00Z"
}

resource "multicluster_placement" "resource_ocm" {
  name     = "web"
  clusters = local.fleet
  ocm = {
    numberOfClusters = 1 # error: ocm.numberOfClusters: unsupported attribute; did you mean "number_of_clusters"?
  }
}

resource "multicluster_placement" "resource_clusters" {
  name     = "web"
  ocm      = {}
  clusters = ["eu-1"] # error: clusters[0]: found a string; it must be an object
}

resource "multicluster_placement" "resource_on_unsatisfied" {
  name           = "web"
  clusters       = local.fleet
  ocm            = {}
  on_unsatisfied = "ignore" # error: on_unsatisfied: found "ignore": must be one of "error", "warn", "accept"
}
