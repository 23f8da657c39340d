# terraform test (or tofu test) applies the demo for real: the instances of for_each are the decisions of the plan.

run "decide" {
  command = plan

  assert {
    condition     = join(",", keys(terraform_data.release)) == "eu-2,eu-3,us-1"
    error_message = "The plan should create one release for each decision, in the first plan."
  }
}

run "apply" {
  assert {
    condition     = join(",", data.multicluster_placement.shop.decisions[*].cluster_name) == "eu-3,us-1,eu-2"
    error_message = "The cluster with the most memory should come first."
  }
  assert {
    condition     = join("; ", output.groups) == "0 canary: eu-2; 1 (rest): eu-3, us-1"
    error_message = "The canary should be the first group."
  }
  assert {
    condition     = terraform_data.release["us-1"].output == "shop on us-1, group 1"
    error_message = "The release of a decision should know its group."
  }
  assert {
    condition     = data.multicluster_placement.shop.next_change == "2026-08-11T12:02:00Z"
    error_message = "us-1 cannot be reached since 11:57 and is tolerated for five minutes."
  }
  assert {
    condition     = length(jsondecode(data.multicluster_placement.shop.report).clusters) == 8
    error_message = "Every cluster of the fleet should have a reason."
  }
}
