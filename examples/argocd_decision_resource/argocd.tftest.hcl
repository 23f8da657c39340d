run "plan" {
  command = plan

  assert {
    condition = jsonencode([
      for g in kubernetes_manifest.web.manifest.spec.generators :
      g.clusterDecisionResource.values.group
    ]) == jsonencode(["0", "1"])
    error_message = "Each group should be a generator."
  }
}
