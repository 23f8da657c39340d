// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Strategy](describe.Attributes{
	"stages": {
		Text: "The stages, at most 31, in order. A run fails if a cluster of the placement is in none of them, or in " +
			"two.",
	},
})

var _ = describe.Struct[Stage](describe.Attributes{
	"name": {Text: "The name of the stage: 1 to 63 lower-case letters and digits, unique in the strategy."},
	"label_selector": {
		Text: "Matches the labels of the clusters of the stage. An empty selector matches every cluster.", Default: "no cluster",
	},
	"sorting_label_key": {
		Text: "The label whose value, a whole number, orders the clusters of the stage, the smallest first, equal ones " +
			"by name. Every cluster of the stage must have it.",
		Default: "the order of the names",
	},
	"max_concurrency": {
		Text: "How many clusters are updated at the same time: at least 1, or `\"1%\"` to `\"100%\"` of the clusters of " +
			"the stage, rounded down to at least 1.",
		Default: "`1`",
	},
	"before_stage_tasks": {Text: "What must be done before the first cluster of the stage is updated: at most one task, " +
		"an `Approval`.", Default: "none"},
	"after_stage_tasks": {
		Text: "What must be done before the next stage starts: at most one task of each type.", Default: "none",
	},
}, describe.Example{Page: "guides/reference-rollout#strategystages",
	Object: `{ name = "canary", label_selector = { match_labels = { tier = "canary" } } }`})

var _ = describe.Struct[Task](describe.Attributes{
	"type": {
		Text: "`Approval` waits until an approval request is approved, `TimedWait` for `wait_time` after the stage is " +
			"updated.",
	},
	"wait_time": {
		Text: "How long a `TimedWait` takes, such as `\"1h30m\"`, above 0. Only with that type, which requires it.",
	},
})
