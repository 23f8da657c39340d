// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement

import (
	"strconv"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Report](describe.Attributes{
	"version": {Text: "The version of the report: " + strconv.Itoa(ReportVersion) + ". It changes when a name or a " +
		"meaning changes, and not when a name is added."},
	"dialect":   {Text: "The scheduler that decided: `ocm`, `kubefleet` or `hybrid`."},
	"placement": {Text: "The name of the placement, or `namespace/name`."},
	"satisfied": {Text: "Whether the placement found as many clusters as required. If not, the last of `conditions` says why."},
	"clusters": {
		Text: "Every cluster of the fleet: first the chosen ones and those that were not picked, the best first, then the rejected " +
			"ones by name, then the names that the placement lists and the fleet does not have.",
	},
	"summary":             {Text: "How many clusters were not chosen for each reason, the most frequent reason first."},
	"filters":             {Text: "The filters, in the order in which they ran."},
	"prioritizers":        {Text: "The prioritizers, which are the columns of `clusters[*].scores`."},
	"conditions":          {Text: "The status conditions that the hub would publish."},
	"placement_decisions": {Text: "The PlacementDecisions that the hub would publish, with at most 100 clusters each."},
	"rounds":              {Text: "The rounds of a `hybrid` decision."},
	"warnings":            {Text: "Sentences about inputs that were used although something is wrong with them."},
	"requeue_at":          {Text: "When the controller of the hub would schedule again (RFC 3339)."},
	"next_change":         {Text: "As in the results."},
})

var _ = describe.Struct[ReportedCluster](describe.Attributes{
	"name":   {Text: "The name of the cluster."},
	"stage":  {Text: "The stage that the cluster reached, see [stages](../guides/troubleshooting#a-cluster-that-was-not-chosen)."},
	"reason": {Text: "Why it was chosen or not, in a sentence. The text may change in any release."},
	"causes": {
		Text: "The kinds of the requirements that a rejected cluster does not meet, such as `label`, `taint` or `CEL " +
			"expression`, in the order of `reason`.",
	},
	"origin": {
		Text: "Where the first of `causes` is: in the `cluster`, the `request`, an `advisor`, or the `fleet`, which " +
			"does not have the cluster. Missing if both cluster and placement have a part in it.",
	},
	"score": {Text: "As in `decisions`. Missing for rejected clusters."},
	"scores": {
		Text: "The scores in the order of `prioritizers`, without weights. `null` means no data, which counts as 0.",
	},
	"group": {Text: "The index of the decision group of a chosen cluster."},
})

var _ = describe.Struct[ReportedFilter](describe.Attributes{
	"name":      {Text: "The name of the filter, which is a stage."},
	"survivors": {Text: "The number of clusters that passed."},
})

var _ = describe.Struct[Prioritizer](describe.Attributes{
	"name": {Text: "The name of the prioritizer. That of an add-on is `AddOn/<resource name>/<score name>`."},
	"kind": {
		Text: "What it measures, where that matters to an explanation: `resource`, `spread`, `affinity`, or `previous`, which is " +
			"whether an earlier policy chose the cluster.",
	},
	"weight": {Text: "Its weight."},
})

var _ = describe.Struct[ReportedPlacementDecision](describe.Attributes{
	"name":        {Text: "The name of the PlacementDecision."},
	"namespace":   {Text: "Its namespace."},
	"placement":   {Text: "The name of the placement."},
	"group_name":  {Text: "The name of the decision group; missing outside the predefined groups."},
	"group_index": {Text: "The index of the decision group; missing for 0."},
	"clusters":    {Text: "The chosen clusters in it, by name."},
})

var _ = describe.Struct[ReportedRound](describe.Attributes{
	"candidates": {Text: "The candidates that are rated otherwise than in the round before: all in the first round."},
	"all_candidates": {
		Text: "All candidates at the start of the round, in the order that decides ties. Absent in later rounds with " +
			"more than 10 000 candidates and recommendations.",
	},
	"recommendations": {Text: "What each advisor recommends of these candidates, by the name of the advisor. Absent as " +
		"`all_candidates`."},
	"omitted": {Text: "How many more are rated otherwise, in a decision with more than 100 000 of them."},
	"removed": {Text: "The candidates that the round removed."},
	"reason": {
		Text: "Why: `vetoed` or `lowest_rating`. In the last round it is the outcome, which the condition `Decided` has " +
			"as its reason.",
	},
})

var _ = describe.Struct[ReportedRecommendation](describe.Attributes{
	"name":  {Text: "The name of the target, or `namespace/name`."},
	"score": {Text: "The score, 0 to 100."},
})

var _ = describe.Struct[ReportedRating](describe.Attributes{
	"name":     {Text: "The name of the target, or `namespace/name`."},
	"rating":   {Text: "The rating."},
	"advisors": {Text: "What each advisor that recommends the target adds to the rating, by the name of the advisor."},
	"previous": {Text: "What an earlier decision adds to the rating."},
})
