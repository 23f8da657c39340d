// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package match

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Toleration](describe.Attributes{
	"key":      {Text: "The key of the taint. If unset, the toleration matches every key; this requires the operator `Exists`."},
	"operator": {Text: "`Equal`: the taint has this key and this value. `Exists`: any value matches.", Default: "`Equal`"},
	"value":    {Text: "The value of the taint. Must not be set with the operator `Exists`."},
	"effect":   {Text: "The effect of the taint: `NoSelect`, `PreferNoSelect` or `NoSelectIfNew`.", Default: "every effect"},
	"toleration_seconds": {
		Text:    "For how many seconds after `time_added` the taint is tolerated. With 0 or a negative number it is not tolerated.",
		Default: "no limit",
	},
})
