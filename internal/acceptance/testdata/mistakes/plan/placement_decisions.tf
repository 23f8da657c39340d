# error: The data source needs a hub: set hub in the configuration of the provider.
data "multicluster_placement_decisions" "without_hub" {
  name = "web"
}
