run "drain_a_cluster_of_open_cluster_management" {
  command = plan
  variables {
    steps = [[{
      taint = { clusters = ["eu-1"], key = "maintenance", effect = "NoSelect" }
    }]]
  }
  assert {
    condition = jsonencode(output.moves) == jsonencode([{
      "shop/web" = { joined = ["us-1"], left = ["eu-1"] }
    }])
    error_message = "web moves to the only cluster that is left"
  }
  assert {
    condition = strcontains(
      output.comment,
      "us<br/>1 cluster#44; 1 decision\"]:::active"
    )
    error_message = "the picture shows that the region us gets a decision"
  }
}

# A taint keeps new placements of KubeFleet out, and an eviction takes those away that are
# there.
run "drain_a_cluster_of_kubefleet" {
  command = plan
  variables {
    steps = [
      [{ taint = { clusters = ["eu-1"], key = "maintenance", effect = "NoSchedule" } }],
      [{ evict = { clusters = ["eu-1"], placement = "api" } }],
    ]
  }
  assert {
    condition = jsonencode(output.moves) == jsonencode([
      {},
      { api = { joined = ["eu-2"], left = ["eu-1"] } },
    ])
    error_message = "the taint alone moves nothing"
  }
}

run "evict_within_a_budget" {
  command = plan
  assert {
    condition = jsonencode(
      output.blocked_evictions[*].cluster_names
    ) == jsonencode([["eu-2"]])
    error_message = "the budget allows one eviction"
  }
}

run "lose_a_region" {
  command = plan
  variables {
    steps = [[{
      lose = { selector = { label_selector = { match_labels = { region = "eu" } } } }
    }]]
  }
  assert {
    condition     = jsonencode(output.unsatisfied) == jsonencode([["api", "shop/web"]])
    error_message = "one cluster of two is left for web, and none for api"
  }
}

run "change_a_spec" {
  command = plan
  variables {
    steps = [[{ spec = { placement = "shop/web", ocm = { number_of_clusters = 3 } } }]]
  }
  assert {
    condition     = jsonencode(output.moves[0]["shop/web"].joined) == jsonencode(["us-1"])
    error_message = "the third cluster joins"
  }
}
