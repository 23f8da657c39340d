locals {
  misspelt = {
    labels       = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
        lables: { env: prod }
    EOT
    snake        = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
      spec:
        taints:
        - { key: gpu, effect: NoSelect, time_added: "2026-01-01T00:00:00Z" }
    EOT
    taint        = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
      spec:
        taint:
        - { key: gpu, effect: NoSelect }
    EOT
    claims       = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
      status:
        clusterClaim: []
    EOT
    spec         = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
      specs: {}
    EOT
    allocatable  = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
      status:
        allocateable: { cpu: 1 }
    EOT
    agent        = <<-EOT
      apiVersion: cluster.kubernetes-fleet.io/v1
      kind: MemberCluster
      metadata:
        name: eu-1
      status:
        agentstatus: []
    EOT
    usage        = <<-EOT
      apiVersion: cluster.kubernetes-fleet.io/v1
      kind: MemberCluster
      metadata:
        name: eu-1
      status:
        resourceUsage: { avaliable: { cpu: 1 } }
    EOT
    set_selector = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1beta2
      kind: ManagedClusterSet
      metadata: { name: prod }
      spec: { clusterSelectors: {} }
    EOT
    score        = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1alpha1
      kind: AddOnPlacementScore
      metadata: { name: cpu, namespace: eu-1 }
      status:
        score: []
    EOT
  }
}

data "multicluster_placement" "misspelt_labels" {
  manifests = [local.misspelt.labels] # error: document 1, line 5, ManagedCluster/eu-1, metadata.lables: unknown field; did you mean "labels"?
  ocm       = {}
}

data "multicluster_placement" "misspelt_snake" {
  manifests = [local.misspelt.snake] # error: document 1, line 7, ManagedCluster/eu-1, spec.taints[0].time_added: unknown field; did you mean "timeAdded"?
  ocm       = {}
}

data "multicluster_placement" "misspelt_taint" {
  manifests = [local.misspelt.taint] # error: document 1, line 6, ManagedCluster/eu-1, spec.taint: unknown field; did you mean "taints"?
  ocm       = {}
}

data "multicluster_placement" "misspelt_claims" {
  manifests = [local.misspelt.claims] # error: document 1, line 6, ManagedCluster/eu-1, status.clusterClaim: unknown field; did you mean "clusterClaims"?
  ocm       = {}
}

data "multicluster_placement" "misspelt_spec" {
  manifests = [local.misspelt.spec] # error: document 1, line 5, ManagedCluster/eu-1, specs: unknown field; did you mean "spec"?
  ocm       = {}
}

data "multicluster_placement" "misspelt_allocatable" {
  manifests = [local.misspelt.allocatable] # error: document 1, line 6, ManagedCluster/eu-1, status.allocateable: unknown field; did you mean "allocatable"?
  ocm       = {}
}

data "multicluster_placement" "misspelt_agent" {
  manifests = [local.misspelt.agent] # error: document 1, line 6, MemberCluster/eu-1, status.agentstatus: unknown field; did you mean "agentStatus"?
  kubefleet = {}
}

data "multicluster_placement" "misspelt_usage" {
  manifests = [local.misspelt.usage] # error: document 1, line 6, MemberCluster/eu-1, status.resourceUsage.avaliable: unknown field; did you mean
  kubefleet = {}
}

data "multicluster_placement" "misspelt_set_selector" {
  manifests = [local.misspelt.set_selector] # error: document 1, line 4, ManagedClusterSet/prod, spec.clusterSelectors: unknown field; did you mean
  ocm       = {}
}

data "multicluster_placement" "misspelt_score" {
  manifests = [local.misspelt.score] # error: document 1, line 5, AddOnPlacementScore/cpu, status.score: unknown field; did you mean "scores"?
  ocm       = {}
}
