// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Strategy](describe.Attributes{
	"type": {
		Text: "For Open Cluster Management `All`: all clusters at the same time, `Progressive`: a limited number at a " +
			"time, `ProgressivePerGroup`: one decision group at a time. For KubeFleet `RollingUpdate`, or `External`: a " +
			"staged update run with `stages`.",
		Required: true,
	},
	"all":                   {Text: "The settings of type `All`. Only `progress_deadline` has an effect."},
	"progressive":           {Text: "The settings of type `Progressive`."},
	"progressive_per_group": {Text: "The settings of type `ProgressivePerGroup`."},
})

var _ = describe.Struct[Limits](describe.Attributes{
	"min_success_time": {
		Text:    "How long a cluster must have succeeded before it is finished, such as `\"5m\"`, at least 0.",
		Default: "`\"0s\"`",
	},
	"progress_deadline": {
		Text: "How long a cluster may be progressing or failed before it is timed out: a whole number with the unit " +
			"`h`, `m` or `s`, such as `\"10m\"`, or `None`.",
		Default: "`None`, no deadline",
	},
	"max_failures": {
		Text: "How many clusters, in `ProgressivePerGroup` of each group, may be failed or timed out before no further " +
			"one starts: a number, or `\"0%\"` to `\"100%\"`, rounded up. A number above the total acts as 0.",
		Default: "`0`",
	},
})

var _ = describe.Struct[Progressive](describe.Attributes{
	"mandatory_decision_groups": mandatoryGroups,
	"max_concurrency": {
		Text: "How many clusters are rolled out at a time: a number, or `\"0%\"` to `\"100%\"` of the clusters outside " +
			"of the mandatory groups, rounded up. 0 and a number above the total act as the total.",
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
	Text: "Decision groups that are rolled out first, one at a time, without tolerating a failure. Groups that do not exist " +
		"are ignored.",
	Default: "none",
}
