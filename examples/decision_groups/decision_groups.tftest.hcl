run "groups_of_the_documentation" {
  command = plan

  assert {
    condition = jsonencode(output.groups) == jsonencode([
      { clusters = 10, index = 0, name = "prod-canary-west", placement_decisions = ["placement1-decision-1"] },
      { clusters = 10, index = 1, name = "prod-canary-east", placement_decisions = ["placement1-decision-2"] },
      { clusters = 150, index = 2, name = "", placement_decisions = ["placement1-decision-3", "placement1-decision-4"] },
      { clusters = 140, index = 3, name = "", placement_decisions = ["placement1-decision-5", "placement1-decision-6"] },
    ])
    error_message = "The groups should be those that the documentation shows."
  }
}
