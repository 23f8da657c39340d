run "first_apply" {
  assert {
    condition     = join(",", keys(multicluster_manifest_work.web)) == "works-canary"
    error_message = "The canary gets the workload first, and alone."
  }
}
