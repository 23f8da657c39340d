locals {
  survived = provider::multicluster::resilience({
    clusters = [
      { name = "eu-1", labels = { region = "eu" } },
      { name = "eu-2", labels = { region = "eu" } },
      { name = "us-1", labels = { region = "us" } },
    ]
    placement       = { name = "web", ocm = { number_of_clusters = 2 } }
    failure_domains = { labels = ["region"] }
  })
}

# Any cluster may fail, and the region eu may not.
output "bottlenecks" {
  value = [for b in local.survived.bottlenecks : "${b.key}=${b.value}"]
}
