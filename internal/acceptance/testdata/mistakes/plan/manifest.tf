locals {
  other = "apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata:\n  name: us-1\n"
  manifests = {
    tab                 = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
      	labels: { env: prod }
    EOT
    broken              = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
        labels: { env: prod
    EOT
    indentation         = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
         labels: { env: prod }
    EOT
    labels_list         = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
        labels:
        - env=prod
    EOT
    label_number        = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
        labels: { version: 1 }
    EOT
    label_bool          = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
        labels: { gpu: true }
    EOT
    label_value         = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
        labels: { env: "not legal" }
    EOT
    taint_effect        = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
      spec:
        taints:
        - { key: gpu, effect: NoExecute }
    EOT
    taint_object        = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
      spec:
        taints: { key: gpu, effect: NoSelect }
    EOT
    taint_time          = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
      spec:
        taints:
        - { key: gpu, effect: NoSelect, timeAdded: yesterday }
    EOT
    quantity            = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
      status:
        allocatable: { memory: 64GB }
    EOT
    claims_object       = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
      status:
        clusterClaims: { platform: AWS }
    EOT
    name_upper_case     = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: EU-1
    EOT
    no_name             = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        labels: { env: prod }
    EOT
    no_metadata         = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
    EOT
    duplicate           = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
      ---
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
    EOT
    second_document     = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
      ---
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-2
        labels: prod
    EOT
    no_kind             = <<-EOT
      metadata:
        name: eu-1
    EOT
    list                = <<-EOT
      - name: eu-1
      - name: us-1
    EOT
    text                = <<-EOT
      just some text
    EOT
    version             = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1beta9
      kind: ManagedCluster
      metadata:
        name: eu-1
    EOT
    old_group           = <<-EOT
      apiVersion: cluster.openclustermanagement.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
    EOT
    deployment          = <<-EOT
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web }
    EOT
    placement           = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1beta1
      kind: Placement
      metadata: { name: web }
      spec: { numberOfClusters: 1 }
    EOT
    other_hub           = <<-EOT
      apiVersion: cluster.kubernetes-fleet.io/v1
      kind: MemberCluster
      metadata: { name: eu-1 }
    EOT
    other_hub_ocm       = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
    EOT
    json_trailing_comma = <<-EOT
      {"apiVersion": "cluster.open-cluster-management.io/v1", "kind": "ManagedCluster",
       "metadata": {"name": "eu-1", } , , }
    EOT
    json_two_names      = <<-EOT
      {"apiVersion": "cluster.open-cluster-management.io/v1", "kind": "ManagedCluster",
       "metadata": {"name": "eu-1"}, "metadata": {"name": "us-1"}}
    EOT
    set_type            = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1beta2
      kind: ManagedClusterSet
      metadata: { name: prod }
      spec: { clusterSelector: { selectorType: Labels } }
    EOT
    score               = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1alpha1
      kind: AddOnPlacementScore
      metadata: { name: cpu, namespace: eu-1 }
      status:
        scores:
        - { name: free, value: 0.5 }
    EOT
    member_taint        = <<-EOT
      apiVersion: cluster.kubernetes-fleet.io/v1
      kind: MemberCluster
      metadata: { name: eu-1 }
      spec:
        taints:
        - { key: gpu, effect: NoSelect }
    EOT
    second_text         = <<-EOT
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata:
        name: eu-1
        labels: prod
    EOT
  }
}

data "multicluster_placement" "manifest_tab" {
  manifests = [local.manifests.tab] # error: line 5: invalid YAML: found a tab character that violates indentation, while scanning a plain scalar that
  ocm       = {}
}

data "multicluster_placement" "manifest_broken" {
  manifests = [local.manifests.broken] # error: line 5: invalid YAML: did not find expected ',' or '}', while parsing a flow mapping that begins in line 5
  ocm       = {}
}

data "multicluster_placement" "manifest_indentation" {
  manifests = [local.manifests.indentation] # error: line 5: invalid YAML: mapping values are not allowed in this context
  ocm       = {}
}

