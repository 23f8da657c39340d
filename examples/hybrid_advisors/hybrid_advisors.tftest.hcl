run "both_premises" {
  command = plan

  assert {
    condition = jsonencode(output.decided) == jsonencode({
      cheap           = ["cluster1"]
      cluster1_before = ["cluster1"]
      cluster3_before = ["cluster3"]
      exported        = ["cluster1"]
    })
    error_message = "What was decided before should win by its decision weight."
  }
  assert {
    condition     = output.why["cluster2"] == "predicate advisor \"grc\" does not name the target in round 0"
    error_message = "The veto should be told."
  }
  assert {
    condition = join(
      " ",
      [for c in output.rounds[0].candidates : "${c.name}=${c.rating}"]
    ) == "cluster1=150 cluster2=50 cluster3=260"
    error_message = "cluster1 has 100 of grc and 50 of cost; cluster3 has 60 of rhacm, 100 of grc and 100 of the earlier decision."
  }
}
