// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package replicas

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[By](describe.Attributes{
	"weights": {
		Text: "The weight of each cluster by its name: a number or a quantity such as `64Gi`, from 0 to `9P`, with a precision of a " +
			"thousandth. Every chosen cluster must have one; others may have one. A cluster with the weight 0 gets its minimum.",
	},
	"score": {Text: "Whether the weight of a cluster is the score of its decision. A score below 0 is an " +
		"error.", Default: "`false`"},
	"available": {
		Text: "The name of a resource, such as `cpu` or `memory`: the weight of a cluster is what it has `available` of it, or what " +
			"is `allocatable` if it does not report what is available. It needs `clusters`.",
	},
	"clusters": {Text: "The clusters of the fleet, as in `multicluster_placement`, for `available`. Every chosen cluster must " +
		"be in it."},
	"cluster_bounds": {
		Text: "The bounds of single clusters by name. What is set replaces `minimum` and `maximum` for the cluster. A cluster that " +
			"is not chosen gets no replicas, so a `minimum` above 0 for it is an error.",
	},
	"group_bounds": {
		Text: "The bounds of all clusters of a decision group together, by the name of the group. A group without a name has its " +
			"index, such as `\"0\"`; groups of the same name have the bounds together. A `minimum` above 0 for a group without chosen " +
			"clusters is an error.",
	},
})

var _ = describe.Struct[Bounds](describe.Attributes{
	"minimum": {Text: "The least number of replicas.", Default: "`0`"},
	"maximum": {Text: "The largest number of replicas.", Default: "unlimited"},
})
