resource "multicluster_placement" "resource_max_moves" {
  name      = "web"
  clusters  = local.fleet
  ocm       = {}
  max_moves = "some" # error
}

resource "multicluster_placement" "resource_max_moves_negative" {
  name      = "web"
  clusters  = local.fleet
  ocm       = {}
  max_moves = -1 # error
}

resource "multicluster_placement" "resource_max_moves_percent" {
  name      = "web"
  clusters  = local.fleet
  ocm       = {}
  max_moves = "250%" # error
}

resource "multicluster_placement" "resource_max_moves_fraction" {
  name      = "web"
  clusters  = local.fleet
  ocm       = {}
  max_moves = 0.25 # error
}

resource "multicluster_placement" "resource_max_moves_space" {
  name      = "web"
  clusters  = local.fleet
  ocm       = {}
  max_moves = "25 %" # error
}

resource "multicluster_placement" "resource_on_exceeded" {
  name        = "web"
  clusters    = local.fleet
  ocm         = {}
  max_moves   = 1
  on_exceeded = "stop" # error
}

resource "multicluster_placement" "resource_on_exceeded_case" {
  name        = "web"
  clusters    = local.fleet
  ocm         = {}
  max_moves   = 1
  on_exceeded = "Keep" # error
}

resource "multicluster_placement" "resource_max_move" {
  name     = "web"
  clusters = local.fleet
  ocm      = {}
  max_move = 1 # error
}

resource "multicluster_placement" "resource_no_name" { # error
  clusters = local.fleet
  ocm      = {}
}

resource "multicluster_placement" "resource_now" {
  name     = "web"
  clusters = local.fleet
  ocm      = {}
  now      = "12:00" # error
}

resource "multicluster_placement" "resource_ocm" {
  name     = "web"
  clusters = local.fleet
  ocm = {
    numberOfClusters = 1 # error
  }
}

resource "multicluster_placement" "resource_clusters" {
  name     = "web"
  ocm      = {}
  clusters = ["eu-1"] # error
}

resource "multicluster_placement" "resource_on_unsatisfied" {
  name           = "web"
  clusters       = local.fleet
  ocm            = {}
  on_unsatisfied = "ignore" # error
}
