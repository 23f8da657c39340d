// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Placement](describe.Attributes{
	"name": {
		Text: "The name of the placement. PlacementDecisions and bindings in `manifests` or on the hub that carry this " +
			"name are its earlier decisions.",
		Default: "`placement`",
	},
	"namespace": {
		Text: "The namespace of the placement. In `ocm` it limits the cluster sets to those with a " +
			"ManagedClusterSetBinding in it. In `kubefleet` it makes the placement a ResourcePlacement.",
	},
	"ocm": {
		Text: "Decide as Open Cluster Management does: the `spec` of a Placement " +
			"(`cluster.open-cluster-management.io/v1beta1`).",
	},
	"kubefleet": {
		Text: "Decide as KubeFleet and Azure Kubernetes Fleet Manager do: `spec.policy` of a ClusterResourcePlacement " +
			"(`placement.kubernetes-fleet.io/v1beta1`), or with a `namespace` of a ResourcePlacement.",
	},
	"hybrid": {
		Text: "Decide as hybrid placement rules do, by the ratings of advisors: the `spec` of a PlacementRule " +
			"(`core.hybridapp.io/v1alpha1`).",
	},
	"decision_strategy": {
		Text: "How the decisions are divided into groups, with every scheduler: `spec.decisionStrategy` of an OCM " +
			"Placement.",
	},
	"strategy": {
		Text: "How a change is rolled out: the `rolloutStrategy` of Open Cluster Management, or `spec.strategy` of " +
			"KubeFleet with stages. Does not affect decisions.",
	},
	"rollout_of": {
		Text: "The object that has `strategy`: required with `ocm`, and with the stages of `kubefleet`. Does not affect " +
			"decisions.",
	},
})

var _ = describe.Struct[RolloutOf](describe.Attributes{
	"kind": {
		Text: "With `ocm`, `ManifestWorkReplicaSet` or `ClusterManagementAddOn`. With `kubefleet`, " +
			"`ClusterStagedUpdateStrategy`, or `StagedUpdateStrategy` if the placement has a `namespace`.",
	},
	"name": {Text: "The name of the object. An object that has a namespace is in that of the placement."},
}, describe.Example{Page: "guides/reference-rollout#rollout_of", Object: `{ kind = "ManifestWorkReplicaSet", name = "web" }`})
