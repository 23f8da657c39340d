run "rules_become_placements" {
  command = plan
  assert {
    condition     = join(",", keys(multicluster_placement.rule["prod"].decisions_by_cluster)) == "eu-1,us-1"
    error_message = output.comment["prod"]
  }
  assert {
    condition     = join(",", keys(multicluster_placement.rule["eu"].decisions_by_cluster)) == "eu-1"
    error_message = output.comment["eu"]
  }
  # The condition OK means that the cluster is available.
  assert {
    condition     = length(output.untranslated["prod"]) == 1
    error_message = jsonencode(output.untranslated)
  }
}
