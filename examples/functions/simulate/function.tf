locals {
  simulated = provider::multicluster::simulate({
    clusters = [
      { name = "eu-1", labels = { region = "eu" } },
      { name = "eu-2", labels = { region = "eu" } },
      { name = "us-1", labels = { region = "us" } },
    ]
    placement = { name = "web", ocm = { number_of_clusters = 2 } }
    steps = [[{
      lose = { selector = { label_selector = { match_labels = { region = "eu" } } } }
    }]]
  })
}

# Why the placement is not satisfied once the region is lost.
output "without_eu" {
  value = local.simulated.results[0].unsatisfied["web"].reason
}
