run "ocm" {
  command = plan

  assert {
    condition     = join(",", keys(terraform_data.shop)) == "eu-1,us-1"
    error_message = "Two clusters should be chosen, known in the plan."
  }
  assert {
    condition = startswith(
      output.explanation,
      "### Placement shop/shop: 2 of 3 clusters chosen"
    )
    error_message = "The explanation should be known in the plan, for a comment on the pull request."
  }
  assert {
    condition = strcontains(
      output.explanation,
      "| ap-1 | Predicate | label region is \"ap\"; predicates\\[0\\] wants region in (eu,us) |"
    )
    error_message = "Every cluster that was not chosen should have a reason."
  }
  assert {
    condition     = output.round_trip
    error_message = "What is encoded should be what was decoded."
  }
}

run "apply" {
  assert {
    condition     = length(multicluster_placement.shop.decision_group_names) == 2
    error_message = "The groups should be those that the file asks for."
  }
}
