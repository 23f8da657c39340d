// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Strategy](describe.Attributes{
	"stages": {
		Text: "The stages of the rollout, at most 31, in order. Each cluster of the placement must be in exactly one of them: a " +
			"run fails if a cluster is in none or in two.",
	},
})

var _ = describe.Struct[Stage](describe.Attributes{
	"name": {Text: "The name of the stage: 1 to 63 lower-case letters and digits, unique in the strategy."},
	"label_selector": {
		Text: "Matches the labels of the clusters of the stage. An empty selector matches every cluster.", Default: "no cluster",
	},
	"sorting_label_key": {
		Text: "The label whose value, a whole number, orders the clusters of the stage, the smallest first. Every cluster " +
			"of the stage must have it. Clusters with equal values are in the order of their names.",
		Default: "the order of the names",
	},
	"max_concurrency": {
		Text: "How many clusters are updated at the same time: a number of at least 1, or a percentage of the clusters of the stage " +
			"from `\"1%\"` to `\"100%\"`, rounded down to at least 1.",
		Default: "`1`",
	},
	"before_stage_tasks": {Text: "What must be done before the first cluster of the stage is updated: at most one task, " +
		"an `Approval`.", Default: "none"},
	"after_stage_tasks": {
		Text: "What must be done before the next stage starts: at most one task of each type.", Default: "none",
	},
}, describe.Example{Page: "reference-rollout#strategystages",
	Object: `{ name = "canary", label_selector = { match_labels = { tier = "canary" } } }`})

var _ = describe.Struct[Task](describe.Attributes{
	"type": {
		Text: "`Approval` waits until an approval request is approved. `TimedWait` waits for `wait_time` after all clusters " +
			"of the stage are updated.",
	},
	"wait_time": {
		Text: "How long a `TimedWait` takes: a duration such as `\"1h30m\"`, above 0. Required with that type; an " +
			"`Approval` does not have it.",
	},
})
