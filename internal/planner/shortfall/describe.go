// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package shortfall

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Shortfall](describe.Attributes{
	"missing": {Text: "How many clusters are missing, at least 1."},
	"ways": {
		Text: "The smallest changes that satisfy the placement, the cheapest first, each checked by deciding again. Two " +
			"are combined only if no single one of an existing cluster or of the placement is enough.",
	},
	"complete": {
		Text: "Whether every change was checked: not if there are too many, or if HTTP advisors would have to be asked.",
	},
})

var _ = describe.Struct[Way](describe.Attributes{
	"text":    {Text: "The way in words. The text may change in any release."},
	"changes": {Text: "One or two changes, which are all necessary."},
})

var _ = describe.Struct[Change](describe.Attributes{
	"kind": {Text: "`number`, `toleration`, `requirement` for one that is removed, `cluster set` for one that becomes open to " +
		"the placement, or `new clusters`."},
	"at":          {Text: "The argument that changes. Null for a change of the fleet alone."},
	"number":      {Text: "The number of clusters, for the kind `number`."},
	"toleration":  {Text: "The taint that is tolerated, for the kind `toleration`."},
	"cluster_set": {Text: "The name of the cluster set, for the kind `cluster set`."},
	"clusters":    {Text: "The clusters that are added, for the kind `new clusters`."},
})

var _ = describe.Struct[Toleration](describe.Attributes{
	"key":    {Text: "The key of the taint."},
	"value":  {Text: "The value of the taint. Null if it has none."},
	"effect": {Text: "The effect of the taint."},
})

var _ = describe.Struct[Clusters](describe.Attributes{
	"count":  {Text: "How many clusters, which are all alike."},
	"labels": {Text: "The labels that they need. Null if they need none."},
	"claims": {Text: "The cluster claims that they need. Null if they need none."},
	"at_least": {Text: "Quantities by the names of properties, such as `resources.kubernetes-fleet.io/available-memory`. Null " +
		"if they need none."},
	"name": {Text: "The name of the cluster, if the placement asks for it by name; null if any will do."},
})
