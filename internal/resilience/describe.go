// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resilience

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Arguments](describe.Attributes{
	"failure_domains": {
		Text:    "What fails at once, beside every single cluster.",
		Default: "single clusters alone",
	},
	"drill": {Text: "The loss to rehearse, for `game_day`."},
})

var _ = describe.Struct[Drill](describe.Attributes{
	"domain": {Text: "`cluster`, `label`, `claim` or `cluster_set`.", Default: "`cluster`"},
	"key":    {Text: "The name of the label or claim."},
	"value":  {Text: "The value of the label or claim, or the name of the cluster or cluster set."},
}, describe.Example{
	Page: "data-sources/resilience#drill", Object: `{ domain = "label", key = "region", value = "eu" }`,
})

var _ = describe.Struct[GameDay](describe.Attributes{
	"clusters": {Text: "The clusters that the drill taints."},
	"commands": {
		Text: "What starts the drill on the hub, with kubectl and jq: a taint `game-day`, and evictions for KubeFleet. Hybrid rules " +
			"and ResourcePlacements stay.",
	},
	"back": {Text: "What removes the taint. Placements need not return."},
	"expected": {
		Text: "The clusters of each placement that moves, sorted, by its name: what the taint and the evictions do, not the loss. At " +
			"most 100 placements of at most 100 clusters.",
	},
	"moving_count": {Text: "How many placements move."},
})

var _ = describe.Struct[Outputs](describe.Attributes{
	"satisfied": {Text: "Whether every placement is satisfied without any loss, with at least one cluster."},
	"survives":  {Text: "How many clusters, whichever they are, can fail at once."},
	"domains":   {Text: "What the failure domains do: single clusters first, then those of `failure_domains` in their order."},
	"bottlenecks": {
		Text: "The losses that leave a placement unsatisfied, the worst first, at most 25. A placement " +
			"that is unsatisfied without any has the domain `none`.",
	},
	"bottleneck_count": {Text: "How many there are. A `check` that it is 0 checks every loss."},
	"worst":            {Text: "The losses that change most, the worst first, at most 25."},
	"impact_count":     {Text: "How many losses change the decisions of a placement, counted for each placement."},
	"weakest":          {Text: "What the placements survive, the one that survives least first, at most 25."},
	"placement_count":  {Text: "How many placements there are."},
	"work":             {Text: "How the losses were answered."},
	"game_day":         {Text: "How to rehearse the loss of `drill`, as the fleet is now; null without it."},
})

var _ = describe.Struct[LiveOutputs](describe.Attributes{
	"skipped": {Text: "The placements of the hub that are not asked about, by name, and why."},
})

var _ = describe.Struct[Survives](describe.Attributes{
	"at_least": {
		Text: "Any so many clusters may fail at once. It is 0 if a placement is not satisfied, or does not survive some cluster.",
	},
	"exact": {Text: "Whether one more is too much. Otherwise nothing is known of more."},
})

var _ = describe.Struct[Domain](describe.Attributes{
	"domain":           {Text: "`cluster`, `label`, `claim` or `cluster_set`."},
	"key":              {Text: "The name of the label or claim; empty for others."},
	"loss_count":       {Text: "How many failure domains of this kind there are."},
	"bottleneck_count": {Text: "How often one of them leaves a placement unsatisfied that was satisfied."},
	"survived":         {Text: "Whether every placement is satisfied without any one of them."},
})

var _ = describe.Struct[Loss](describe.Attributes{
	"domain":        {Text: "`cluster`, `label`, `claim` or `cluster_set`; `none` for no loss at all."},
	"key":           {Text: "The name of the label or claim; empty for others."},
	"value":         {Text: "The value of the label or claim, or the name of the cluster or cluster set."},
	"cluster_count": {Text: "How many clusters fail."},
})

var _ = describe.Struct[Impact](describe.Attributes{
	"placement": {Text: "The placement: `name`, or `namespace/name` if it has a namespace."},
	"satisfied": {Text: "Whether it is satisfied after the loss."},
	"before":    {Text: "How many clusters are chosen without the loss."},
	"after":     {Text: "How many are chosen with it."},
	"lost":      {Text: "The chosen clusters that fail."},
	"left":      {Text: "Other clusters that leave the decisions: scores of the remaining clusters change with the fleet."},
	"joined":    {Text: "The clusters that are chosen instead."},
	"reason":    {Text: "Why the placement is not satisfied; empty if it is, and in `worst`."},
})

var _ = describe.Struct[Placement](describe.Attributes{
	"placement":        {Text: "The placement: `name`, or `namespace/name` if it has a namespace."},
	"satisfied":        {Text: "Whether it is satisfied without any loss."},
	"survives":         {Text: "How many clusters, whichever they are, can fail at once."},
	"bottleneck_count": {Text: "How many losses leave it unsatisfied."},
})

var _ = describe.Struct[Work](describe.Attributes{
	"decided":   {Text: "How many losses were decided, counted for each placement."},
	"derived":   {Text: "How many are known without deciding: the chosen clusters that are left stay, and no other joins."},
	"unchanged": {Text: "How many change nothing."},
	"why":       {Text: "Why the others need not be decided."},
})
