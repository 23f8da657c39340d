run "cheapest" {
  command = plan

  assert {
    condition     = join(",", output.clusters) == "smartfish,quietowl"
    error_message = "The cheapest cluster has too few cores; the next two should be chosen, the cheaper one first."
  }
  assert {
    condition     = data.multicluster_placement.batch.decisions[0].score == 75
    error_message = "The sorter ranks over the whole fleet: (0.14 - 0.11) / (0.23 - 0.11) is a quarter of the way."
  }
}
