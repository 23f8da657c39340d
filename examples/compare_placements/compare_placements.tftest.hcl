run "placements_replace_rules" {
  command = plan
  assert {
    condition     = startswith(output.texts["shop/web"], "Both placements shop/web decide the same")
    error_message = output.texts["shop/web"]
  }
}

# The same today, and another cluster once one without the label env joins.
run "refactored_selector" {
  command = plan
  variables {
    from = "placements"
    to   = "refactored"
  }
  expect_failures = [data.multicluster_comparison.all]
}
