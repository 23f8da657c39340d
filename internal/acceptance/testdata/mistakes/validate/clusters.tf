data "multicluster_placement" "clusters_object" {
  clusters = { name = "eu-1", labels = { env = "prod" } } # error: clusters: found an object; it must be a list of objects, such as [{ name = "eu-1", labels = { env = "prod" } }]
  ocm      = {}
}

data "multicluster_placement" "clusters_map_of_labels" {
  clusters = {
    eu-1 = { env = "prod" } # error: clusters["eu-1"].env: unsupported attribute
  }
  ocm = {}
}

data "multicluster_placement" "clusters_names" {
  clusters = ["eu-1", "us-1"] # error: clusters[0]: found a string; it must be an object, such as { name = ... }. 1 more element has the same mistake
  ocm      = {}
}

data "multicluster_placement" "clusters_text" {
  clusters = "eu-1" # error: clusters: found a string; it must be a list of objects
  ocm      = {}
}

data "multicluster_placement" "clusters_null" {
  clusters = [{ name = "eu-1" }, null] # error: clusters[1]: must not be null; remove the element
  ocm      = {}
}

data "multicluster_placement" "clusters_camel" {
  clusters = [{ clusterName = "eu-1" }] # error: clusters[0].clusterName: unsupported attribute
  ocm      = {}
}

data "multicluster_placement" "clusters_cluster_name" {
  clusters = [{ cluster_name = "eu-1" }] # error: clusters: found the decisions of a placement; pass clusters
  ocm      = {}
}

data "multicluster_placement" "clusters_no_name" {
  clusters = [{ labels = { env = "prod" } }] # error: clusters[0].name: the attribute must be set
  ocm      = {}
}

data "multicluster_placement" "clusters_null_name" {
  clusters = [{ name = null }] # error: clusters[0].name: the attribute must be set
  ocm      = {}
}

data "multicluster_placement" "clusters_empty_name" {
  clusters = [{ name = "" }] # error: clusters[0].name: the object must have a name
  ocm      = {}
}

data "multicluster_placement" "clusters_upper_case" {
  clusters = [{ name = "EU-1" }] # error: clusters[0].name: found "EU-1": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.',
  ocm      = {}
}

data "multicluster_placement" "clusters_underscore" {
  clusters = [{ name = "eu_1" }] # error: clusters[0].name: found "eu_1": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.',
  ocm      = {}
}

data "multicluster_placement" "clusters_duplicate" {
  clusters = [
    { name = "eu-1" },
    { name = "eu-1" }, # error: clusters[1].name: found "eu-1": clusters[0] already has this name
  ]
  ocm = {}
}

data "multicluster_placement" "clusters_third" {
  clusters = [
    { name = "eu-1" },
    { name = "eu-2", lables = { env = "prod" } }, # error: clusters[1].lables: unsupported attribute; did you mean "labels"?
    { name = "eu-3" },
  ]
  ocm = {}
}

data "multicluster_placement" "clusters_label" {
  clusters = [{ name = "eu-1", label = { env = "prod" } }] # error: clusters[0].label: unsupported attribute; did you mean "labels"?
  ocm      = {}
}

data "multicluster_placement" "clusters_lables" {
  clusters = [{ name = "eu-1", lables = { env = "prod" } }] # error: clusters[0].lables: unsupported attribute; did you mean "labels"?
  ocm      = {}
}

data "multicluster_placement" "clusters_labels_list" {
  clusters = [{ name = "eu-1", labels = ["env=prod"] }] # error: clusters[0].labels: found a list; it must be an object
  ocm      = {}
}

data "multicluster_placement" "clusters_labels_text" {
  clusters = [{ name = "eu-1", labels = "env=prod" }] # error: clusters[0].labels: found a string; it must be an object
  ocm      = {}
}

data "multicluster_placement" "clusters_labels_nested" {
  clusters = [{ name = "eu-1", labels = { env = { stage = "prod" } } }] # error: clusters[0].labels["env"]: found an object; it must be a string
  ocm      = {}
}

data "multicluster_placement" "clusters_labels_value" {
  clusters = [{ name = "eu-1", labels = { env = "not legal" } }] # error: clusters[0].labels["env"]: found "not legal": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or
  ocm      = {}
}

data "multicluster_placement" "clusters_labels_key" {
  clusters = [{ name = "eu-1", labels = { "a b" = "c" } }] # error: clusters[0].labels["a b"]: found "a b": name part must consist of alphanumeric characters, '-', '_' or '.',
  ocm      = {}
}

