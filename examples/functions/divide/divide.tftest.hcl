run "divided" {
  command = plan

  assert {
    condition     = output.replicas == tomap({ eu-1 = 3, eu-2 = 16, us-1 = 11 })
    error_message = "The canary should have its maximum, and the others the rest in proportion to their memory."
  }
  assert {
    condition     = terraform_data.web["eu-2"].input.replicas == 16
    error_message = "Each resource should have the replicas of its cluster."
  }
}

run "one_more" {
  command = plan

  variables {
    replicas = 31
  }

  assert {
    condition     = output.replicas == tomap({ eu-1 = 3, eu-2 = 17, us-1 = 11 })
    error_message = "One replica more should change one cluster by one."
  }
}
