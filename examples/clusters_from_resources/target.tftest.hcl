# The way out for values that only the cloud knows: the clusters first, then everything.
run "clusters_first" {
  plan_options {
    target = [terraform_data.cluster]
  }
}

run "then_the_plan_knows_everything" {
  command = plan

  assert {
    condition     = join(",", keys(output.late)) == "eu-1,eu-2"
    error_message = "The decision should be known in the plan."
  }
}