data "multicluster_placement" "manifest_labels_list" {
  manifests = [local.manifests.labels_list] # error: document 1, line 6, ManagedCluster/eu-1, metadata.labels: found a list; it must be an object
  ocm       = {}
}

data "multicluster_placement" "manifest_label_number" {
  manifests = [local.manifests.label_number] # error: document 1, line 5, ManagedCluster/eu-1, metadata.labels.version: found a number; it must be text, in quotes
  ocm       = {}
}

data "multicluster_placement" "manifest_label_bool" {
  manifests = [local.manifests.label_bool] # error: document 1, line 5, ManagedCluster/eu-1, metadata.labels.gpu: found a bool; it must be text, in quotes
  ocm       = {}
}

data "multicluster_placement" "manifest_label_value" {
  manifests = [local.manifests.label_value] # error: document 1, line 5, ManagedCluster/eu-1, metadata.labels[env]: found "not legal": a valid label must be an
  ocm       = {}
}

data "multicluster_placement" "manifest_taint_effect" {
  manifests = [local.manifests.taint_effect] # error: document 1, line 7, ManagedCluster/eu-1, spec.taints[0].effect: found "NoExecute": must be one of "NoSelect",
  ocm       = {}
}

data "multicluster_placement" "manifest_taint_object" {
  manifests = [local.manifests.taint_object] # error: document 1, line 6, ManagedCluster/eu-1, spec.taints: found an object; it must be a list
  ocm       = {}
}

data "multicluster_placement" "manifest_taint_time" {
  manifests = [local.manifests.taint_time] # error: document 1, line 7, ManagedCluster/eu-1, spec.taints[0].timeAdded: found "yesterday"; it must be an RFC 3339
  ocm       = {}
}

data "multicluster_placement" "manifest_quantity" {
  manifests = [local.manifests.quantity] # error: document 1, line 6, ManagedCluster/eu-1, status.allocatable.memory: found "64GB"; it must be a quantity: a
  ocm       = {}
}

data "multicluster_placement" "manifest_claims_object" {
  manifests = [local.manifests.claims_object] # error: document 1, line 6, ManagedCluster/eu-1, status.clusterClaims: found an object; it must be a list
  ocm       = {}
}

data "multicluster_placement" "manifest_name_upper_case" {
  manifests = [local.manifests.name_upper_case] # error: document 1, line 4, ManagedCluster/EU-1, metadata.name: found "EU-1": a lowercase RFC 1123 subdomain must
  ocm       = {}
}

data "multicluster_placement" "manifest_no_name" {
  manifests = [local.manifests.no_name] # error: document 1, line 3, ManagedCluster, metadata.name: the object must have a name
  ocm       = {}
}

data "multicluster_placement" "manifest_no_metadata" {
  manifests = [local.manifests.no_metadata] # error: document 1, line 1, ManagedCluster, metadata.name: the object must have a name
  ocm       = {}
}

data "multicluster_placement" "manifest_duplicate" {
  manifests = [local.manifests.duplicate] # error: document 2, line 6, ManagedCluster/eu-1: duplicate object: already defined in document 1
  ocm       = {}
}

data "multicluster_placement" "manifest_second_document" {
  manifests = [local.manifests.second_document] # error: document 2, line 10, ManagedCluster/eu-2, metadata.labels: found text; it must be an object
  ocm       = {}
}

data "multicluster_placement" "manifest_no_kind" {
  manifests = [local.manifests.no_kind] # error: document 1, line 1: not a Kubernetes object: apiVersion and kind are required
  ocm       = {}
}

data "multicluster_placement" "manifest_list" {
  manifests = [local.manifests.list] # error: document 1, line 1: found a list, which is not a Kubernetes object
  ocm       = {}
}

data "multicluster_placement" "manifest_text" {
  manifests = [local.manifests.text] # error: document 1, line 1: found the text "just some text", which is not a Kubernetes object
  ocm       = {}
}

data "multicluster_placement" "manifest_version" {
  manifests = [local.manifests.version] # error: document 1, line 1, ManagedCluster/eu-1, apiVersion: found "cluster.open-cluster-management.io/v1beta9": must
  ocm       = {}
}

