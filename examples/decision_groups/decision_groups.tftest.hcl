run "groups_of_the_documentation" {
  command = plan

  assert {
    condition = jsonencode(output.groups) == jsonencode([
      { clusters = 10, index = 0, name = "prod-canary-west" },
      { clusters = 10, index = 1, name = "prod-canary-east" },
      { clusters = 150, index = 2, name = "" },
      { clusters = 140, index = 3, name = "" },
    ])
    error_message = "The groups should be those that the documentation shows."
  }
}
