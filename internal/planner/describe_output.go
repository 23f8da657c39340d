// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"reflect"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

var _ = describe.Struct[Outputs](describe.Attributes{
	"decisions": {
		Text: "The chosen clusters, the best first, or by name if they have no scores. In the resource they change only " +
			"if a cluster joins or leaves: clusters that stay keep their position, `score` and `reason`, and a " +
			"cluster that joins takes the position of one that leaves. The current scores are in `report`.",
	},
	"decisions_by_cluster": {
		Text: "The chosen clusters by name, for `for_each`: with what does not change with scores.",
	},
	"satisfied": {Text: "Whether the placement found as many clusters as required."},
	"shortfall": {
		Text: "What a placement lacks that is not satisfied: how many clusters, and the smallest changes that satisfy it. Null " +
			"if it is satisfied. Of a placement on a hub, the data source has it.",
	},
	"conditions": {Text: "The status conditions that the hub would publish, if the placement is not satisfied; otherwise empty."},
	"moves": {
		Text: "The clusters that the most recent change added, removed and moved to another group. Unchanged until the next " +
			"one. On a hub, a refresh also shows the change that the hub has made and no plan has accepted. The maps are empty after " +
			"the resource is created, imported or replaced. In the data source and the function the moves are those from the " +
			"previous decisions.",
	},
	"rejection_summary": {Text: "The number of clusters that were not chosen, by reason."},
	"next_change": {
		Text: "The earliest time at which the decision can change without a change to the configuration or fleet, because a " +
			"toleration or a score expires (RFC 3339). Null if the decision does not depend on time.",
	},
	"skipped_kinds": {
		Text: "The number of objects that were skipped, by kind: objects in the manifests that no scheduler uses, and clusters of a " +
			"kind that the placement does not choose from. Empty if there are none.",
	},
	"report": {
		Text: "The full report as JSON, for `jsondecode`, if `with_report` is true; the function `place` always returns it: the " +
			"stage that every cluster of the fleet reached, its scores and the reason; the filters, the prioritizers, the conditions " +
			"and the PlacementDecisions.",
		JSON: reflect.TypeFor[placement.Report](),
	},
})

var _ = describe.Struct[Groups](describe.Attributes{
	"decision_groups": {
		Text: "The index of the group of every chosen cluster, by name: first the predefined groups that have members, then the " +
			"rest. `[for name, group in decision_groups : name if group == 0]` are the clusters of the first group.",
	},
	"decision_group_names": {
		Text: "The names of the groups, by index; empty outside the predefined groups. Without decisions there is one group. Of a " +
			"hub there is none as long as it has not decided, one if its product has no groups, and both attributes are null in " +
			"`expected` if all clusters are in one.",
	},
})

var _ = describe.Struct[OfferedOutputs](describe.Attributes{
	"to_create": {
		Text: "The names of the chosen `offers`, for the `for_each` of what creates clusters, and of the offers that the fleet " +
			"has already: a cluster that was created stays in the list as long as it is offered, so that the `for_each` keeps it. " +
			"Only the data source and the function `place` have this attribute.",
	},
})

var _ = describe.Struct[Decision](describe.Attributes{
	"cluster_name": {Text: "The chosen cluster."},
	"score": {
		Text: "The score: in `ocm` the sum of weight times score over all prioritizers, in `kubefleet` the affinity score, in " +
			"`hybrid` the rating in the last round. Null if nothing computes one: the `placement_type` of `kubefleet` is not `PickN`, " +
			"or the hub publishes none.",
	},
	"reason": {Text: "Why the cluster was chosen, with its scores at that time; without numbers where no score can matter, " +
		"because every cluster that passes the filters is chosen. Never null. The text may change in any release."},
	"binding": {Text: "The binding of a `kubefleet` decision, which the next pass uses to keep the cluster; null in " +
		"other schedulers."},
})

var _ = describe.Struct[TargetObject](describe.Attributes{
	"kind": {
		Text: "In `hybrid` the kind of the target: `ManagedCluster` or `MemberCluster`, `cluster` for a cluster whose kind " +
			"is not known, `deployer`, or the kind that deployers place on. On a hub it is the kind in the status of the " +
			"PlacementRule. Null in other schedulers.",
	},
	"namespace": {Text: "In `hybrid` the namespace of the target's object; null if it has none. Null in other schedulers."},
})

var _ = describe.Struct[ChosenCluster](describe.Attributes{
	"labels": {Text: "The labels of the cluster that `with_labels` names. Null without `with_labels`."},
	"claims": {Text: "The claims of the cluster that `with_claims` names. Null without `with_claims`."},
})

var _ = describe.Struct[Moves](describe.Attributes{
	"joined": {Text: "The clusters that joined the decisions, by name, and why, as in `left`."},
	"left": {
		Text: "The clusters that left the decisions, by name: the cause, a colon and the reason in a sentence, whose text may " +
			"change in any release. The cause is the kind of what keeps the cluster out or kept it out before, such as `label` or " +
			"`taint`, or one of `new cluster`, `cluster gone`, `free place`, `outranked`, `score`, `capacity`, `topology spread`, " +
			"`advisor`, `policy changed`, `misconfiguration` and `unknown`.",
	},
	"stayed": {Text: "How many clusters stayed."},
	"regrouped": {
		Text: "The clusters that stayed and changed their decision group, by name: the groups before and now, and why. They keep " +
			"the workload, so `max_moves` does not count them. A group that only gets another index is the same group. The text may " +
			"change in any release.",
	},
})
