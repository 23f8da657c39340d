output "place_misspelt_clusters" {
  value = provider::multicluster::place({ cluster = local.fleet, ocm = {} }).satisfied # error: cluster: unsupported attribute; did you mean "clusters"?
}

output "place_misspelt_dialect" {
  value = provider::multicluster::place({ clusters = local.fleet, omc = {} }).satisfied # error: omc: unsupported attribute; did you mean "ocm"?
}

output "place_no_dialect" {
  value = provider::multicluster::place({ clusters = local.fleet }).satisfied # error: ocm: no scheduler is configured; set one of ocm, kubefleet, hybrid
}

output "place_two_dialects" {
  value = provider::multicluster::place({ clusters = local.fleet, ocm = {}, kubefleet = {} }).satisfied # error: kubefleet: ocm is also set; a placement has exactly one of them
}

output "place_camel" {
  value = provider::multicluster::place({ clusters = local.fleet, ocm = { numberOfClusters = 1 } }).satisfied # error: ocm.numberOfClusters: unsupported attribute; did you mean "number_of_clusters"?
}

output "place_dialect_attribute_at_root" {
  value = provider::multicluster::place({ clusters = local.fleet, kubefleet = {}, placement_type = "PickAll" }).satisfied # error: placement_type: unsupported attribute; placement_type belongs in kubefleet.placement_type
}

output "place_number_at_root" {
  value = provider::multicluster::place({ clusters = local.fleet, kubefleet = { placement_type = "PickN" }, number_of_clusters = 1 }).satisfied # error: number_of_clusters: unsupported attribute; number_of_clusters belongs in kubefleet.number_of_clusters
}

output "place_predicates_at_root" {
  value = provider::multicluster::place({ clusters = local.fleet, ocm = {}, predicates = [] }).satisfied # error: predicates: unsupported attribute; predicates belongs in ocm.predicates
}

output "place_max_moves" {
  value = provider::multicluster::place({ clusters = local.fleet, ocm = {}, max_moves = 1 }).satisfied # error: max_moves: unsupported attribute
}

output "place_selector_deep" {
  value = provider::multicluster::place({ clusters = local.fleet, ocm = { predicates = [{ required_cluster_selector = { label_selector = { match_labels = ["a"] } } }] } }).satisfied # error: ocm.predicates[0].required_cluster_selector.label_selector.match_labels: found a list; it must be an object
}

output "place_operator" {
  value = provider::multicluster::place({ clusters = local.fleet, ocm = { predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "Equals", values = ["prod"] }] } } }] } }).satisfied # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].operator: found "Equals": must be one of "In", "NotIn", "Exists", "DoesNotExist"
}

output "place_weight" {
  value = provider::multicluster::place({ clusters = local.fleet, ocm = { prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "Steady" }, weight = 11 }] } } }).satisfied # error: ocm.prioritizer_policy.configurations[0].weight: found 11: must be between -10 and 10
}

output "place_cluster_object" {
  value = provider::multicluster::place({ clusters = local.fleet[0], ocm = {} }).satisfied # error: clusters: found an object; it must be a list of objects, such as [{ name = "eu-1", labels = { env = "prod", region = "eu" } }]
}

output "place_cluster_names" {
  value = provider::multicluster::place({ clusters = ["eu-1"], ocm = {} }).satisfied # error: clusters[0]: found a string; it must be an object
}

output "place_clusters_duplicate" {
  value = provider::multicluster::place({ clusters = concat(local.fleet, [local.fleet[1]]), ocm = {} }).satisfied # error: clusters[2].name: found "us-1": clusters[1] already has this name
}

output "place_cluster_set_of_cluster" {
  value = provider::multicluster::place({ clusters = [{ name = "eu-1", cluster_set = "prod" }], ocm = {} }).satisfied # error: clusters[0].cluster_set: unsupported attribute
}

output "place_no_fleet" {
  value = provider::multicluster::place({ ocm = {} }).satisfied # error: Neither clusters nor manifests is set. Set one of them
}

output "place_empty_fleet" {
  value = provider::multicluster::place({ clusters = [], ocm = {} }).satisfied # error: clusters: There is no cluster to choose from. To plan with no clusters, set on_unsatisfied = "accept"
}

output "place_manifest_file" {
  value = provider::multicluster::place({ manifests = ["fleet.yaml"], ocm = {} }).satisfied # error: manifests: document 1, line 1: found the text "fleet.yaml", which is not a Kubernetes object; to read a file, use
}

output "place_manifests_text" {
  value = provider::multicluster::place({ manifests = "fleet.yaml", ocm = {} }).satisfied # error: manifests: found a string; it must be a list of strings, such as ["fleet.yaml"]
}

output "place_http_advisor" {
  value = provider::multicluster::place({ clusters = local.fleet, hybrid = { advisors = [{ name = "billing" }] } }).satisfied # error: hybrid.advisors[0].recommendations: "billing" is not a built-in advisor (alphabet, cost, grc, policy, resource_hint, rhacm, rotate, veto). Set
}

output "place_now" {
  value = provider::multicluster::place({ clusters = local.fleet, ocm = {}, now = "noon" }).satisfied # error: now: found "noon"; it must be a time of RFC 3339, such as "2026-01-31T12:00:00Z"
}

output "place_expiry" {
  value = provider::multicluster::place({ clusters = [{ name = "eu-1", taints = [{ key = "gpu", effect = "NoSelect", time_added = "2026-01-01T00:00:00Z" }] }], ocm = { tolerations = [{ key = "gpu", operator = "Exists", toleration_seconds = 60 }] } }).satisfied # error: now: Tolerations, scores or heartbeats expire: at 2026-01-01T00:01:00Z the decision may change. A resource or
}

output "place_unsatisfied" {
  value = provider::multicluster::place({ clusters = local.fleet, ocm = { predicates = [{ required_cluster_selector = { label_selector = { match_labels = { env = "stage" } } } }] } }).satisfied # error: ocm: No ManagedCluster matches any of the cluster predicate (NoManagedClusterMatched)
}

output "place_on_unsatisfied" {
  value = provider::multicluster::place({ clusters = local.fleet, ocm = {}, on_unsatisfied = "ignore" }).satisfied # error: on_unsatisfied: found "ignore": must be one of "error", "warn", "accept"
}

output "place_text" {
  value = provider::multicluster::place("web").satisfied # error: found a string; it must be an object
}

output "place_null" {
  value = provider::multicluster::place(null).satisfied # error: argument must not be null
}

output "place_list" {
  value = provider::multicluster::place([{ ocm = {} }]).satisfied # error: found a list; it must be an object
}

output "place_two_arguments" {
  value = provider::multicluster::place(local.fleet, {}).satisfied # error: Function "provider::multicluster::place" expects only 1 argument(s)
}

output "place_output" {
  value = provider::multicluster::place({ clusters = local.fleet, ocm = {} }).decision # error: This object does not have an attribute named "decision"
}
