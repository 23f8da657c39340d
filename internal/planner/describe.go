// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Prior](describe.Attributes{
	"previous_decisions": {
		Text: "The previous decisions of this placement, in the form of its attribute `decisions`. The prioritizer `Steady` prefers " +
			"these clusters, taints with the effect `NoSelectIfNew` do not exclude them, `kubefleet` keeps them, and `hybrid` adds " +
			"`decision_weight` to their ratings. They replace the placement's own earlier decisions in `manifests` or on the hub.",
	},
})

var _ = describe.Struct[PreviousDecision](describe.Attributes{
	"cluster_name": {Text: "The cluster that was chosen."},
	"score":        {Text: "Its score at that time. `kubefleet` drops the lowest first when the number shrinks."},
	"reason":       {Text: "The reason at that time, which a decision that is kept repeats."},
	"binding":      {Text: "The binding of a `kubefleet` decision, which the next pass uses to keep the cluster."},
}, describe.Example{Page: "reference-fleet#previous_decisions", Object: `{ cluster_name = "eu-1" }`})

var _ = describe.Struct[PreviousBinding](describe.Attributes{
	"state": {
		Text: "`Scheduled` until the resources are rolled out to the cluster, then `Bound`. When the number of clusters shrinks, " +
			"scheduled clusters are dropped first. In the resource all decisions are bound, because they are rolled out by apply.",
		Default: "`Bound`",
	},
	"policy": {
		Text: "Fingerprint of the policy that chose the cluster (ignoring `number_of_clusters`). Decisions made under a different " +
			"policy are rescheduled.",
		Default: "the policy of the placement",
	},
	"topology_spread_score": {Text: "The topology spread score with which the cluster was chosen."},
})

var _ = describe.Struct[Request](describe.Attributes{
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
})

var _ = describe.Struct[Details](describe.Attributes{
	"with_report": {Text: "Whether the attribute `report` is set. It has every cluster of the fleet, so it makes plans and " +
		"states large.", Default: "`false`"},
	"with_labels": {Text: "Labels to include in `decisions_by_cluster`.", Default: "none"},
	"with_claims": {Text: "Cluster claims to include in `decisions_by_cluster`.", Default: "none"},
})

var _ = describe.Struct[Limit](describe.Attributes{
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
		Text: "What to do with a plan that would exceed `max_moves`. `fail` stops it with the list of the moves. `keep` warns and " +
			"keeps the decisions until the placement or the fleet changes; only clusters that are no longer in the fleet leave, and " +
			"their places go to the clusters that the scheduler chose. When Terraform replaces the placement, `keep` acts as `fail`.",
		Default: "`fail`",
	},
})
