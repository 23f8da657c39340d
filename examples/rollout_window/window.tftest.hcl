run "on_sunday_nothing_starts" {
  variables {
    now = "2026-08-02T10:00:00Z"
  }

  assert {
    condition     = length(terraform_data.web) == 0 && multicluster_rollout.web.phase == "Paused"
    error_message = "It is Sunday."
  }
}

run "on_monday_it_starts" {
  variables {
    now = "2026-08-03T07:00:00Z"
  }

  assert {
    condition     = join(" ", keys(terraform_data.web)) == "eu-1"
    error_message = "The first cluster should start."
  }
}

run "in_the_evening_the_next_one_waits" {
  variables {
    now            = "2026-08-03T15:00:00Z"
    cluster_status = { eu-1 = { status = "Succeeded", revision = "web:2.1.0" } }
  }

  assert {
    condition     = join(" ", keys(terraform_data.web)) == "eu-1"
    error_message = "The next cluster should wait for the morning."
  }
}

run "in_the_morning_it_starts" {
  variables {
    now            = "2026-08-04T07:00:00Z"
    cluster_status = { eu-1 = { status = "Succeeded", revision = "web:2.1.0" } }
  }

  assert {
    condition     = join(" ", keys(terraform_data.web)) == "eu-1 eu-2"
    error_message = "The next cluster should start."
  }
}
