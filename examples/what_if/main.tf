variable "steps" {
  description = "What happens, step by step."
  type        = any
  default     = [[{ lose = { clusters = ["eu-1"] } }]]
}

# Every placement of the manifests, with its own decisions. With a hub in the provider,
# leave out manifests: then it is every placement of the hub.
data "multicluster_simulation" "this" {
  manifests       = [file("${path.module}/fleet.yaml")]
  steps           = var.steps
  failure_domains = { labels = ["region"] }
}

locals {
  results = data.multicluster_simulation.this.results
}

output "moves" {
  description = "For each step, the clusters that each placement leaves and joins."
  value = [for result in local.results : {
    for name, moves in result.moves : name => {
      left = keys(moves.left), joined = keys(moves.joined)
    }
  }]
}

output "comment" {
  description = "Markdown with a picture of the regions."
  value       = provider::multicluster::explain(data.multicluster_simulation.this)
}

output "unsatisfied" {
  description = "For each step, the placements that do not get what they ask for."
  value       = [for result in local.results : keys(result.unsatisfied)]
}
