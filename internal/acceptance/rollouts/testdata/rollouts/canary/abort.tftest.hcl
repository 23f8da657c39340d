# Clusters that have v1. v2 is aborted in the middle, and rolled back.
variables {
  clusters = ["canary-a", "canary-b", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"]
  revision = "v2"
  now      = "2026-01-05T10:00:00Z"
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

run "abort" {
  variables {
    succeeded = ["canary-a", "canary-b", "c1"]
    abort     = true
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

run "still_aborted" {
  command = plan

  variables {
    succeeded = ["canary-a", "canary-b", "c1"]
    abort     = true
    now       = "2026-01-05T10:25:00Z"
    expected  = run.abort.rollout
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

run "rest_is_back" {
  variables {
    abort   = true
    reports = { for name in ["c1", "c2"] : name => { status = "Succeeded", revision = "v1" } }
    now     = "2026-01-05T10:30:00Z"
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

run "all_are_back" {
  variables {
    abort   = true
    reports = { for name in ["c1", "c2", "canary-a", "canary-b"] : name => { status = "Succeeded", revision = "v1" } }
    now     = "2026-01-05T10:40:00Z"
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
  variables {
    now = "2026-01-05T10:50:00Z"
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

run "another_revision" {
  variables {
    revision = "v3"
    now      = "2026-01-05T11:00:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T11:30:00Z"
      phase       = "Progressing"
      revisions   = { v1 = 8, v3 = 2 }
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
