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
		Text: "The chosen clusters, the best first, or by name without scores. In the resource they change only if a " +
			"cluster joins or leaves: others keep their position, `score` and `reason`. `report` has the current scores.",
	},
	"decisions_by_cluster": {Text: "The chosen clusters by name, for `for_each`: only what does not change with scores."},
	"satisfied":            {Text: "Whether the placement found as many clusters as required."},
	"shortfall": {
		Text: "What the placement lacks if it is not satisfied, and the smallest changes that satisfy it; otherwise " +
			"null. Of a placement on a hub, the data source has it.",
	},
	"conditions": {Text: "The status conditions that the hub would publish, if the placement is not satisfied; otherwise empty."},
	"moves": {
		Text: "What the most recent change of the decisions moved, in the resource unchanged until the next one and " +
			"empty after it is created, imported or replaced. On a hub, a refresh also shows what the hub has changed. " +
			"In the data source and the function, the moves since the previous decisions.",
	},
	"rejection_summary": {Text: "The number of clusters that were not chosen, by reason."},
	"next_change": {
		Text: "The earliest time at which the decision can change by itself, because a toleration or a score expires " +
			"(RFC 3339); otherwise null.",
	},
	"skipped_kinds": {
		Text: "The number of skipped objects, by kind: those in `manifests` that no scheduler uses, and clusters of a " +
			"kind that the placement does not choose from.",
	},
	"report": {
		Text: "With `with_report = true`, and always of the function `place`: JSON with the stage, the scores and the " +
			"reason of every cluster, the filters, prioritizers, conditions and PlacementDecisions.",
		JSON: reflect.TypeFor[placement.Report](),
	},
})

var _ = describe.Struct[Groups](describe.Attributes{
	"decision_groups": {
		Text: "The index of the group of every chosen cluster, by name: first the predefined groups that have members, " +
			"then the rest.",
	},
	"decision_group_names": {
		Text: "The names of the groups, by index; empty outside the predefined groups. Without decisions there is one " +
			"group. On a hub there is none before it decides, and one if its product has no groups. With one group, " +
			"`expected` has neither.",
	},
})

var _ = describe.Struct[OfferedOutputs](describe.Attributes{
	"to_create": {
		Text: "The names of the chosen `offers`, for the `for_each` of what creates clusters. One that was created " +
			"stays in the list as long as it is offered. Not in the resource.",
	},
	"consumers": {
		Text: "As in `expected` of the resource, for `moves.left`. Only in the data source.",
	},
})

var _ = describe.Struct[Decision](describe.Attributes{
	"cluster_name": {Text: "The chosen cluster."},
	"score": {
		Text: "In `ocm` the sum of weight times score over all prioritizers, in `kubefleet` the affinity score, in " +
			"`hybrid` the rating in the last round. Null if nothing computes one.",
	},
	"reason": {
		Text: "Why the cluster was chosen, with its scores at that time where they matter. Never null. The text may " +
			"change in any release.",
	},
	"binding": {Text: "The binding of a `kubefleet` decision, by which the next pass keeps the cluster; otherwise null."},
})

var _ = describe.Struct[TargetObject](describe.Attributes{
	"kind": {
		Text: "In `hybrid` the kind of the target: `ManagedCluster`, `MemberCluster`, `cluster` if it is not known, " +
			"`deployer`, or what deployers place on; on a hub as in the status of the PlacementRule. Otherwise null.",
	},
	"namespace": {Text: "In `hybrid` the namespace of the target, if it has one. Otherwise null."},
})

var _ = describe.Struct[ChosenCluster](describe.Attributes{
	"labels": {Text: "The labels that `with_labels` names. Null without it."},
	"claims": {Text: "The claims that `with_claims` names. Null without it."},
})

var _ = describe.Struct[Moves](describe.Attributes{
	"joined": {Text: "The clusters that joined, by name, and why, as in `left`."},
	"left": {
		Text: "The clusters that left, by name: the cause, a colon and a sentence, whose text may change in any " +
			"release. The cause is the kind of the requirement that keeps the cluster out, such as `label` or `taint`, " +
			"or `new cluster`, `cluster gone`, `free place`, `outranked`, `score`, `capacity`, `topology spread`, " +
			"`advisor`, `policy changed`, `misconfiguration` or `unknown`.",
	},
	"stayed": {Text: "How many clusters stayed."},
	"regrouped": {
		Text: "The clusters that stayed and changed their decision group, by name, and why. They keep the workload, so " +
			"`max_moves` does not count them. A group that only gets another index is the same group.",
	},
})
