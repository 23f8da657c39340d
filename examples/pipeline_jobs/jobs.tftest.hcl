run "plan" {
  command = plan

  assert {
    condition = output.matrix == jsonencode({ include = [
      { action = "install", cluster = "eu-1" },
      { action = "install", cluster = "eu-2" },
      { action = "uninstall", cluster = "lab-1" },
      { action = "install", cluster = "us-1" },
    ] })
    error_message = "Each cluster of the fleet should have a job."
  }
}
