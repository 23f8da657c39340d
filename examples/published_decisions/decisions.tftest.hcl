run "plan" {
  command = plan

  assert {
    condition     = kubernetes_manifest.decisions["web-decision-1"].manifest.decisions[0].clusterProfileRef.name == "eu-1"
    error_message = "The decisions should refer to ClusterProfiles."
  }
  assert {
    condition = "eu-1,eu-2,us-1" == join(
      ",", kubernetes_manifest.multikueue["MultiKueueConfig/web"].manifest.spec.clusters
    )
    error_message = "MultiKueue should have the clusters of the placement."
  }
  assert {
    condition     = length(output.placement_decisions.items) == 2
    error_message = "Each group should have a PlacementDecision."
  }
}
