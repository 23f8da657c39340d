run "plan" {
  command = plan

  assert {
    condition = jsonencode(output.clusters) == jsonencode({
      tools = ["eu-prod"]
      web   = ["eu-1"]
    })
    error_message = "eu-2 is not healthy, and us-1 is on another platform."
  }
}
