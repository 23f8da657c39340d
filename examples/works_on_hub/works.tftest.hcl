run "first_apply" {
  assert {
    condition     = length(multicluster_manifest_work.web) == 0
    error_message = "The first apply takes over what runs, which is nothing."
  }
}

run "second_plan" {
  command = plan

  variables {
    first_apply = false
  }

  assert {
    condition     = join(",", keys(multicluster_manifest_work.web)) == "works-canary"
    error_message = "The canary gets the workload first, and alone."
  }
}
