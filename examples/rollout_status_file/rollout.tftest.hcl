run "canaries" {
  assert {
    condition     = join(" ", keys(terraform_data.web)) == "eu-1 us-1"
    error_message = "Only the canaries should start."
  }
}

run "nothing_is_reported" {
  command = plan

  assert {
    condition     = join(" ", keys(terraform_data.web)) == "eu-1 us-1"
    error_message = "Nothing should go on without a report."
  }
}

run "canaries_succeed" {
  variables {
    status_file = "reports/canaries.json"
  }

  assert {
    condition     = join(" ", keys(terraform_data.web)) == "eu-1 eu-2 eu-3 us-1"
    error_message = "The next two clusters should start."
  }
  assert {
    condition     = startswith(output.explanation, "### Rollout web: revision web:2.1.0, 2 of 6 clusters done")
    error_message = output.explanation
  }
}
