// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff

import "github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"

var _ = describe.Struct[Change](describe.Attributes{
	"cluster_name": {Text: "The cluster."},
	"cause": {
		Text: "What the move comes from: the kind of what keeps the cluster out or kept it out before, such as `label` or `taint`, " +
			"or one of `new cluster`, `cluster gone`, `free place`, `outranked`, `score`, `capacity`, `topology spread`, `advisor`, " +
			"`policy changed`, `misconfiguration` and `unknown`.",
	},
	"reason": {Text: "The cause in a sentence. The text may change in any release."},
})
