run "starts" {
  assert {
    condition     = join(" ", keys(multicluster_rollout.web.revisions)) == "eu-1"
    error_message = "One cluster should start."
  }
  assert {
    condition     = join(" ", keys(multicluster_rollout.probed.revisions)) == "eu-1"
    error_message = "The status in the other state is about an earlier revision."
  }
}

# All conditions are those of the generation with the revision before.
run "the_agent_has_not_seen_the_revision" {
  variables {
    works_file = "works/stale.json"
  }

  assert {
    condition     = join(" ", keys(multicluster_rollout.web.revisions)) == "eu-1"
    error_message = "Conditions of an earlier generation should let nothing through."
  }
}

# Available says that the objects exist. It is True from the first revision on.
run "nothing_says_that_it_is_complete" {
  variables {
    works_file = "works/available.json"
  }

  assert {
    condition     = join(" ", keys(multicluster_rollout.web.revisions)) == "eu-1"
    error_message = "Available alone should let nothing through."
  }
}

run "the_hub_reports" {
  variables {
    works_file = "works/first.json"
  }

  assert {
    condition     = join(" ", keys(multicluster_rollout.web.revisions)) == "eu-1 eu-2"
    error_message = "The next cluster should start."
  }
}
