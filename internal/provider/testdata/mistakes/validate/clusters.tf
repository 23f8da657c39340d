data "multicluster_placement" "clusters_object" {
  clusters = { name = "eu-1", labels = { env = "prod" } } # error
  ocm      = {}
}

data "multicluster_placement" "clusters_map_of_labels" {
  clusters = {
    eu-1 = { env = "prod" } # error
  }
  ocm = {}
}

data "multicluster_placement" "clusters_names" {
  clusters = ["eu-1", "us-1"] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_text" {
  clusters = "eu-1" # error
  ocm      = {}
}

data "multicluster_placement" "clusters_null" {
  clusters = [{ name = "eu-1" }, null] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_camel" {
  clusters = [{ clusterName = "eu-1" }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_cluster_name" {
  clusters = [{ cluster_name = "eu-1" }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_no_name" {
  clusters = [{ labels = { env = "prod" } }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_null_name" {
  clusters = [{ name = null }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_empty_name" {
  clusters = [{ name = "" }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_upper_case" {
  clusters = [{ name = "EU-1" }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_underscore" {
  clusters = [{ name = "eu_1" }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_duplicate" {
  clusters = [
    { name = "eu-1" },
    { name = "eu-1" }, # error
  ]
  ocm = {}
}

data "multicluster_placement" "clusters_third" {
  clusters = [
    { name = "eu-1" },
    { name = "eu-2", lables = { env = "prod" } }, # error
    { name = "eu-3" },
  ]
  ocm = {}
}

data "multicluster_placement" "clusters_label" {
  clusters = [{ name = "eu-1", label = { env = "prod" } }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_lables" {
  clusters = [{ name = "eu-1", lables = { env = "prod" } }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_labels_list" {
  clusters = [{ name = "eu-1", labels = ["env=prod"] }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_labels_text" {
  clusters = [{ name = "eu-1", labels = "env=prod" }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_labels_nested" {
  clusters = [{ name = "eu-1", labels = { env = { stage = "prod" } } }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_labels_value" {
  clusters = [{ name = "eu-1", labels = { env = "not legal" } }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_labels_key" {
  clusters = [{ name = "eu-1", labels = { "a b" = "c" } }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_metadata" {
  clusters = [{ metadata = { name = "eu-1", labels = { env = "prod" } } }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_region" {
  clusters = [{ name = "eu-1", region = "eu" }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_cluster_set" {
  clusters = [{ name = "eu-1", clusterset = "prod" }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_kind" {
  clusters = [{ name = "eu-1", kind = "Cluster" }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_kind_case" {
  clusters = [{ name = "eu-1", kind = "managedcluster" }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_object" {
  clusters = [{ name = "eu-1", taints = { key = "gpu", effect = "NoSelect" } }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_texts" {
  clusters = [{ name = "eu-1", taints = ["gpu=true:NoSelect"] }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_effect_kubernetes" {
  clusters = [{ name = "eu-1", taints = [{ key = "gpu", effect = "NoExecute" }] }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_effect_kubefleet" {
  clusters = [{ name = "eu-1", taints = [{ key = "gpu", effect = "NoSchedule" }] }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_effect_missing" {
  clusters = [{ name = "eu-1", taints = [{ key = "gpu" }] }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_key_missing" {
  clusters = [{ name = "eu-1", taints = [{ effect = "NoSelect" }] }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_key" {
  clusters = [{ name = "eu-1", taints = [{ key = "gpu!", effect = "NoSelect" }] }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_time_camel" {
  clusters = [{ name = "eu-1", taints = [{ key = "gpu", effect = "NoSelect", timeAdded = "2026-01-01T00:00:00Z" }] }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_time" {
  clusters = [{ name = "eu-1", taints = [{ key = "gpu", effect = "NoSelect", time_added = "2026-01-01" }] }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_time_zone" {
  clusters = [{ name = "eu-1", taints = [{ key = "gpu", effect = "NoSelect", time_added = "2026-01-01 12:00:00" }] }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_singular" {
  clusters = [{ name = "eu-1", taint = [{ key = "gpu", effect = "NoSelect" }] }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_taint_ocm_effect_in_kubefleet" {
  clusters  = [{ name = "eu-1", taints = [{ key = "gpu", effect = "NoSelect" }] }] # error
  kubefleet = {}
}

data "multicluster_placement" "clusters_quantity" {
  clusters = [{ name = "eu-1", allocatable = { cpu = "16 cores" } }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_quantity_gb" {
  clusters = [{ name = "eu-1", allocatable = { memory = "64GB" } }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_quantities_text" {
  clusters = [{ name = "eu-1", allocatable = "16" }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_allocatable_misspelt" {
  clusters = [{ name = "eu-1", allocateable = { cpu = "16" } }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_cpu_too_high" {
  clusters = [{ name = "eu-1", cpu = 16 }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_claim_empty" {
  clusters = [{ name = "eu-1", claims = { platform = "" } }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_claims_list" {
  clusters = [{ name = "eu-1", claims = [{ name = "platform", value = "AWS" }] }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_deleting" {
  clusters = [{ name = "eu-1", deleting = "yes" }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_agent_text" {
  clusters  = [{ name = "eu-1", agent = "healthy" }] # error
  kubefleet = {}
}

data "multicluster_placement" "clusters_agent_online" {
  clusters  = [{ name = "eu-1", agent = { online = "maybe" } }] # error
  kubefleet = {}
}

data "multicluster_placement" "clusters_agent_joined" {
  clusters  = [{ name = "eu-1", agent = { online = true, joined = true } }] # error
  kubefleet = {}
}

data "multicluster_placement" "clusters_agent_heartbeat" {
  clusters  = [{ name = "eu-1", agent = { online = true, last_heartbeat = "now" } }] # error
  kubefleet = {}
}

data "multicluster_placement" "clusters_agent_camel" {
  clusters  = [{ name = "eu-1", agent = { online = true, lastHeartbeat = "2026-01-01T00:00:00Z" } }] # error
  kubefleet = {}
}

data "multicluster_placement" "clusters_agent_status" {
  clusters  = [{ name = "eu-1", agent = { online = true, healthy = { status = "Yes" } } }] # error
  kubefleet = {}
}

data "multicluster_placement" "clusters_namespaces_text" {
  clusters  = [{ name = "eu-1", namespaces = "apps" }] # error
  kubefleet = {}
}

data "multicluster_placement" "clusters_properties_list" {
  clusters  = [{ name = "eu-1", properties = ["a=b"] }] # error
  kubefleet = {}
}

data "multicluster_placement" "clusters_property_misspelt" {
  clusters  = [{ name = "eu-1", property = { "kubernetes-fleet.io/node-count" = "3" } }] # error
  kubefleet = {}
}

data "multicluster_placement" "clusters_version" {
  clusters = [{ name = "eu-1", version = "v1.33.1" }] # error
  ocm      = {}
}

data "multicluster_placement" "clusters_resource_itself" {
  clusters = local.fleet[0] # error
  ocm      = {}
}
