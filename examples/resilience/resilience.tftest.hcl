run "any_one_failure_leaves_room" {
  command = plan
  assert {
    condition     = output.survives.at_least == 2 && output.survives.exact
    error_message = "web wants two of four clusters"
  }
  assert {
    condition     = output.takes_over["web without eu-1"] == tolist(["us-1"])
    error_message = "the next cluster by name takes over"
  }
}

# The check fails this plan.
run "one_region_has_too_much" {
  command = plan
  variables {
    regions = { eu-1 = "eu", eu-2 = "eu", us-1 = "us" }
  }
  expect_failures = [check.any_one_region_may_fail]
}

# The precondition fails this plan as well.
run "one_cluster_is_not_enough" {
  command = plan
  variables {
    regions = { eu-1 = "eu", us-1 = "us" }
  }
  expect_failures = [check.any_one_region_may_fail, terraform_data.release]
}
