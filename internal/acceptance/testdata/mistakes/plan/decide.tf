data "multicluster_placement" "plan_no_fleet" { # error: Neither clusters nor manifests is set, and the provider has no manifests either. Set one of them,
  ocm = {}
}

data "multicluster_placement" "plan_empty_fleet" {
  clusters = [] # error: There is no cluster to choose from. To plan with no clusters, set on_unsatisfied = "accept"
  ocm      = {}
}

data "multicluster_placement" "plan_pick_fixed_without_names" {
  clusters = local.fleet
  kubefleet = { # error: Scheduling has not completed (SchedulePending)
    placement_type = "PickFixed"
  }
}

data "multicluster_placement" "plan_pick_fixed_unknown_name" {
  clusters = local.fleet
  kubefleet = { # error: could not find all clusters needed as specified by the scheduling policy, found 0 cluster(s) instead
    placement_type = "PickFixed"
    cluster_names  = ["eu-9"]
  }
}

data "multicluster_placement" "plan_no_match" {
  clusters = local.fleet
  ocm = { # error: No ManagedCluster matches any of the cluster predicate (NoManagedClusterMatched)
    predicates = [{ required_cluster_selector = { label_selector = { match_labels = { env = "Prod" } } } }]
  }
}

data "multicluster_placement" "plan_too_many" {
  clusters = local.fleet
  kubefleet = { # error: could not find all clusters needed as specified by the scheduling policy, found 2 cluster(s) instead
    placement_type     = "PickN"
    number_of_clusters = 3
  }
}

data "multicluster_placement" "plan_cluster_set" {
  clusters = local.fleet
  ocm = { # error: None of ManagedClusterSets [prod] is bound to placement namespace (NoIntersection)
    cluster_sets = ["prod"]
  }
}

data "multicluster_placement" "plan_cel_text" {
  clusters = local.fleet
  ocm = { # error: No ManagedCluster matches any of the cluster predicate (NoManagedClusterMatched)
    predicates = [{ required_cluster_selector = { cel_selector = { cel_expressions = ["managedCluster.metadata.name"] } } }]
  }
}

data "multicluster_placement" "plan_cel_no_such_key" {
  clusters = local.fleet
  ocm = { # error: No ManagedCluster matches any of the cluster predicate (NoManagedClusterMatched)
    predicates = [{ required_cluster_selector = { cel_selector = { cel_expressions = ["managedCluster.metadata.labels.stage == 'prod'"] } } }]
  }
}

data "multicluster_placement" "plan_advisor_unknown" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "billing" }] # error: hybrid.advisors[0].recommendations: "billing" is not a built-in advisor (alphabet, cost, grc, policy, resource_hint, rhacm, rotate, veto). Set `recommendations`
  }
}

data "multicluster_placement" "plan_advisor_misspelt" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "alphabeth" }] # error: hybrid.advisors[0].recommendations: "alphabeth" is not a built-in advisor (alphabet, cost, grc, policy, resource_hint, rhacm, rotate, veto); did you mean "alphabet"?
  }
}

data "multicluster_placement" "plan_cluster_in_manifest_too" {
  clusters  = concat(local.fleet) # error: clusters[0].name: found "eu-1", which is also in document 1 of manifests[0]. Remove it from one of them
  manifests = ["apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata:\n  name: eu-1\n"]
  ocm       = {}
}

data "multicluster_placement" "plan_namespace_without_bindings" {
  clusters  = local.fleet
  namespace = "apps"
  ocm       = {} # error: No valid ManagedClusterSetBindings found in placement namespace (NoManagedClusterSetBindings)
}

resource "multicluster_placement" "plan_advisor_of_resource" {
  name     = "web"
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "billing" }] # error: hybrid.advisors[0].recommendations: "billing" is not a built-in advisor (alphabet, cost, grc, policy, resource_hint, rhacm, rotate, veto). Set
  }
}

resource "multicluster_placement" "plan_expiry" { # error: Tolerations, scores or heartbeats expire: at 2026-01-01T00:01:00Z the decision may change. A resource or
  name     = "web"
  clusters = [{ name = "eu-1", taints = [{ key = "gpu", effect = "NoSelect", time_added = "2026-01-01T00:00:00Z" }] }]
  ocm = {
    tolerations = [{ key = "gpu", operator = "Exists", toleration_seconds = 60 }]
  }
}

resource "multicluster_placement" "plan_unsatisfied" {
  name     = "web"
  clusters = local.fleet
  ocm = { # error: No ManagedCluster matches any of the cluster predicate (NoManagedClusterMatched)
    predicates = [{ required_cluster_selector = { label_selector = { match_labels = { env = "Prod" } } } }]
  }
}

resource "multicluster_placement" "plan_manifest_file" {
  name      = "web"
  manifests = ["fleet.yaml"] # error: document 1, line 1: found the text "fleet.yaml", which is not a Kubernetes object; to read a file, use
  ocm       = {}
}
