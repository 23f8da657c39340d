run "spread_in_the_first_plan" {
  command = plan

  assert {
    condition     = length(distinct(flatten(values(output.clusters)))) == 36
    error_message = "Twelve teams with three clusters each should use 36 of the 50 clusters."
  }
  assert {
    condition     = length(terraform_data.release) == 36
    error_message = "Every decision should be known in the first plan."
  }
}

run "apply" {
}

# One more team moves nobody.
run "another_team" {
  variables {
    teams = { team-12 = { number_of_clusters = 2 } }
  }

  assert {
    condition     = length(output.clusters["team-12"]) == 2
    error_message = "The new team should get what it asks for."
  }
  assert {
    condition = alltrue([
      for outcome in values(
        multicluster_placements.teams.outcomes
      ) : length(outcome.moves.left) == 0
    ])
    error_message = "The other teams should stay where they are."
  }
}
