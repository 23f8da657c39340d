# terraform test (or tofu test) does the first two steps of make demo; a plan that fails
# cannot be expected in a test.

run "apply" {
  assert {
    condition = join(
      ",",
      multicluster_placement.shop.decisions[*].cluster_name
    ) == "eu-3,us-1,eu-2"
    error_message = "The cluster with the most memory should come first."
  }
}

run "drain" {
  variables {
    drained = ["us-1"]
  }
  assert {
    condition     = join(",", keys(terraform_data.release)) == "eu-1,eu-2,eu-3"
    error_message = "The release of us-1 should move to eu-1."
  }
}
