# The canary cluster has succeeded for long enough: the next two clusters follow.
run "second_wave" {
  command = plan

  assert {
    condition = keys(
      data.multicluster_rollout.web.to_apply
    ) == tolist(["eu-2", "eu-3"])
    error_message = "eu-2 and eu-3 are not next."
  }
  assert {
    condition = output.waiting == {
      us-1 = "2 clusters are being rolled out; max_concurrency is 2"
    }
    error_message = "us-1 does not wait."
  }
  assert {
    condition = {
      for name, release in terraform_data.release :
      name => release.input if release.input == "2.3.0"
    } == { us-1 = "2.3.0" }
    error_message = "us-1 does not keep its version."
  }
  assert {
    condition = data.multicluster_rollout.web.waves[*].cluster_names == tolist([
      tolist(["eu-1"]),
      tolist(["eu-2", "eu-3"]),
      tolist(["us-1"]),
    ])
    error_message = "These are other waves."
  }
}
