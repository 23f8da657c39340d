run "create" {
  assert {
    condition     = keys(output.created) == ["eu-2"]
    error_message = "One cluster is missing, so one should be created."
  }
  assert {
    condition     = keys(output.workloads) == ["eu-1", "eu-2"]
    error_message = "The same apply should place the workload on the new cluster."
  }
}

# The new cluster is an ordinary one of the fleet. Nothing is created or replaced: then
# these IDs would be unknown.
run "again" {
  command = plan

  variables {
    clusters = [
      { name = "eu-1", labels = { region = "eu" } },
      { name = "us-1", labels = { region = "us" } },
      { name = "eu-2", labels = { region = "eu" } },
    ]
  }

  assert {
    condition = keys(output.created) == ["eu-2"] && alltrue([
      for id in values(output.created) : id != ""
    ])
    error_message = "The new cluster should stay."
  }
  assert {
    condition = keys(output.workloads) == ["eu-1", "eu-2"] && alltrue([
      for id in values(output.workloads) : id != ""
    ])
    error_message = "Nothing should move."
  }
}

# One more is missing.
run "grow" {
  command = plan

  variables {
    replicas = 3
  }

  assert {
    condition     = keys(output.created) == ["eu-2", "eu-3"]
    error_message = "A second cluster should be created beside the first."
  }
}
