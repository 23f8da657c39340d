# More clusters fail than max_failures allows, and on_breach returns them to v1.
variables {
  clusters  = ["canary-a", "canary-b", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"]
  revision  = "v2"
  now       = "2026-01-05T10:00:00Z"
  on_breach = "rollback"
}

run "they_have_v1" {
  variables {
    revision   = "v1"
    taken_over = { for name in ["canary-a", "canary-b", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"] : name => "v1" }
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = null
      phase       = "Succeeded"
      revisions   = { v1 = 10 }
      states      = {}
    })
    error_message = jsonencode(output.is)
  }
}

run "canaries" {
  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T10:30:00Z"
      phase       = "Progressing"
      revisions   = { v1 = 8, v2 = 2 }
      states = {
        Progressing = "canary-a canary-b"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "8 clusters wait")
    error_message = output.waits_for
  }
}

run "canaries_succeed" {
  variables {
    succeeded = ["canary-a", "canary-b"]
    now       = "2026-01-05T10:10:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T10:40:00Z"
      phase       = "Progressing"
      revisions   = { v1 = 6, v2 = 4 }
      states = {
        Progressing = "c1 c2"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "6 clusters wait")
    error_message = output.waits_for
  }
}

run "breach" {
  variables {
    succeeded = ["canary-a", "canary-b"]
    failed    = { c1 = "2026-01-05T10:15:00Z", c2 = "2026-01-05T10:15:00Z" }
    now       = "2026-01-05T10:20:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T10:50:00Z"
      phase       = "RollingBack"
      revisions   = { v1 = 10 }
      states = {
        RollingBack = "c1 c2 canary-a canary-b"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "the rollout is rolled back")
    error_message = output.waits_for
  }
}

run "nothing_new_starts" {
  command = plan

  variables {
    succeeded = ["canary-a", "canary-b"]
    failed    = { c1 = "2026-01-05T10:15:00Z", c2 = "2026-01-05T10:15:00Z" }
    now       = "2026-01-05T10:21:00Z"
    expected  = run.breach.rollout
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T10:50:00Z"
      phase       = "RollingBack"
      revisions   = { v1 = 10 }
      states = {
        RollingBack = "c1 c2 canary-a canary-b"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "the rollout is rolled back")
    error_message = output.waits_for
  }
  assert {
    condition     = output.is_unchanged
    error_message = "The same reports should change nothing until next_change."
  }
}

run "the_failed_are_back" {
  variables {
    succeeded = ["canary-a", "canary-b"]
    reports   = { for name in ["c1", "c2"] : name => { status = "Succeeded", revision = "v1" } }
    now       = "2026-01-05T10:40:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T10:50:00Z"
      phase       = "RollingBack"
      revisions   = { v1 = 10 }
      states = {
        RolledBack  = "c1 c2"
        RollingBack = "canary-a canary-b"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "the rollout is rolled back")
    error_message = output.waits_for
  }
}

run "rolled_back" {
  variables {
    reports = { for name in ["c1", "c2", "canary-a", "canary-b"] : name => { status = "Succeeded", revision = "v1" } }
    now     = "2026-01-05T11:00:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = null
      phase       = "RolledBack"
      revisions   = { v1 = 10 }
      states = {
        RolledBack = "c1 c2 canary-a canary-b"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "the rollout was rolled back")
    error_message = output.waits_for
  }
}

run "not_again" {
  command = plan

  variables {
    reports  = { for name in ["c1", "c2", "canary-a", "canary-b"] : name => { status = "Succeeded", revision = "v1" } }
    now      = "2026-01-05T12:00:00Z"
    expected = run.rolled_back.rollout
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = null
      phase       = "RolledBack"
      revisions   = { v1 = 10 }
      states = {
        RolledBack = "c1 c2 canary-a canary-b"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "the rollout was rolled back")
    error_message = output.waits_for
  }
  assert {
    condition     = output.is_unchanged
    error_message = "The same reports should change nothing until next_change."
  }
}

run "retry" {
  variables {
    retry = "c1 has more memory"
    now   = "2026-01-05T12:10:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T12:40:00Z"
      phase       = "Progressing"
      revisions   = { v1 = 8, v2 = 2 }
      states = {
        Progressing = "canary-a canary-b"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "8 clusters wait")
    error_message = output.waits_for
  }
}
