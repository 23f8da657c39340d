# 30 clusters from nothing to done, with one failure on the way that is tolerated and retried.
variables {
  clusters = [for i in range(30) : i < 3 ? "canary-${i}" : format("c%02d", i)]
  revision = "v1"
  now      = "2026-01-05T10:00:00Z"
}

run "nothing_is_there_yet" {
  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T10:30:00Z"
      phase       = "Progressing"
      revisions   = { v1 = 3 }
      states = {
        Progressing = "canary-0 canary-1 canary-2"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "27 clusters wait")
    error_message = output.waits_for
  }
}

run "canaries_succeed" {
  variables {
    succeeded = keys(run.nothing_is_there_yet.rollout.revisions)
    now       = "2026-01-05T10:10:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T10:40:00Z"
      phase       = "Progressing"
      revisions   = { v1 = 10 }
      states = {
        Progressing = "c03 c04 c05 c06 c07 c08 c09"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "20 clusters wait")
    error_message = output.waits_for
  }
}

run "one_fails" {
  variables {
    succeeded = [for name in keys(run.canaries_succeed.rollout.revisions) : name if name != "c05"]
    failed    = { c05 = "2026-01-05T10:15:00Z" }
    now       = "2026-01-05T10:20:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T10:45:00Z"
      phase       = "Progressing"
      revisions   = { v1 = 10 }
      states = {
        Failed = "c05"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "c05 has failed since 2026-01-05T10:15:00Z; 20 clusters wait")
    error_message = output.waits_for
  }
}

run "it_may_recover" {
  command = plan

  variables {
    succeeded = [for name in keys(run.one_fails.rollout.revisions) : name if name != "c05"]
    failed    = { c05 = "2026-01-05T10:15:00Z" }
    now       = "2026-01-05T10:44:59Z"
    expected  = run.one_fails.rollout
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T10:45:00Z"
      phase       = "Progressing"
      revisions   = { v1 = 10 }
      states = {
        Failed = "c05"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "c05 has failed since 2026-01-05T10:15:00Z; 20 clusters wait")
    error_message = output.waits_for
  }
  assert {
    condition     = output.is_unchanged
    error_message = "The same reports should change nothing until next_change."
  }
}

run "it_does_not" {
  variables {
    succeeded = [for name in keys(run.one_fails.rollout.revisions) : name if name != "c05"]
    failed    = { c05 = "2026-01-05T10:15:00Z" }
    now       = "2026-01-05T10:45:01Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T11:15:01Z"
      phase       = "Progressing"
      revisions   = { v1 = 17 }
      states = {
        Progressing = "c10 c11 c12 c13 c14 c15 c16"
        TimeOut     = "c05"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "13 clusters wait")
    error_message = output.waits_for
  }
}

run "next_part" {
  variables {
    succeeded = [for name in keys(run.it_does_not.rollout.revisions) : name if name != "c05"]
    now       = "2026-01-05T10:55:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T11:25:00Z"
      phase       = "Progressing"
      revisions   = { v1 = 24 }
      states = {
        Progressing = "c17 c18 c19 c20 c21 c22 c23"
        TimeOut     = "c05"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "6 clusters wait")
    error_message = output.waits_for
  }
}

run "retry" {
  variables {
    succeeded = [for name in keys(run.next_part.rollout.revisions) : name if !strcontains(join(", ", values(run.next_part.rollout.clusters_by_state)), name)]
    retry     = "c05 has more memory"
    now       = "2026-01-05T11:00:00Z"
    failed    = { c05 = "2026-01-05T10:15:00Z" }
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T11:30:00Z"
      phase       = "Progressing"
      revisions   = { v1 = 24 }
      states = {
        Progressing = "c05 c17 c18 c19 c20 c21 c22 c23"
      }
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = startswith(output.waits_for, "6 clusters wait")
    error_message = output.waits_for
  }
}

run "last_part" {
  variables {
    succeeded = keys(run.retry.rollout.revisions)
    retry     = "c05 has more memory"
    now       = "2026-01-05T11:10:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = "2026-01-05T11:40:00Z"
      phase       = "Progressing"
      revisions   = { v1 = 30 }
      states = {
        Progressing = "c24 c25 c26 c27 c28 c29"
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
    succeeded = keys(run.last_part.rollout.revisions)
    retry     = "c05 has more memory"
    now       = "2026-01-05T11:20:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = null
      phase       = "Succeeded"
      revisions   = { v1 = 30 }
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

run "stays" {
  command = plan

  variables {
    succeeded = keys(run.done.rollout.revisions)
    retry     = "c05 has more memory"
    now       = "2026-02-05T11:20:00Z"
    expected  = run.done.rollout
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = null
      phase       = "Succeeded"
      revisions   = { v1 = 30 }
      states      = {}
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = output.waits_for == null
    error_message = "A rollout that is complete should wait for nothing."
  }
  assert {
    condition     = output.is_unchanged
    error_message = "The same reports should change nothing until next_change."
  }
}

run "without_reports" {
  command = plan

  variables {
    retry = "c05 has more memory"
    now   = "2026-02-05T11:20:00Z"
  }

  assert {
    condition = jsonencode(output.is) == jsonencode({
      next_change = null
      phase       = "Succeeded"
      revisions   = { v1 = 30 }
      states      = {}
    })
    error_message = jsonencode(output.is)
  }
  assert {
    condition     = output.waits_for == null
    error_message = "A rollout that is complete should wait for nothing."
  }
}
