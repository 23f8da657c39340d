run "plan" {
  command = plan

  assert {
    condition     = join(",", output.clusters) == "eu-2,us-1"
    error_message = "The data source should decide with the fleet in the file."
  }
  assert {
    condition     = strcontains(output.what_if, "1 of 3 clusters chosen")
    error_message = "The placement in placement.yaml wants the cluster with the most available CPU."
  }
}
