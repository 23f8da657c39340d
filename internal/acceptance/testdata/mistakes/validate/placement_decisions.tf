data "multicluster_placement_decisions" "wrong_name" {
  name = "Web" # error: name: found "Web"
}

data "multicluster_placement_decisions" "name_with_namespace" {
  name = "apps/web" # error: name: found "apps/web"
}

data "multicluster_placement_decisions" "wrong_namespace" {
  name      = "web"
  namespace = "apps/web" # error: namespace: found "apps/web"
}

data "multicluster_placement_decisions" "wrong_kind" {
  name      = "web"
  namespace = "apps"
  kind      = "placement" # error: must be one of "Placement", "ClusterResourcePlacement", "ResourcePlacement", "PlacementRule"; did you mean "Placement"?
}

data "multicluster_placement_decisions" "superfluous_namespace" {
  name      = "web"
  namespace = "apps" # error: namespace: a ClusterResourcePlacement has no namespace
  kind      = "ClusterResourcePlacement"
}

data "multicluster_placement_decisions" "wrong_labels" {
  name        = "web"
  namespace   = "apps"
  with_labels = [null] # error: must not be null
}
