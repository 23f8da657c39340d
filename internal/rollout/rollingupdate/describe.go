// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollingupdate

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Config](describe.Attributes{
	"max_unavailable": {
		Text: "How many clusters below the target number may be without ready resources: at least 0, or `\"0%\"` to " +
			"`\"100%\"` of the target number, rounded up.",
		Default: "`\"25%\"`",
	},
	"max_surge": {
		Text:    "How many clusters above the target number may have the resources, in the same form.",
		Default: "`\"25%\"`",
	},
	"unavailable_period_seconds": {
		Text: "For how many seconds, at least 0, resources whose availability cannot be tracked must be applied before " +
			"they are ready.",
		Default: "`60`",
	},
})
