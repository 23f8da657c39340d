run "first_cluster" {
  variables {
    now = "2026-01-05T10:00:00Z"
  }

  assert {
    condition     = join(" ", keys(terraform_data.web)) == "eu-1" && output.next_change == "2026-01-05T10:15:00Z"
    error_message = "The first cluster should start, for 15 minutes."
  }
}

run "too_early" {
  command = plan

  variables {
    now = "2026-01-05T10:14:00Z"
  }

  assert {
    condition     = join(" ", keys(terraform_data.web)) == "eu-1"
    error_message = "Nothing should change before next_change."
  }
}

run "second_cluster" {
  variables {
    now = "2026-01-05T10:15:00Z"
  }

  assert {
    condition     = join(" ", keys(terraform_data.web)) == "eu-1 eu-2" && output.next_change == "2026-01-05T10:30:00Z"
    error_message = "The second cluster should start."
  }
}
