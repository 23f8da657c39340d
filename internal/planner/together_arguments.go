// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

// MaxTogether is how many placements can be decided together.
const MaxTogether = 1000

// Together are several placements that are decided together.
type Together struct {
	// Placements have keys, which are their names unless they have others.
	Placements map[string]Entry `json:"placements"`
	Now        time.Time        `json:"now,omitempty"`
}

// Entry is one of several placements. The fleet and the time are those of all.
type Entry struct {
	Placement
	Prior
	Details
	OnUnsatisfied string `json:"onUnsatisfied,omitempty"`
	// MaxMoves is a limit that only a resource has, which keeps the decisions.
	MaxMoves *intstr.IntOrString `json:"maxMoves,omitempty"`
}

// TogetherOutputs are the outputs of several placements, by key.
type TogetherOutputs struct {
	Outcomes map[string]Outputs `json:"outcomes"`
}

var _ = describe.Struct[Together](describe.Attributes{
	"placements": {
		Text: "The placements by key, at most 1 000. The key is the name of the placement, unless it has another " +
			"`name`. No two have one name in a namespace.",
	},
	"now": {
		Text: "The time of the decisions (RFC 3339). Use `plantimestamp()`, and not `timestamp()`, which is unknown " +
			"until apply.",
		Default: "the time of the plan",
	},
})

var _ = describe.Struct[Entry](describe.Attributes{
	"on_unsatisfied": {
		Text:    "As in `multicluster_placement`: `error`, `warn` or `accept`.",
		Default: "`error`",
	},
	"max_moves": {
		Text: "Only in the resource: how many of its clusters one plan may drop, also when it is created with " +
			"`previous_decisions`, in the same form.",
		Default: "no limit",
	},
}, describe.Example{Page: "resources/placements#placements", Key: "web", Object: `{ ocm = { number_of_clusters = 2 } }`})

var _ = describe.Struct[TogetherOutputs](describe.Attributes{
	"outcomes": {Text: "The results of each placement, by key, such as `outcomes[\"web\"].decisions_by_cluster`."},
})
