run "canary" {
  assert {
    condition     = join(" ", keys(terraform_data.web)) == "cluster1"
    error_message = "Only the canary should start."
  }
}

run "the_others" {
  variables {
    cluster_status = { cluster1 = { status = "Succeeded", revision = "web:2.1.0" } }
  }

  assert {
    condition     = join(" ", keys(terraform_data.web)) == "cluster1 cluster2 cluster3"
    error_message = "The other chosen clusters should start."
  }
}
