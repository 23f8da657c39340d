# Is there room after any one failure? Without clusters and placements, it would be the
# fleet and every placement of the hub.

variable "regions" {
  description = "The region of each cluster."
  type        = map(string)
  default     = { eu-1 = "eu", eu-2 = "eu", us-1 = "us", us-2 = "us" }
}

data "multicluster_resilience" "shop" {
  clusters = [
    for name, region in var.regions : { name = name, labels = { region = region } }
  ]

  drill = { domain = "label", key = "region", value = "eu" }

  placements = [
    { name = "web", ocm = { number_of_clusters = 2 } },
    { name = "api", kubefleet = { placement_type = "PickN", number_of_clusters = 1 } },
  ]
  failure_domains = { labels = ["region"] }
}

# The assertion of a check warns in a plan, and fails a test. A precondition stops it.
check "any_one_region_may_fail" {
  assert {
    condition = data.multicluster_resilience.shop.bottleneck_count == 0
    error_message = join("\n", [
      for b in data.multicluster_resilience.shop.bottlenecks :
      "${b.placement} without ${b.value}: ${b.after} of ${b.before} clusters"
    ])
  }
}

# This one stops the plan of a release.
resource "terraform_data" "release" {
  lifecycle {
    precondition {
      condition = alltrue([
        for d in data.multicluster_resilience.shop.domains :
        d.survived if d.domain == "cluster"
      ])
      error_message = "Not every single cluster may fail."
    }
  }
}

# A game day: what the drill must do, as it was said before the taint.
resource "terraform_data" "drill" {
  input = data.multicluster_resilience.shop.game_day.expected
  lifecycle {
    ignore_changes = [input]
  }
}

output "survives" {
  value = data.multicluster_resilience.shop.survives
}

output "comment" {
  description = "Markdown with a picture of the bottlenecks."
  value       = provider::multicluster::explain(data.multicluster_resilience.shop)
}

output "takes_over" {
  description = "The clusters that take over from a lost one."
  value = {
    for loss in data.multicluster_resilience.shop.worst :
    "${loss.placement} without ${loss.value}" => loss.joined.names
    if loss.domain == "cluster"
  }
}
