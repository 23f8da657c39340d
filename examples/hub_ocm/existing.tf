# The agent of us-3 has registered the cluster. Terraform accepts it, and puts it into the
# set prod.
import {
  to = multicluster_cluster.us_3
  id = "us-3"
}

resource "multicluster_cluster" "us_3" {
  name               = "us-3"
  hub_accepts_client = true
  labels = {
    env                                             = "dev"
    "cluster.open-cluster-management.io/clusterset" = "prod"
  }
}

# kubectl has created the Placement.
import {
  to = multicluster_placement.batch
  id = "apps/batch"
}

resource "multicluster_placement" "batch" {
  name      = "batch"
  namespace = "apps"
  ocm = {
    cluster_sets = ["prod"]
    predicates = [{
      required_cluster_selector = { label_selector = { match_labels = { env = "dev" } } }
    }]
    tolerations = [{ key = "spot", operator = "Exists" }]
  }
}
