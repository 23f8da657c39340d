// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package reference

import (
	"reflect"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// placementObjects are the arguments of a placement beside its fleet.
var placementObjects = objects{
	reflect.TypeFor[manifest.Placement](): {
		"name": {
			Text: "The name of the placement. PlacementDecisions are named after it, and PlacementDecisions and bindings in `manifests` " +
				"or on the hub that carry this name are its earlier decisions.",
			Default: "`placement`",
		},
		"namespace": {
			Text: "The namespace of the placement. In `ocm` the placement can use only cluster sets with a ManagedClusterSetBinding in " +
				"this namespace; without a namespace it can use all. In `kubefleet` a placement with a namespace is a ResourcePlacement.",
		},
		"ocm": {
			Text: "Decide as Open Cluster Management does. The attributes are those of the `spec` of a Placement " +
				"(`cluster.open-cluster-management.io/v1beta1`).",
		},
		"kubefleet": {
			Text: "Decide as KubeFleet and Azure Kubernetes Fleet Manager do. The attributes are those of `spec.policy` of a " +
				"ClusterResourcePlacement (`placement.kubernetes-fleet.io/v1beta1`); with a `namespace` the placement is a " +
				"ResourcePlacement.",
		},
		"hybrid": {
			Text: "Decide as hybrid placement rules do: advisors recommend and rate the candidates in rounds, until no more " +
				"are left than `replicas`. The attributes are those of the `spec` of a PlacementRule (`core.hybridapp.io/v1alpha1`).",
		},
		"decision_strategy": {
			Text: "How the decisions are divided into groups. It works with every scheduler. The attributes are those of " +
				"`spec.decisionStrategy` of an OCM Placement.",
		},
		"strategy": {
			Text: "How a change is rolled out: the `rolloutStrategy` of Open Cluster Management, or `spec.strategy` of " +
				"KubeFleet with the stages of its StagedUpdateStrategy. Does not affect decisions.",
		},
		"rollout_of": {
			Text: "The object that has `strategy`, if that is not the placement itself: required with `ocm`, and with the stages of " +
				"`kubefleet`. Does not affect decisions.",
		},
	},
	reflect.TypeFor[planner.Request](): {
		"offers": {
			Text: "Clusters that do not exist yet, at most 100, in the form of `clusters`. If the clusters of the fleet are too few for " +
				"the placement, the fewest offers that satisfy it are added, preferred ones first, and the placement is decided with " +
				"them; `to_create` has their names. A `hybrid` placement rule is satisfied with one cluster. If not even all offers " +
				"satisfy the placement, none is added. Once the cluster of an offer exists, it is decided as an ordinary one, and nothing " +
				"moves. As long as it is not ready, the placement is not satisfied, and no other offer is added in its place.",
		},
		"now": {
			Text: "The time of the decision (RFC 3339), which the expiry of tolerations and scores is compared with. Do not use " +
				"`timestamp()`, which is unknown until apply; use `plantimestamp()`.",
			Default: "the time of the plan",
		},
		"on_unsatisfied": {
			Text: "What to do if the placement finds no cluster, or fewer than required. `error` stops the plan, `warn` adds a warning, " +
				"`accept` does neither. If an empty result is accepted, every `for_each` over it is empty. On a hub that the resource " +
				"writes to, the default is `warn`, and `error` if the hub drops clusters.",
			Default: "`error`",
		},
	},
	reflect.TypeFor[planner.Details](): {
		"with_report": {Text: "Whether the attribute `report` is set. It has every cluster of the fleet, so it makes plans and " +
			"states large.", Default: "`false`"},
		"with_labels": {Text: "Labels to include in `decisions_by_cluster`.", Default: "none"},
		"with_claims": {Text: "Cluster claims to include in `decisions_by_cluster`.", Default: "none"},
	},
	reflect.TypeFor[planner.Limit](): {
		"paused": {
			Text: "Keeps the decisions, whatever changes: also clusters that are no longer in the fleet. A warning says what " +
				"would move. The first decisions are made anyway. A paused placement cannot be replaced.",
			Default: "`false`",
		},
		"max_moves": {
			Text: "How many of the currently chosen clusters one plan may drop: a number, or a percentage such as `\"25%\"`, rounded " +
				"down. Clusters that have left the fleet are included. The limit also applies when Terraform replaces the placement, and " +
				"when a placement is created or imported with `previous_decisions`, or with its own PlacementDecisions or bindings in " +
				"`manifests`. An import with none of these is an error. `terraform taint` removes the decisions before the provider can " +
				"compare: use `-replace` instead. On a hub the decisions of the hub are compared with those in the state, and a " +
				"replacement drops every chosen cluster, unless the delete strategy of KubeFleet is `Abandon`.",
			Default: "no limit",
		},
		"on_exceeded": {
			Text: "What to do with a plan that would exceed `max_moves`. `fail` stops it with the list of the moves. `keep` " +
				"warns and keeps the decisions until the placement or the fleet changes; only clusters that are no longer in the fleet " +
				"leave, and their places go to the clusters that the scheduler chose. When Terraform replaces the placement, `keep` " +
				"acts as `fail`.",
			Default: "`fail`",
		},
	},
}
