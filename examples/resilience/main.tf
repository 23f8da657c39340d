# Is there room after any one failure? Without clusters and placements, it would be the fleet and every placement of the hub.

variable "regions" {
  description = "The region of each cluster."
  type        = map(string)
  default     = { eu-1 = "eu", eu-2 = "eu", us-1 = "us", us-2 = "us" }
}

data "multicluster_resilience" "shop" {
  clusters = [for name, region in var.regions : { name = name, labels = { region = region } }]

  placements = [
    { name = "web", ocm = { number_of_clusters = 2 } },
    { name = "api", kubefleet = { placement_type = "PickN", number_of_clusters = 1 } },
  ]
  failure_domains = { labels = ["region"] }
}

# A precondition stops the plan; the assertion of a check would only warn, and fails a test.
check "any_one_region_may_fail" {
  assert {
    condition = data.multicluster_resilience.shop.bottleneck_count == 0
    error_message = join("\n", [
      for b in data.multicluster_resilience.shop.bottlenecks :
      "${b.placement} without ${b.value}: ${b.after} of ${b.before} clusters"
    ])
  }
}

output "survives" {
  value = data.multicluster_resilience.shop.survives
}

output "takes_over" {
  description = "The clusters that take over from a lost one."
  value = {
    for loss in data.multicluster_resilience.shop.worst :
    "${loss.placement} without ${loss.value}" => loss.joined.names if loss.domain == "cluster"
  }
}
