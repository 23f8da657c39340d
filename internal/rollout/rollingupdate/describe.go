// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollingupdate

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Config](describe.Attributes{
	"max_unavailable": {
		Text: "How many clusters below the target number may be without ready resources: a number of at least 0, or a percentage of " +
			"the target number from `\"0%\"` to `\"100%\"`, rounded up.",
		Default: "`\"25%\"`",
	},
	"max_surge": {
		Text: "How many clusters above the target number may have the resources: a number of at least 0, or a percentage " +
			"of the target number from `\"0%\"` to `\"100%\"`, rounded up.",
		Default: "`\"25%\"`",
	},
	"unavailable_period_seconds": {
		Text: "For how many seconds resources whose availability cannot be tracked must be applied before they are ready, at " +
			"least 0.",
		Default: "`60`",
	},
})
