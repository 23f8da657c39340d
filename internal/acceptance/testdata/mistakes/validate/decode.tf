locals {
  decoded = {
    misspelt_field    = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1beta1
      kind: Placement
      metadata: { name: web }
      spec:
        numberOfCluster: 1
    EOT
    snake_case        = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1beta1
      kind: Placement
      metadata: { name: web }
      spec:
        number_of_clusters: 1
    EOT
    misspelt_selector = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1beta1
      kind: Placement
      metadata: { name: web }
      spec:
        predicates:
        - requiredClusterSelector:
            labelSelector:
              matchLabel: { env: prod }
    EOT
    selector_too_high = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1beta1
      kind: Placement
      metadata: { name: web }
      spec:
        predicates:
        - labelSelector:
            matchLabels: { env: prod }
    EOT
    number            = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1beta1
      kind: Placement
      metadata: { name: web }
      spec:
        numberOfClusters: three
    EOT
    quoted_number     = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1beta1
      kind: Placement
      metadata: { name: web }
      spec:
        numberOfClusters: "3"
    EOT
    single_predicate  = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1beta1
      kind: Placement
      metadata: { name: web }
      spec:
        predicates:
          requiredClusterSelector: {}
    EOT
    no_name           = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1beta1
      kind: Placement
      spec: {}
    EOT
    unknown_version   = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: Placement
      metadata: { name: web }
    EOT
    unknown_group     = <<-EOT
      apiVersion: cluster.openclustermanagement.io/v1beta1
      kind: Placement
      metadata: { name: web }
    EOT
    cluster           = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata: { name: eu-1 }
    EOT
    two               = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1beta1
      kind: Placement
      metadata: { name: web }
      ---
      apiVersion: cluster.open-cluster-management.io/v1beta1
      kind: Placement
      metadata: { name: api }
    EOT
    no_kind           = <<-EOT
      metadata: { name: web }
      spec: { numberOfClusters: 1 }
    EOT
    spec_only         = <<-EOT
      numberOfClusters: 1
    EOT
    broken            = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1beta1
      kind: Placement
      metadata: { name: web }
      spec: [
    EOT
    crp_type          = <<-EOT
      apiVersion: placement.kubernetes-fleet.io/v1beta1
      kind: ClusterResourcePlacement
      metadata: { name: web }
      spec:
        policy:
          placementtype: PickAll
    EOT
    crp_policy        = <<-EOT
      apiVersion: placement.kubernetes-fleet.io/v1beta1
      kind: ClusterResourcePlacement
      metadata: { name: web }
      spec:
        placementType: PickAll
    EOT
    crp_namespace     = <<-EOT
      apiVersion: placement.kubernetes-fleet.io/v1beta1
      kind: ClusterResourcePlacement
      metadata: { name: web, namespace: apps }
      spec: {}
    EOT
    crp_affinity      = <<-EOT
      apiVersion: placement.kubernetes-fleet.io/v1beta1
      kind: ClusterResourcePlacement
      metadata: { name: web }
      spec:
        policy:
          affinity:
            clusterAffinity:
              requiredDuringScheduling: {}
    EOT
    rp_no_namespace   = <<-EOT
      apiVersion: placement.kubernetes-fleet.io/v1beta1
      kind: ResourcePlacement
      metadata: { name: web }
      spec: {}
    EOT
    rule_advisor      = <<-EOT
      apiVersion: core.hybridapp.io/v1alpha1
      kind: PlacementRule
      metadata: { name: web }
      spec:
        advisor: []
    EOT
  }
}

output "decode_misspelt_field" {
  value = provider::multicluster::decode_placement(local.decoded.misspelt_field) # error: document 1, line 5, Placement/web, spec.numberOfCluster: unknown field
}

output "decode_snake_case" {
  value = provider::multicluster::decode_placement(local.decoded.snake_case) # error: document 1, line 5, Placement/web, spec.number_of_clusters: unknown field
}

output "decode_misspelt_selector" {
  value = provider::multicluster::decode_placement(local.decoded.misspelt_selector) # error: document 1, line 8, Placement/web, spec.predicates[0].requiredClusterSelector.labelSelector.matchLabel:
}

output "decode_selector_too_high" {
  value = provider::multicluster::decode_placement(local.decoded.selector_too_high) # error: document 1, line 6, Placement/web, spec.predicates[0].labelSelector: unknown field
}

output "decode_number" {
  value = provider::multicluster::decode_placement(local.decoded.number) # error: document 1, line 5, Placement/web, spec.numberOfClusters: found text; it must be a whole number
}

output "decode_quoted_number" {
  value = provider::multicluster::decode_placement(local.decoded.quoted_number) # error: document 1, line 5, Placement/web, spec.numberOfClusters: found text; it must be a whole number
}

output "decode_single_predicate" {
  value = provider::multicluster::decode_placement(local.decoded.single_predicate) # error: document 1, line 6, Placement/web, spec.predicates: found an object; it must be a list
}

output "decode_no_name" {
  value = provider::multicluster::decode_placement(local.decoded.no_name) # error: document 1, line 1, Placement, metadata.name: the object must have a name
}

output "decode_unknown_version" {
  value = provider::multicluster::decode_placement(local.decoded.unknown_version) # error: document 1, line 1, Placement/web, apiVersion: found "cluster.open-cluster-management.io/v1": must be one of
}

output "decode_unknown_group" {
  value = provider::multicluster::decode_placement(local.decoded.unknown_group) # error: document 1, line 1, Placement/web: found Placement.cluster.openclustermanagement.io; the text must contain
}

output "decode_cluster" {
  value = provider::multicluster::decode_placement(local.decoded.cluster) # error: document 1, line 1, ManagedCluster/eu-1: found ManagedCluster.cluster.open-cluster-management.io; the text
}

output "decode_two" {
  value = provider::multicluster::decode_placement(local.decoded.two) # error: document 2, line 5, Placement/api: found a second placement; the text must contain exactly one placement
}

output "decode_no_kind" {
  value = provider::multicluster::decode_placement(local.decoded.no_kind) # error: document 1, line 1: not a Kubernetes object: apiVersion and kind are required
}

output "decode_spec_only" {
  value = provider::multicluster::decode_placement(local.decoded.spec_only) # error: document 1, line 1: not a Kubernetes object: apiVersion and kind are required
}

output "decode_broken" {
  value = provider::multicluster::decode_placement(local.decoded.broken) # error: line 4: invalid YAML: did not find expected node content
}

output "decode_crp_type" {
  value = provider::multicluster::decode_placement(local.decoded.crp_type) # error: document 1, line 6, ClusterResourcePlacement/web, spec.policy.placementtype: unknown field
}

output "decode_crp_policy" {
  value = provider::multicluster::decode_placement(local.decoded.crp_policy) # error: document 1, line 5, ClusterResourcePlacement/web, spec.placementType: placementType belongs in spec.policy
}

output "decode_crp_namespace" {
  value = provider::multicluster::decode_placement(local.decoded.crp_namespace) # error: document 1, line 3, ClusterResourcePlacement/web, metadata.namespace: found "apps": a
}

output "decode_crp_affinity" {
  value = provider::multicluster::decode_placement(local.decoded.crp_affinity) # error: document 1, line 8, ClusterResourcePlacement/web,
}

output "decode_rp_no_namespace" {
  value = provider::multicluster::decode_placement(local.decoded.rp_no_namespace) # error: document 1, line 3, ResourcePlacement/web, metadata.namespace: a ResourcePlacement must have a namespace
}

output "decode_rule_advisor" {
  value = provider::multicluster::decode_placement(local.decoded.rule_advisor) # error: document 1, line 5, PlacementRule/web, spec.advisor: unknown field
}
