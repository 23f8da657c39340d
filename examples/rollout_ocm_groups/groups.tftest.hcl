run "first_region" {
  assert {
    condition     = join(" ", keys(terraform_data.web)) == "ap-0 ap-3 ap-6"
    error_message = "Only the first region should start."
  }
  assert {
    condition = jsonencode(output.waves) == jsonencode([
      "ap: ap-0 ap-3 ap-6",
      "eu: eu-1 eu-4 eu-7",
      "us: us-2 us-5 us-8",
    ])
    error_message = "The waves should be the regions."
  }
  assert {
    condition     = length(multicluster_rollout.agent.revisions) == 9
    error_message = "All clusters should get the agent."
  }
}

run "second_region" {
  variables {
    cluster_status = {
      for name in ["ap-0", "ap-3", "ap-6"] : name => {
        status   = "Succeeded"
        revision = "web:2.1.0"
      }
    }
  }

  assert {
    condition     = join(" ", keys(terraform_data.web)) == "ap-0 ap-3 ap-6 eu-1 eu-4 eu-7"
    error_message = "The second region should start."
  }
}

run "third_region_is_not_approved" {
  variables {
    cluster_status = {
      for name in [
        "ap-0",
        "ap-3",
        "ap-6",
        "eu-1",
        "eu-4",
        "eu-7",
      ] : name => { status = "Succeeded", revision = "web:2.1.0" }
    }
  }

  assert {
    condition     = multicluster_rollout.web.waits_for == "3 clusters wait: group us waits for the approval \"us\": approved_stages[\"web:2.1.0\"] = [\"us\"]"
    error_message = multicluster_rollout.web.waits_for
  }
}

run "third_region" {
  variables {
    approved_stages = { "web:2.1.0" = ["us"] }
    cluster_status = {
      for name in [
        "ap-0",
        "ap-3",
        "ap-6",
        "eu-1",
        "eu-4",
        "eu-7",
      ] : name => { status = "Succeeded", revision = "web:2.1.0" }
    }
  }

  assert {
    condition     = length(terraform_data.web) == 9
    error_message = "The third region should start."
  }
}
