run "plan" {
  command = plan

  assert {
    condition = join(
      ",",
      jsondecode(
        kubernetes_manifest.web.manifest.spec.generators[0].list.elementsYaml
      )[*].cluster
    ) == "eu-1,eu-2,us-1"
    error_message = "The clusters should be known in the first plan, the canary first."
  }
  assert {
    condition = jsonencode(
      kubernetes_manifest.web.manifest.spec.strategy.rollingSync.steps[*].matchExpressions[0].values
    ) == jsonencode([["0"], ["1"]])
    error_message = "Each group should be a step."
  }
}
