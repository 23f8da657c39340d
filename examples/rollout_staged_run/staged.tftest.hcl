run "dev" {
  variables {
    now = "2026-01-05T10:00:00Z"
  }

  assert {
    condition     = join(" ", keys(terraform_data.web)) == "dev-1 dev-2"
    error_message = "The first stage should start."
  }
}

run "prod_is_not_approved" {
  variables {
    now = "2026-01-05T12:00:00Z"
    cluster_status = {
      for name in ["dev-1", "dev-2"] :
      name => {
        status               = "Available"
        revision             = "web:2.1.0"
        last_transition_time = "2026-01-05T10:05:00Z"
      }
    }
  }

  assert {
    condition     = strcontains(multicluster_rollout.web.waits_for, "before-prod")
    error_message = multicluster_rollout.web.waits_for
  }
}

run "prod_is_approved" {
  variables {
    now             = "2026-01-05T12:10:00Z"
    approved_stages = { "web:2.1.0" = ["prod"] }
    cluster_status = {
      for name in ["dev-1", "dev-2"] :
      name => {
        status               = "Available"
        revision             = "web:2.1.0"
        last_transition_time = "2026-01-05T10:05:00Z"
      }
    }
  }

  assert {
    condition     = join(" ", keys(terraform_data.web)) == "dev-1 dev-2 prod-1"
    error_message = "The first cluster of the second stage should start."
  }
}