data "multicluster_placement" "manifest_old_group" {
  manifests = [local.manifests.old_group] # error: There is no cluster to choose from. Skipped 1 object of kind ManagedCluster.cluster.openclustermanagement.io;
  ocm       = {}
}

data "multicluster_placement" "manifest_deployment" {
  manifests = [local.manifests.deployment] # error: There is no cluster to choose from. Skipped 1 object of kind Deployment.apps. To plan with no clusters, set
  ocm       = {}
}

data "multicluster_placement" "manifest_placement" {
  manifests = [local.manifests.placement] # error: There is no cluster to choose from. Skipped 1 object of kind Placement.cluster.open-cluster-management.io. To
  ocm       = {}
}

data "multicluster_placement" "manifest_other_hub" {
  manifests = [local.manifests.other_hub] # error: There is no cluster to choose from. Skipped 1 object of kind MemberCluster.cluster.kubernetes-fleet.io. ocm chooses from
  ocm       = {}
}

data "multicluster_placement" "manifest_other_hub_ocm" {
  manifests = [local.manifests.other_hub_ocm] # error: There is no cluster to choose from. Skipped 1 object of kind
  kubefleet = {}
}

data "multicluster_placement" "manifest_json_trailing_comma" {
  manifests = [local.manifests.json_trailing_comma] # error: document 1, line 2: invalid JSON: invalid character '}' at start of string (expecting '"') within "/metadata"
  ocm       = {}
}

data "multicluster_placement" "manifest_json_two_names" {
  manifests = [local.manifests.json_two_names] # error: document 1, line 2: invalid JSON: duplicate object member name "metadata"
  ocm       = {}
}

data "multicluster_placement" "manifest_set_type" {
  manifests = [local.manifests.set_type] # error: document 1, line 4, ManagedClusterSet/prod, spec.clusterSelector.selectorType: found "Labels": must be one of
  ocm       = {}
}

data "multicluster_placement" "manifest_score" {
  manifests = [local.manifests.score] # error: document 1, line 6, AddOnPlacementScore/cpu, status.scores[0].value: found 0.5; it must be a whole number
  ocm       = {}
}

data "multicluster_placement" "manifest_member_taint" {
  manifests = [local.manifests.member_taint] # error: document 1, line 6, MemberCluster/eu-1, spec.taints[0].effect: found "NoSelect": must be "NoSchedule"
  kubefleet = {}
}

data "multicluster_placement" "manifest_second_text" {
  manifests = [
    local.other,
    local.manifests.second_text, # error: document 1 of manifests[1], line 5, ManagedCluster/eu-1, metadata.labels: found text; it must be an object
  ]
  ocm = {}
}

data "multicluster_placement" "manifest_file_name" {
  manifests = ["fleet.yaml"] # error: document 1, line 1: found the text "fleet.yaml", which is not a Kubernetes object; to read a file, use
  ocm       = {}
}

data "multicluster_placement" "manifest_empty" {
  manifests = [""] # error: There is no cluster to choose from. To plan with no clusters, set on_unsatisfied = "accept"
  ocm       = {}
}

data "multicluster_placement" "manifest_none" {
  manifests = [] # error: There is no cluster to choose from. To plan with no clusters, set on_unsatisfied = "accept"
  ocm       = {}
}

data "multicluster_placement" "manifest_null" {
  manifests = [null] # error: manifests[0]: must not be null; remove the element
  ocm       = {}
}

data "multicluster_clusters" "manifest_file_name" {
  manifests = ["./fleet.yaml"] # error: document 1, line 1: found the text "./fleet.yaml", which is not a Kubernetes object; to read a file, use
}

data "multicluster_clusters" "manifest_none" {
  manifests = [] # error: There is no cluster to choose from
}

data "multicluster_clusters" "provider_without_manifests" { # error: manifests is not set, and the provider has neither manifests nor a hub. Set one of them,
}

data "multicluster_clusters" "cluster_set" {
  manifests    = ["apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata:\n  name: eu-1\n"]
  cluster_sets = ["globl"] # error: cluster_sets[0]: found "globl"; the fleet has the cluster sets global; did you mean "global"?
}