data "multicluster_placement" "clusters_metadata" {
  clusters = [{ metadata = { name = "eu-1", labels = { env = "prod" } } }] # error: clusters[0].metadata: unsupported attribute
  ocm      = {}
}

data "multicluster_placement" "clusters_region" {
  clusters = [{ name = "eu-1", region = "eu" }] # error: clusters[0].region: unsupported attribute
  ocm      = {}
}

data "multicluster_placement" "clusters_cluster_set" {
  clusters = [{ name = "eu-1", clusterset = "prod" }] # error: clusters[0].clusterset: unsupported attribute
  ocm      = {}
}

data "multicluster_placement" "clusters_kind" {
  clusters = [{ name = "eu-1", kind = "Cluster" }] # error: clusters[0].kind: found "Cluster": must be one of "ManagedCluster", "MemberCluster"
  ocm      = {}
}

data "multicluster_placement" "clusters_kind_case" {
  clusters = [{ name = "eu-1", kind = "managedcluster" }] # error: clusters[0].kind: found "managedcluster": must be one of "ManagedCluster", "MemberCluster"; did you mean "ManagedCluster"?
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_object" {
  clusters = [{ name = "eu-1", taints = { key = "gpu", effect = "NoSelect" } }] # error: clusters[0].taints: found an object; it must be a list of objects, such as [{ key = "gpu", effect = "NoSelect" }]
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_texts" {
  clusters = [{ name = "eu-1", taints = ["gpu=true:NoSelect"] }] # error: clusters[0].taints[0]: found a string; it must be an object
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_effect_kubernetes" {
  clusters = [{ name = "eu-1", taints = [{ key = "gpu", effect = "NoExecute" }] }] # error: clusters[0].taints[0].effect: found "NoExecute": must be one of "NoSelect", "PreferNoSelect", "NoSelectIfNew"
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_effect_kubefleet" {
  clusters = [{ name = "eu-1", taints = [{ key = "gpu", effect = "NoSchedule" }] }] # error: clusters[0].taints[0].effect: found "NoSchedule": must be one of "NoSelect", "PreferNoSelect", "NoSelectIfNew"
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_effect_missing" {
  clusters = [{ name = "eu-1", taints = [{ key = "gpu" }] }] # error: clusters[0].taints[0].effect: the attribute must be set
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_key_missing" {
  clusters = [{ name = "eu-1", taints = [{ effect = "NoSelect" }] }] # error: clusters[0].taints[0].key: the attribute must be set
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_key" {
  clusters = [{ name = "eu-1", taints = [{ key = "gpu!", effect = "NoSelect" }] }] # error: clusters[0].taints[0].key: found "gpu!": must be a name such as "gpu" or, with a DNS subdomain before a slash, "example.com/gpu"
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_time_camel" {
  clusters = [{ name = "eu-1", taints = [{ key = "gpu", effect = "NoSelect", timeAdded = "2026-01-01T00:00:00Z" }] }] # error: clusters[0].taints[0].timeAdded: unsupported attribute; did you mean "time_added"?
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_time" {
  clusters = [{ name = "eu-1", taints = [{ key = "gpu", effect = "NoSelect", time_added = "2026-01-01" }] }] # error: clusters[0].taints[0].time_added: found "2026-01-01"; it must be a time of RFC 3339, such as "2026-01-31T12:00:00Z"
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_time_zone" {
  clusters = [{ name = "eu-1", taints = [{ key = "gpu", effect = "NoSelect", time_added = "2026-01-01 12:00:00" }] }] # error: clusters[0].taints[0].time_added: found "2026-01-01 12:00:00"; it must be a time of RFC 3339, such as "2026-01-31T12:00:00Z"
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_singular" {
  clusters = [{ name = "eu-1", taint = [{ key = "gpu", effect = "NoSelect" }] }] # error: clusters[0].taint: unsupported attribute; did you mean "taints"?
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_ocm_effect_in_kubefleet" {
  clusters  = [{ name = "eu-1", taints = [{ key = "gpu", effect = "NoSelect" }] }] # error: clusters[0].taints[0].effect: found "NoSelect": must be "NoSchedule"
  kubefleet = {}
}

data "multicluster_placement" "clusters_quantity" {
  clusters = [{ name = "eu-1", allocatable = { cpu = "16 cores" } }] # error: clusters[0].allocatable["cpu"]: found "16 cores"; it must be a quantity: a number with an optional suffix such as m, k, M, G, Ki, Mi or Gi; did you mean "16"?
  ocm      = {}
}

