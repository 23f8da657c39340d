# Another configuration probes the clusters, and has an output cluster_status.
data "terraform_remote_state" "probes" {
  backend = "local" # s3, remote, ...
  config  = { path = "${path.module}/probes.tfstate" }
}

resource "multicluster_rollout" "probed" {
  name              = "probed"
  decisions         = multicluster_placement.web.decisions
  revision          = var.revision
  cluster_status    = data.terraform_remote_state.probes.outputs.cluster_status
  initial_revisions = {} # no cluster has the workload yet
  strategy          = { type = "Progressive", progressive = { max_concurrency = 1 } }
}
