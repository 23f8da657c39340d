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

run "the_hub_reports" {
  variables {
    works_file = "works/first.json"
  }

  assert {
    condition     = join(" ", keys(multicluster_rollout.web.revisions)) == "eu-1 eu-2"
    error_message = "The next cluster should start."
  }
}