data "multicluster_placement" "clusters_quantity_gb" {
  clusters = [{ name = "eu-1", allocatable = { memory = "64GB" } }] # error: clusters[0].allocatable["memory"]: found "64GB"; it must be a quantity: a number with an optional suffix such as m, k, M, G, Ki, Mi or Gi; did you mean "64G" (10^9 bytes) or "64Gi" (2^30 bytes)?
  ocm      = {}
}

data "multicluster_placement" "clusters_quantities_text" {
  clusters = [{ name = "eu-1", allocatable = "16" }] # error: clusters[0].allocatable: found a string; it must be an object
  ocm      = {}
}

data "multicluster_placement" "clusters_allocatable_misspelt" {
  clusters = [{ name = "eu-1", allocateable = { cpu = "16" } }] # error: clusters[0].allocateable: unsupported attribute; did you mean "allocatable"?
  ocm      = {}
}

data "multicluster_placement" "clusters_cpu_too_high" {
  clusters = [{ name = "eu-1", cpu = 16 }] # error: clusters[0].cpu: unsupported attribute
  ocm      = {}
}

data "multicluster_placement" "clusters_claim_empty" {
  clusters = [{ name = "eu-1", claims = { platform = "" } }] # error: clusters[0].claims["platform"]: a claim needs a value
  ocm      = {}
}

data "multicluster_placement" "clusters_claims_list" {
  clusters = [{ name = "eu-1", claims = [{ name = "platform", value = "AWS" }] }] # error: clusters[0].claims: found a list; it must be an object
  ocm      = {}
}

data "multicluster_placement" "clusters_deleting" {
  clusters = [{ name = "eu-1", deleting = "yes" }] # error: clusters[0].deleting: found "yes"; it must be true or false
  ocm      = {}
}

data "multicluster_placement" "clusters_agent_text" {
  clusters  = [{ name = "eu-1", agent = "healthy" }] # error: clusters[0].agent: found a string; it must be an object
  kubefleet = {}
}

data "multicluster_placement" "clusters_agent_online" {
  clusters  = [{ name = "eu-1", agent = { online = "maybe" } }] # error: clusters[0].agent.online: found "maybe"; it must be true or false
  kubefleet = {}
}

data "multicluster_placement" "clusters_agent_joined" {
  clusters  = [{ name = "eu-1", agent = { online = true, joined = true } }] # error: clusters[0].agent.joined: found a bool; it must be an object
  kubefleet = {}
}

data "multicluster_placement" "clusters_agent_heartbeat" {
  clusters  = [{ name = "eu-1", agent = { online = true, last_heartbeat = "now" } }] # error: clusters[0].agent.last_heartbeat: found "now"; it must be a time of RFC 3339, such as "2026-01-31T12:00:00Z"
  kubefleet = {}
}

data "multicluster_placement" "clusters_agent_camel" {
  clusters  = [{ name = "eu-1", agent = { online = true, lastHeartbeat = "2026-01-01T00:00:00Z" } }] # error: clusters[0].agent.lastHeartbeat: unsupported attribute; did you mean "last_heartbeat"?
  kubefleet = {}
}

data "multicluster_placement" "clusters_agent_status" {
  clusters  = [{ name = "eu-1", agent = { online = true, healthy = { status = "Yes" } } }] # error: clusters[0].agent.healthy.status: found "Yes": must be one of "True", "False", "Unknown"
  kubefleet = {}
}

data "multicluster_placement" "clusters_namespaces_text" {
  clusters  = [{ name = "eu-1", namespaces = "apps" }] # error: clusters[0].namespaces: found a string; it must be a list of strings, such as ["apps"]
  kubefleet = {}
}

data "multicluster_placement" "clusters_properties_list" {
  clusters  = [{ name = "eu-1", properties = ["a=b"] }] # error: clusters[0].properties: found a list; it must be an object
  kubefleet = {}
}

data "multicluster_placement" "clusters_property_misspelt" {
  clusters  = [{ name = "eu-1", property = { "kubernetes-fleet.io/node-count" = "3" } }] # error: clusters[0].property: unsupported attribute
  kubefleet = {}
}

data "multicluster_placement" "clusters_version" {
  clusters = [{ name = "eu-1", version = "v1.33.1" }] # error: clusters[0].version: unsupported attribute
  ocm      = {}
}

data "multicluster_placement" "clusters_resource_itself" {
  clusters = local.fleet[0] # error: clusters: found an object; it must be a list of objects, such as [{ name = "eu-1", labels = { env = "prod", region = "eu" } }]
  ocm      = {}
}
