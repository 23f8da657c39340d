# The service has created the member. Terraform manages one taint, and leaves the identity
# and the labels to the service.
resource "multicluster_cluster" "eastus" {
  name   = "member-eastus"
  kind   = "MemberCluster"
  adopt  = true
  taints = [{ key = "maintenance", effect = "NoSchedule" }]
}

# kubectl has created the ClusterResourcePlacement.
import {
  to = multicluster_placement.tools
  id = "tools"
}

resource "multicluster_placement" "tools" {
  name = "tools"
  kubefleet = {
    placement_type = "PickAll"
    tolerations    = [{ key = "maintenance", operator = "Exists" }]
  }
  resource_selectors = [{
    group           = ""
    version         = "v1"
    kind            = "Namespace"
    name            = "tools"
    selection_scope = "NamespaceWithResources"
  }]
}
