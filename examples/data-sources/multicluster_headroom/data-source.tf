data "multicluster_headroom" "web" {
  clusters = [
    { name = "eu-1", labels = { region = "eu" }, allocatable = { cpu = "16" } },
    { name = "us-1", labels = { region = "us" }, allocatable = { cpu = "12" } },
  ]
  placement       = { ocm = { number_of_clusters = 1 }, demand = { cpu = "4" } }
  failure_domains = { labels = ["region"] }
  offers          = [{ name = "us-2", allocatable = { cpu = "32" } }]
}

check "room_after_any_one_failure" {
  assert {
    condition     = min(data.multicluster_headroom.web.domains[*].copies...) >= 2
    error_message = data.multicluster_headroom.web.reason
  }
}
