# Without placement and clusters, it would be every placement of the hub.
data "multicluster_resilience" "web" {
  clusters = [
    { name = "eu-1", labels = { region = "eu" } },
    { name = "eu-2", labels = { region = "eu" } },
    { name = "us-1", labels = { region = "us" } },
    { name = "us-2", labels = { region = "us" } },
  ]

  placement       = { name = "web", ocm = { number_of_clusters = 2 } }
  failure_domains = { labels = ["region"] }
}

check "any_one_region_may_fail" {
  assert {
    condition = alltrue(data.multicluster_resilience.web.domains[*].survived)
    error_message = join("\n", [
      for b in data.multicluster_resilience.web.bottlenecks :
      "${b.placement} does not survive the loss of ${b.value}: ${b.reason}"
    ])
  }
}
