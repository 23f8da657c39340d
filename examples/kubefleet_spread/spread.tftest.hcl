run "spread" {
  assert {
    condition     = join(",", output.clusters) == "east-3,north-1,west-1,west-2"
    error_message = "Every region should have one cluster before any has two; of equal clusters the larger name comes first."
  }
  assert {
    condition = length(
      setsubtract(output.clusters, output.larger)
    ) == 0 && length(output.larger) == 5
    error_message = "A fifth cluster should come in addition."
  }
}
