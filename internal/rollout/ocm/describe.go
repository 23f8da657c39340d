// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Strategy](describe.Attributes{
	"type": {
		Text: "For Open Cluster Management `All`: all clusters at the same time; `Progressive`: a limited number of " +
			"clusters at a time; `ProgressivePerGroup`: one decision group at a time. For KubeFleet `RollingUpdate`: a rolling update; " +
			"`External`: a staged update run with `stages`. Always set after decoding: the default of the API server is `All` for Open " +
			"Cluster Management and `RollingUpdate` for KubeFleet.",
		Required: true,
	},
	"all": {
		Text: "The settings of type `All`. Only `progress_deadline` has an effect.", Default: "the defaults of its attributes",
	},
	"progressive":           {Text: "The settings of type `Progressive`.", Default: "the defaults of its attributes"},
	"progressive_per_group": {Text: "The settings of type `ProgressivePerGroup`.", Default: "the defaults of its attributes"},
})

var _ = describe.Struct[Limits](describe.Attributes{
	"min_success_time": {
		Text:    "How long a cluster must have succeeded before it counts as finished: a duration such as `\"5m\"`, at least 0.",
		Default: "`\"0s\"`",
	},
	"progress_deadline": {
		Text: "How long a cluster may be progressing or failed before it is timed out: a whole number with the unit `h`, " +
			"`m` or `s`, such as `\"10m\"`, or `None`.",
		Default: "`None`, no deadline",
	},
	"max_failures": {
		Text: "How many clusters may be failed or timed out before no further cluster starts: a number, or a percentage from " +
			"`\"0%\"` to " +
			"`\"100%\"`, rounded up. With type `ProgressivePerGroup` it applies to each group. A number above the total acts as 0.",
		Default: "`0`",
	},
})

var _ = describe.Struct[Progressive](describe.Attributes{
	"mandatory_decision_groups": mandatoryGroups,
	"max_concurrency": {
		Text: "How many clusters are rolled out at a time: a number, or a percentage from `\"0%\"` to `\"100%\"` of the " +
			"clusters outside of the mandatory groups, rounded up. 0 and a number above the total act as the total.",
		Default: "all clusters",
	},
})

var _ = describe.Struct[ProgressivePerGroup](describe.Attributes{
	"mandatory_decision_groups": mandatoryGroups,
})

var _ = describe.Struct[MandatoryGroup](describe.Attributes{
	"group_name":  {Text: "The name of the decision groups. If it is set, `group_index` has no effect."},
	"group_index": {Text: "The index of the decision group, at least 0.", Default: "`0`"},
})

// mandatoryGroups describes the groups that come first, in both types that have them.
var mandatoryGroups = describe.Line{
	Text: "Decision groups that are rolled out first, one group at a time. In these groups no failure is tolerated. Groups " +
		"that do not exist are ignored.",
	Default: "none",
}
