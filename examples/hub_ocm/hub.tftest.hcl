run "plan" {
  command = plan

  assert {
    condition     = join(",", output.clusters) == "eu-1,eu-2" && join(",", keys(terraform_data.web)) == "eu-1,eu-2"
    error_message = "The decisions by the fleet of the hub should be known in the first plan."
  }
}
