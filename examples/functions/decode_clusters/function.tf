locals {
  fleet = provider::multicluster::decode_clusters(file("${path.module}/fleet.yaml"))
}

# The fleet of the hub, and one more cluster: what if?
output "what_if" {
  value = provider::multicluster::place({
    clusters = concat(
      local.fleet,
      [{ name = "eu-9", labels = { env = "prod" }, allocatable = { cpu = "64" } }]
    )
    ocm = {
      prioritizer_policy = {
        configurations = [{ score_coordinate = { built_in = "ResourceAllocatableCPU" } }]
      }
    }
  }).decisions[*].cluster_name
}
