run "both_decide_the_same" {
  command = plan

  assert {
    condition = keys(multicluster_placement.web.decisions_by_cluster) == keys(
      multicluster_placement.blocks.decisions_by_cluster
    )
    error_message = "The YAML and the blocks should choose the same clusters."
  }
  assert {
    condition = join(
      ",",
      keys(multicluster_placement.web.decisions_by_cluster)
    ) == "eu-1,eu-2"
    error_message = "The production clusters should be chosen."
  }
}
