run "plan" {
  command = plan

  assert {
    condition     = join(",", keys(terraform_data.shop)) == "eu-1,us-1"
    error_message = "The decisions should be known in the plan; eu-2 cannot be reached for longer than five minutes."
  }
}

run "apply" {
  assert {
    condition     = join(",", output.clusters) == "eu-1,us-1"
    error_message = "What is applied should be what was planned."
  }
}
