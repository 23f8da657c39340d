# Clusters leave the decisions and join while the rollout is in the middle.
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

run "one_leaves_while_it_waits" {
  variables {
    drained = ["c3"]
    now     = "2026-01-05T10:10:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T10:30:00Z"
      phase       = "Progressing"
      revisions   = { v1 = 7, v2 = 2 }
      states = {
        Progressing = "canary-a canary-b"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "7 clusters wait")
    error_message = output.waits_for
  }
}

run "the_rest_goes_on" {
  variables {
    drained   = ["c3"]
    succeeded = ["canary-a", "canary-b"]
    now       = "2026-01-05T10:15:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T10:45:00Z"
      phase       = "Progressing"
      revisions   = { v1 = 5, v2 = 4 }
      states = {
        Progressing = "c1 c2"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "5 clusters wait")
    error_message = output.waits_for
  }
}

run "two_join" {
  variables {
    drained   = ["c3"]
    succeeded = ["canary-a", "canary-b"]
    clusters  = ["canary-a", "canary-b", "canary-c", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"]
    now       = "2026-01-05T10:20:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T10:45:00Z"
      phase       = "Progressing"
      revisions   = { v1 = 5, v2 = 5 }
      states = {
        Progressing = "c1 c2 canary-c"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "6 clusters wait")
    error_message = output.waits_for
  }
}

run "one_takes_longer" {
  variables {
    drained   = ["c3"]
    succeeded = ["canary-a", "canary-b", "canary-c", "c1"]
    clusters  = ["canary-a", "canary-b", "canary-c", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"]
    now       = "2026-01-05T10:30:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T10:45:00Z"
      phase       = "Progressing"
      revisions   = { v1 = 5, v2 = 5 }
      states = {
        Progressing = "c2"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "6 clusters wait")
    error_message = output.waits_for
  }
}

run "their_part_succeeds" {
  variables {
    drained   = ["c3"]
    succeeded = ["canary-a", "canary-b", "canary-c", "c1", "c2"]
    clusters  = ["canary-a", "canary-b", "canary-c", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"]
    now       = "2026-01-05T10:30:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T11:00:00Z"
      phase       = "Progressing"
      revisions   = { v1 = 4, v2 = 7 }
      states = {
        Progressing = "c0 c4"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "4 clusters wait")
    error_message = output.waits_for
  }
}

run "one_is_gone_from_the_fleet" {
  variables {
    drained   = ["c3"]
    succeeded = ["canary-a", "canary-b", "canary-c", "c1", "c2"]
    clusters  = ["canary-a", "canary-b", "canary-c", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"]
    now       = "2026-01-05T10:40:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T11:00:00Z"
      phase       = "Progressing"
      revisions   = { v1 = 3, v2 = 7 }
      states = {
        Progressing = "c0 c4"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "3 clusters wait")
    error_message = output.waits_for
  }
}

run "reported_too_early" {
  variables {
    drained   = ["c3"]
    succeeded = ["canary-a", "canary-b", "canary-c", "c1", "c2", "c0", "c4", "c5"]
    clusters  = ["canary-a", "canary-b", "canary-c", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"]
    now       = "2026-01-05T10:50:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T10:50:00Z"
      phase       = "Progressing"
      revisions   = { v1 = 1, v2 = 9 }
      states = {
        Progressing = "c5 c6"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "1 cluster waits")
    error_message = output.waits_for
  }
}

run "last_part" {
  variables {
    drained   = ["c3"]
    succeeded = ["canary-a", "canary-b", "canary-c", "c1", "c2", "c0", "c4", "c5", "c6", "c7"]
    clusters  = ["canary-a", "canary-b", "canary-c", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"]
    now       = "2026-01-05T11:00:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T11:00:00Z"
      phase       = "Progressing"
      revisions   = { v2 = 10 }
      states = {
        Progressing = "c7"
      }
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
    drained   = ["c3"]
    succeeded = ["canary-a", "canary-b", "canary-c", "c1", "c2", "c0", "c4", "c5", "c6", "c7"]
    clusters  = ["canary-a", "canary-b", "canary-c", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"]
    now       = "2026-01-05T11:10:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = null
      phase       = "Succeeded"
      revisions   = { v2 = 10 }
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
