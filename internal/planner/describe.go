// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Prior](describe.Attributes{
	"previous_decisions": {
		Text: "The previous decisions of this placement, in the form of `decisions`: the scheduler keeps or prefers " +
			"these clusters. They replace the placement's own earlier decisions in `manifests` or on the hub.",
	},
})

var _ = describe.Struct[PreviousDecision](describe.Attributes{
	"cluster_name": {Text: "The cluster that was chosen."},
	"score":        {Text: "Its score at that time. `kubefleet` drops the lowest first when the number shrinks."},
	"reason":       {Text: "The reason at that time, which a decision that is kept repeats."},
	"binding":      {Text: "The binding of a `kubefleet` decision, which the next pass uses to keep the cluster."},
}, describe.Example{Page: "guides/reference-fleet#previous_decisions", Object: `{ cluster_name = "eu-1" }`})

var _ = describe.Struct[PreviousBinding](describe.Attributes{
	"state": {
		Text: "`Scheduled` until the resources are rolled out to the cluster, then `Bound`, in the resource always. " +
			"When the number of clusters shrinks, scheduled clusters are dropped first.",
		Default: "`Bound`",
	},
	"policy": {
		Text: "Fingerprint of the policy that chose the cluster, without `number_of_clusters`. Decisions of " +
			"another policy are rescheduled.",
		Default: "the policy of the placement",
	},
	"topology_spread_score": {Text: "The topology spread score with which the cluster was chosen."},
})

var _ = describe.Struct[Request](describe.Attributes{
	"offers": {
		Text: "Clusters that do not exist yet, at most 100, in the form of `clusters`. If the fleet is too small for " +
			"the placement, the fewest offers that satisfy it are added, preferred ones first, or none if not even all " +
			"of them do; `to_create` has their names. A `hybrid` placement rule is satisfied with one cluster. Once the " +
			"cluster of an offer exists, nothing moves. As long as it is not ready, the placement is not satisfied, and " +
			"no other offer is added in its place.",
	},
	"now": {
		Text: "The time of the decision (RFC 3339), for the expiry of tolerations and scores. Use `plantimestamp()`; " +
			"`timestamp()` is unknown until apply.",
		Default: "the time of the plan",
	},
	"on_unsatisfied": {
		Text: "What to do if the placement finds no cluster, or fewer than required: `error` stops the plan, `warn` " +
			"adds a warning, `accept` does neither. An accepted empty result empties every `for_each` over it. On a hub " +
			"that the resource writes to, the default is `warn`, and `error` if the hub drops clusters.",
		Default: "`error`",
	},
})

var _ = describe.Struct[Details](describe.Attributes{
	"with_report": {
		Text: "Whether `report` is set. It has every cluster of the fleet, so it makes plans and states large. " +
			"A changed resource is also compared as with `impact` of the hub.",
		Default: "`false`",
	},
	"with_labels": {Text: "Labels to include in `decisions_by_cluster`.", Default: "none"},
	"with_claims": {Text: "Cluster claims to include in `decisions_by_cluster`.", Default: "none"},
})

var _ = describe.Struct[Limit](describe.Attributes{
	"paused": {
		Text: "Keeps the decisions, whatever changes, even of clusters that left the fleet. A warning says what would " +
			"move. The first decisions are made anyway. A paused placement cannot be replaced.",
		Default: "`false`",
	},
	"max_moves": {
		Text: "How many of the chosen clusters one plan may drop, with those that left the fleet: a number, or a " +
			"percentage such as `\"25%\"`, rounded down. It also applies when Terraform replaces the placement, and " +
			"when it is created or imported with `previous_decisions` or its own decisions in `manifests`; an import " +
			"without them is an error. A tainted placement is not compared: use `-replace`. On a hub its " +
			"decisions are compared with the state, and a replacement drops every cluster, unless the delete strategy of " +
			"KubeFleet is `Abandon`.",
		Default: "no limit",
	},
	"on_exceeded": {
		Text: "Beyond `max_moves`, `fail` stops a plan with the list of the moves. `keep` warns and keeps " +
			"the decisions until the placement or the fleet changes: only clusters that left the fleet leave, and their " +
			"places go to clusters that the scheduler chose; if all are filled, `satisfied` stays as it was. In a " +
			"replacement, `keep` acts as `fail`.",
		Default: "`fail`",
	},
})
