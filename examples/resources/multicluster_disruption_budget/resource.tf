# At least two clusters of the ClusterResourcePlacement "web" stay available while
# clusters are evicted.
resource "multicluster_disruption_budget" "web" {
  name          = "web"
  min_available = 2
}
