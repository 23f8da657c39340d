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

# The new cluster is an ordinary one of the fleet.
run "again" {
  variables {
    clusters = [
      { name = "eu-1", labels = { region = "eu" } },
      { name = "us-1", labels = { region = "us" } },
      { name = "eu-2", labels = { region = "eu" } },
    ]
  }

  assert {
    condition     = output.created == run.create.created && output.workloads == run.create.workloads
    error_message = "Nothing should move."
  }
}

# Two more are missing, and only one of the offers is in the region.
run "too_few" {
  command = plan

  variables {
    replicas = 4
  }

  expect_failures = [data.multicluster_placement.web]
}
