output "decode_placement_file" {
  value = provider::multicluster::decode_placement("placement.yaml") # error: document 1, line 1: found the text "placement.yaml", which is not a Kubernetes object; to read a file, use
}

output "decode_placement_empty" {
  value = provider::multicluster::decode_placement("") # error: document 1, line 1: found nothing; the text must contain exactly one placement
}

output "decode_placement_object" {
  value = provider::multicluster::decode_placement({ kind = "Placement" }) # error: string required
}

output "decode_placement_json" {
  value = provider::multicluster::decode_placement("{\"kind\": \"Placement\", }") # error: document 1, line 1: not a Kubernetes object: apiVersion and kind are required
}

output "decode_clusters_file" {
  value = provider::multicluster::decode_clusters("fleet.yaml") # error: document 1, line 1: found the text "fleet.yaml", which is not a Kubernetes object; to read a file, use
}

output "decode_clusters_kind" {
  value = provider::multicluster::decode_clusters("", "Cluster") # error: found "Cluster"; it must be one of ManagedCluster, MemberCluster
}

output "decode_clusters_dialect" {
  value = provider::multicluster::decode_clusters("", "ocm") # error: found "ocm"; it must be one of ManagedCluster, MemberCluster
}

output "decode_clusters_list" {
  value = provider::multicluster::decode_clusters(["a"]) # error: string required
}

output "encode_clusters_dialect" {
  value = provider::multicluster::encode_clusters(local.fleet, "hybrid") # error: found "hybrid"; it must be ocm or kubefleet
}

output "encode_clusters_dialect_case" {
  value = provider::multicluster::encode_clusters(local.fleet, "OCM") # error: found "OCM"; it must be ocm or kubefleet
}

output "encode_clusters_no_dialect" {
  value = provider::multicluster::encode_clusters(local.fleet) # error: Function "provider::multicluster::encode_clusters" expects 2 argument(s). Missing value for "scheduler"
}

output "encode_clusters_names" {
  value = provider::multicluster::encode_clusters(["eu-1"], "ocm") # error: clusters[0]: found a string; it must be an object
}

output "encode_clusters_misspelt" {
  value = provider::multicluster::encode_clusters([{ name = "eu-1", lables = {} }], "ocm") # error: clusters[0].lables: unsupported attribute; did you mean "labels"?
}

output "encode_clusters_one" {
  value = provider::multicluster::encode_clusters(local.fleet[0], "ocm") # error: clusters: found an object; it must be a list of objects, such as [{ name = "eu-1", labels = { env = "prod", region = "eu" } }]
}

output "encode_clusters_claims" {
  value = provider::multicluster::encode_clusters([{ name = "eu-1", claims = { a = "b" } }], "kubefleet") # error: cluster "eu-1", claims: Forbidden: a MemberCluster has no such field
}

output "encode_clusters_kind" {
  value = provider::multicluster::encode_clusters([{ name = "eu-1", kind = "MemberCluster" }], "ocm") # error: cluster "eu-1", kind: Invalid value: "MemberCluster": cannot be encoded as a ManagedCluster
}

output "encode_clusters_name" {
  value = provider::multicluster::encode_clusters([{ name = "EU-1" }], "ocm") # error: clusters[0].name: found "EU-1": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.',
}

output "encode_placement_no_name" {
  value = provider::multicluster::encode_placement({ ocm = {} }) # error: name: the object must have a name
}

output "encode_placement_no_dialect" {
  value = provider::multicluster::encode_placement({ name = "web" }) # error: ocm: no scheduler is configured; set one of ocm, kubefleet, hybrid
}

output "encode_placement_misspelt" {
  value = provider::multicluster::encode_placement({ name = "web", ocm = { predicate = [] } }) # error: ocm.predicate: unsupported attribute; did you mean "predicates"?
}

output "encode_placement_misspelt_name" {
  value = provider::multicluster::encode_placement({ nam = "web", ocm = {} }) # error: nam: unsupported attribute; did you mean "name"?
}

output "encode_placement_spec" {
  value = provider::multicluster::encode_placement({ name = "web", spec = {} }) # error: spec: unsupported attribute
}

output "encode_placement_strategy" {
  value = provider::multicluster::encode_placement({ name = "web", kubefleet = {}, decision_strategy = { group_strategy = { clusters_per_decision_group = 1 } } }) # error: ClusterResourcePlacement/web, decisionStrategy: Forbidden: a ClusterResourcePlacement has no such field
}

output "encode_placement_text" {
  value = provider::multicluster::encode_placement("web") # error: found a string; it must be an object
}

output "explain_text" {
  value = provider::multicluster::explain("web") # error: the text is not the report of a placement: invalid character 'w' looking for beginning of value
}

output "explain_object" {
  value = provider::multicluster::explain({ name = "web" }) # error: found an object with the attributes name; pass a resource or data source multicluster_placement, multicluster_placements or multicluster_rollout, a data source multicluster_rendered_manifests, multicluster_simulation, multicluster_resilience, multicluster_cluster_report or multicluster_comparison, the result of place, place_all, render, simulate, resilience, cluster_report or compare_placements, or the report of a placement
}

output "explain_decisions" {
  value = provider::multicluster::explain(provider::multicluster::place({ clusters = local.fleet, ocm = {} }).decisions) # error: found a list; pass a resource or data source multicluster_placement, multicluster_placements or multicluster_rollout, a data source multicluster_rendered_manifests, multicluster_simulation, multicluster_resilience, multicluster_cluster_report or multicluster_comparison, the result of place, place_all, render, simulate, resilience, cluster_report or compare_placements, or the report of a placement
}

output "explain_json" {
  value = provider::multicluster::explain(jsonencode({ clusters = [] })) # error: the text is not the report of a placement: it has no scheduler
}
