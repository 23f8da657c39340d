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

# The deployment of the new revision has failed, and the earlier one is healthy.
run "an_earlier_revision_is_observed" {
  command = plan

  variables {
    cluster_status = {
      eu-1 = { status = "Succeeded", revision = "web:2.0.0" }
      us-1 = { status = "Succeeded", revision = "web:2.0.0" }
    }
  }

  assert {
    condition     = join(" ", keys(terraform_data.web)) == "eu-1 us-1"
    error_message = "The health of an earlier revision should let nothing through."
  }
}

run "canaries_succeed" {
  variables {
    cluster_status = {
      eu-1 = { status = "Succeeded", revision = "web:2.1.0" }
      us-1 = { status = "Succeeded", revision = "web:2.1.0" }
    }
  }

  assert {
    condition     = join(" ", keys(terraform_data.web)) == "eu-1 eu-2 eu-3 us-1"
    error_message = "The next two clusters should start."
  }
  assert {
    condition = startswith(
      output.explanation,
      "### Rollout web: revision web:2.1.0, 2 of 6 clusters done"
    )
    error_message = output.explanation
  }
}

# The check warns, and the plan that rolls back goes on.
run "two_are_given_up" {
  variables {
    cluster_status = {
      eu-1 = { status = "Succeeded", revision = "web:2.1.0" }
      us-1 = { status = "Succeeded", revision = "web:2.1.0" }
      eu-2 = { status = "TimeOut", revision = "web:2.1.0" }
      eu-3 = { status = "TimeOut", revision = "web:2.1.0" }
    }
  }

  expect_failures = [check.rollout]

  assert {
    condition = !contains(
      keys(terraform_data.web),
      "eu-2"
    ) && !contains(keys(terraform_data.web), "eu-3")
    error_message = "The clusters that failed should lose the revision: they had none before."
  }
}
