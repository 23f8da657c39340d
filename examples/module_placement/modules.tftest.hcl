run "two_workloads_in_the_first_plan" {
  command = plan

  assert {
    condition     = join(",", keys(terraform_data.web)) == "eu-1,eu-2"
    error_message = "Web should get the European clusters, known in the first plan."
  }
  assert {
    condition     = terraform_data.web["eu-1"].input == "web on eu-1, region eu"
    error_message = "The module should pass on the label that it asks for."
  }
  assert {
    condition     = join(",", keys(terraform_data.db)) == "us-1,us-2"
    error_message = "The database should get what web leaves free."
  }
}

run "apply" {
  assert {
    condition     = join(",", output.clusters.web) == "eu-1,eu-2" && join(",", output.clusters.db) == "us-1,us-2"
    error_message = "What is applied should be what was planned."
  }
}

# The database stays where it is although web leaves eu-2: the resource remembers, and
# Steady and Balance weigh the same.
run "web_shrinks" {
  variables {
    web_clusters = 1
  }

  assert {
    condition     = join(",", output.clusters.web) == "eu-1"
    error_message = "Web should be on one cluster."
  }
  assert {
    condition     = join(",", output.clusters.db) == "us-1,us-2"
    error_message = "The database should stay."
  }
}

run "a_mistake_is_found_in_the_plan" {
  command = plan

  module {
    source = "./placement"
  }
  variables {
    name     = "web"
    clusters = [{ name = "eu-1", labels = { env = "prod" } }]
    number   = 0
  }
  expect_failures = [var.number]
}
