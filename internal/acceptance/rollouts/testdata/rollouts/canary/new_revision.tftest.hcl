# v2 is in the middle when v3 comes.
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

run "v3" {
  variables {
    revision = "v3"
    reports  = { for name in ["canary-a", "canary-b", "c1"] : name => { status = "Succeeded", revision = "v2" } }
    now      = "2026-01-05T10:20:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T10:50:00Z"
      phase       = "Progressing"
      revisions   = { v1 = 6, v2 = 2, v3 = 2 }
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

run "v3_canaries_succeed" {
  variables {
    revision  = "v3"
    succeeded = ["canary-a", "canary-b"]
    now       = "2026-01-05T10:30:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T11:00:00Z"
      phase       = "Progressing"
      revisions   = { v1 = 6, v3 = 4 }
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

run "v3_second_part" {
  variables {
    revision  = "v3"
    succeeded = ["canary-a", "canary-b", "c1", "c2"]
    now       = "2026-01-05T10:40:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T11:10:00Z"
      phase       = "Progressing"
      revisions   = { v1 = 4, v3 = 6 }
      states = {
        Progressing = "c3 c4"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "4 clusters wait")
    error_message = output.waits_for
  }
}

run "v3_third_part" {
  variables {
    revision  = "v3"
    succeeded = ["canary-a", "canary-b", "c1", "c2", "c3", "c4"]
    now       = "2026-01-05T10:50:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T11:20:00Z"
      phase       = "Progressing"
      revisions   = { v1 = 2, v3 = 8 }
      states = {
        Progressing = "c5 c6"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "2 clusters wait")
    error_message = output.waits_for
  }
}

run "v3_last_part" {
  variables {
    revision  = "v3"
    succeeded = ["canary-a", "canary-b", "c1", "c2", "c3", "c4", "c5", "c6"]
    now       = "2026-01-05T11:00:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T11:30:00Z"
      phase       = "Progressing"
      revisions   = { v3 = 10 }
      states = {
        Progressing = "c7 c8"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "not finished")
    error_message = output.waits_for
  }
}

run "v3_is_done" {
  variables {
    revision  = "v3"
    succeeded = ["canary-a", "canary-b", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"]
    now       = "2026-01-05T11:10:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = null
      phase       = "Succeeded"
      revisions   = { v3 = 10 }
      states      = {}
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = output.waits_for == null
    error_message = "A rollout that is complete should wait for nothing."
  }
  assert {
    condition     = output.released == output.rollout.revisions
    error_message = "Every cluster should have what the rollout says."
  }
}
