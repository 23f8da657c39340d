# A stage with a timed wait, then one that asks for an approval and goes through its clusters by rank.
variables {
  revision = "v1"
  now      = "2026-01-05T10:00:00Z"
}

run "first_stage" {
  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = null
      phase       = "Progressing"
      revisions   = { dev-1 = "v1", dev-2 = "v1" }
      states      = { Progressing = "dev-1, dev-2" }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "3 clusters wait")
    error_message = output.waits_for
  }
}

run "it_is_available" {
  variables {
    available = {
      dev-1 = "2026-01-05T10:05:00Z"
      dev-2 = "2026-01-05T10:10:00Z"
    }
    now = "2026-01-05T10:15:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T11:10:00Z"
      phase       = "Progressing"
      revisions   = { dev-1 = "v1", dev-2 = "v1" }
      states      = {}
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = endswith(output.waits_for, "the wait after stage dev ends at 2026-01-05T11:10:00Z")
    error_message = output.waits_for
  }
}

run "it_waits_for_an_hour" {
  command = plan

  variables {
    available = {
      dev-1 = "2026-01-05T10:05:00Z"
      dev-2 = "2026-01-05T10:10:00Z"
    }
    now      = "2026-01-05T11:09:00Z"
    expected = run.it_is_available.rollout
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T11:10:00Z"
      phase       = "Progressing"
      revisions   = { dev-1 = "v1", dev-2 = "v1" }
      states      = {}
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "3 clusters wait")
    error_message = output.waits_for
  }
  assert {
    condition     = output.is_unchanged
    error_message = "The same reports should change nothing until next_change."
  }
}

run "the_wait_is_over" {
  variables {
    available = {
      dev-1 = "2026-01-05T10:05:00Z"
      dev-2 = "2026-01-05T10:10:00Z"
    }
    now = "2026-01-05T11:10:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = null
      phase       = "Progressing"
      revisions   = { dev-1 = "v1", dev-2 = "v1" }
      states      = {}
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = endswith(output.waits_for, "stage prod waits for the approval \"before-prod\": approved_stages[\"v1\"] = [\"before-prod\"]")
    error_message = output.waits_for
  }
}

run "approved" {
  variables {
    available = {
      dev-1 = "2026-01-05T10:05:00Z"
      dev-2 = "2026-01-05T10:10:00Z"
    }
    approved = ["prod"]
    now      = "2026-01-05T11:20:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = null
      phase       = "Progressing"
      revisions   = { dev-1 = "v1", dev-2 = "v1", prod-2 = "v1" }
      states      = { Progressing = "prod-2" }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "2 clusters wait")
    error_message = output.waits_for
  }
}

run "second_of_the_stage" {
  variables {
    available = {
      dev-1  = "2026-01-05T10:05:00Z"
      dev-2  = "2026-01-05T10:10:00Z"
      prod-2 = "2026-01-05T11:25:00Z"
    }
    approved = ["prod"]
    now      = "2026-01-05T11:30:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = null
      phase       = "Progressing"
      revisions   = { dev-1 = "v1", dev-2 = "v1", prod-2 = "v1", prod-3 = "v1" }
      states      = { Progressing = "prod-3" }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "1 cluster waits")
    error_message = output.waits_for
  }
}

run "third_of_the_stage" {
  variables {
    available = {
      dev-1  = "2026-01-05T10:05:00Z"
      dev-2  = "2026-01-05T10:10:00Z"
      prod-2 = "2026-01-05T11:25:00Z"
      prod-3 = "2026-01-05T11:35:00Z"
    }
    approved = ["prod"]
    now      = "2026-01-05T11:40:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = null
      phase       = "Progressing"
      revisions   = { dev-1 = "v1", dev-2 = "v1", prod-1 = "v1", prod-2 = "v1", prod-3 = "v1" }
      states      = { Progressing = "prod-1" }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "not finished")
    error_message = output.waits_for
  }
}

run "done" {
  variables {
    available = {
      dev-1  = "2026-01-05T10:05:00Z"
      dev-2  = "2026-01-05T10:10:00Z"
      prod-2 = "2026-01-05T11:25:00Z"
      prod-3 = "2026-01-05T11:35:00Z"
      prod-1 = "2026-01-05T11:45:00Z"
    }
    approved = ["prod"]
    now      = "2026-01-05T11:50:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = null
      phase       = "Succeeded"
      revisions   = { dev-1 = "v1", dev-2 = "v1", prod-1 = "v1", prod-2 = "v1", prod-3 = "v1" }
      states      = {}
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = output.waits_for == null
    error_message = "A rollout that is complete should wait for nothing."
  }
}

run "the_approval_is_withdrawn" {
  command = plan

  variables {
    available = {
      dev-1  = "2026-01-05T10:05:00Z"
      dev-2  = "2026-01-05T10:10:00Z"
      prod-2 = "2026-01-05T11:25:00Z"
      prod-3 = "2026-01-05T11:35:00Z"
      prod-1 = "2026-01-05T11:45:00Z"
    }
    now = "2026-01-05T12:00:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = null
      phase       = "Succeeded"
      revisions   = { dev-1 = "v1", dev-2 = "v1", prod-1 = "v1", prod-2 = "v1", prod-3 = "v1" }
      states      = {}
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = output.waits_for == null
    error_message = "A rollout that is complete should wait for nothing."
  }
}
