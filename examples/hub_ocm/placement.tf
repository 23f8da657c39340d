# The Placement on the hub, with the same spec.
resource "multicluster_placement" "web" {
  name      = local.web.name
  namespace = local.web.namespace
  ocm       = local.web.ocm
  max_moves = 1 # a change of the placement must not move more than one cluster
}

# One instance for each cluster, known in the first plan.
resource "terraform_data" "web" {
  for_each = data.multicluster_placement.web.decisions_by_cluster
  input    = "web on ${each.key}"
}
