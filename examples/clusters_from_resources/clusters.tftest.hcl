run "decided_before_any_cluster_is_there" {
  command = plan

  assert {
    condition     = join(",", keys(terraform_data.web)) == "eu-1,eu-2"
    error_message = "The resource should decide by direct references in the first plan."
  }
  assert {
    condition     = join(",", keys(terraform_data.monitoring)) == "eu-1,eu-2,us-1"
    error_message = "The data source should be read in the first plan: its clusters come through a local."
  }
}

run "apply" {
  assert {
    condition     = join(",", keys(output.late)) == "eu-1,eu-2"
    error_message = "What waited for a value of a cluster should be decided after apply."
  }
}

# From now on the labels are known in the plan, also those that the cloud gave.
run "nothing_waits_on_the_second_plan" {
  command = plan

  assert {
    condition     = join(",", keys(output.late)) == "eu-1,eu-2"
    error_message = "The decision should be known in the plan."
  }
}

# A change of one cluster puts off what depends on its output, and nothing else.
run "a_new_cluster" {
  command = plan
  variables {
    clusters = {
      eu-1 = { region = "eu", cpu = 40 }
      eu-2 = { region = "eu", cpu = 80 }
      us-1 = { region = "us", cpu = 16 }
      us-2 = { region = "us", cpu = 96 }
    }
  }

  assert {
    condition     = join(",", keys(terraform_data.monitoring)) == "eu-1,eu-2,us-1,us-2"
    error_message = "The data source should be read although a cluster has pending changes."
  }
  assert {
    condition     = contains(keys(terraform_data.web), "us-2")
    error_message = "The largest cluster should be chosen."
  }
}
