# At most one of the clusters of the placement web may be unavailable because of
# evictions.
resource "multicluster_disruption_budget" "web" {
  name            = "web"
  max_unavailable = 1
}

# Evictions of the same step come one after the other: the first cluster is not available
# again yet.
output "blocked_evictions" {
  description = "The evictions that the hub would not execute, and why."
  value = provider::multicluster::simulate({
    clusters = [
      for name in ["eu-1", "eu-2", "us-1"] : { name = name, kind = "MemberCluster" }
    ]
    placement = {
      name               = "web"
      kubefleet          = { placement_type = "PickN", number_of_clusters = 2 }
      previous_decisions = [{ cluster_name = "eu-1" }, { cluster_name = "eu-2" }]
    }
    disruption_budgets = [multicluster_disruption_budget.web]
    steps              = [[{ evict = { clusters = ["eu-1", "eu-2"] } }]]
  }).results[0].blocked_evictions
}
