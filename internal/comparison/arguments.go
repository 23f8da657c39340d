// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package comparison

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
)

// Arguments are the placements that are compared, beside the fleet.
type Arguments struct {
	// From and To are compared by full name; if each has one placement, by their position.
	From []simulate.Given `json:"from"`
	To   []simulate.Given `json:"to"`
	simulate.Instant
}

var _ = describe.Struct[Arguments](describe.Attributes{
	"from": {Text: "The placements as they are, as in `placements` of a [simulation](simulation)."},
	"to": {
		Text: "The placements that replace them. They are paired by full name, or, if both lists have only one, " +
			"whatever the names are.",
	},
})

var _ = describe.Struct[Outputs](describe.Attributes{
	"verdict": {Text: "The worst verdict of all pairs."},
	"comparisons": {
		Text: "The answers, by the full names of the placements of `from`.",
	},
})

var _ = describe.Struct[Comparison](describe.Attributes{
	"verdict": {
		Text: "`different`; `equal today`, and different after `changes`; `no difference found` over `fleets`; or `equal` over every " +
			"fleet: they differ in label selectors, claim selectors and tolerations alone, and these exclude the same clusters.",
	},
	"text":  {Text: "The answer in sentences."},
	"today": {Text: "The clusters on which they differ today, by name, with what each of them says; at most 100."},
	"changes": {
		Text: "The smallest change of the fleet that was found: of a label, claim, property, taint, score, cluster, set or the " +
			"time, or several.",
	},
	"later": {Text: "The same after `changes`."},
	"counterexample": {
		Text: "The clusters of the smallest part of that fleet that was found on which they differ without earlier decisions, as " +
			"JSON: `jsondecode` of it is `clusters` of a test, with the same sets, scores and time. Null without one of at most " +
			"5 clusters.",
	},
	"fleets": {Text: "How many were decided."},
})
