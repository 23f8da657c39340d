run "plan" {
  command = plan

  assert {
    condition     = join(",", output.clusters) == "member-northeurope,member-westeurope"
    error_message = "The decisions by the fleet of the hub should be known in the first plan."
  }
}
