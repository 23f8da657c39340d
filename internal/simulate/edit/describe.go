// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package edit

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Edit](describe.Attributes{
	"lose":     {Text: "Takes clusters out of the fleet, with their scores. `clusters` may also name other targets of `hybrid`."},
	"add":      {Text: "Adds a cluster, with the attributes of `clusters`."},
	"taint":    {Text: "Adds a taint to clusters. It replaces one with the same key and effect."},
	"untaint":  {Text: "Removes the taints of a key."},
	"label":    {Text: "Changes labels, also that of the cluster set."},
	"claim":    {Text: "Changes claims of ManagedClusters."},
	"property": {Text: "Changes properties of MemberClusters. For CPU and memory use `resize`."},
	"resize":   {Text: "Changes the resources of clusters."},
	"score":    {Text: "Changes the values of an AddOnPlacementScore."},
	"set":      {Text: "Adds or removes a ManagedClusterSet. To change one, remove it and add it."},
	"binding":  {Text: "Adds or removes a ManagedClusterSetBinding."},
	"evict": {
		Text: "Takes placements of KubeFleet from clusters, which a taint alone does not. The scheduler may choose the " +
			"cluster again, unless the same step taints it. What disruption budgets block stays, and is in " +
			"`blocked_evictions`.",
	},
	"at":   {Text: "The time from then on (RFC 3339), also in later steps. Tolerations and scores may expire until then."},
	"spec": {Text: "Changes the spec of a placement."},
}, describe.Example{Page: "guides/reference-simulation#steps", Object: `{ lose = { clusters = ["eu-1"] } }`})

var _ = describe.Struct[Selection](describe.Attributes{
	"clusters": {Text: "The names of the clusters."},
	"selector": {Text: "Selects the clusters that match both selectors, instead of `clusters`."},
	"kind": {
		Text:    "Only clusters of this kind, `ManagedCluster` or `MemberCluster`.",
		Default: "both kinds",
	},
})

var _ = describe.Struct[Untaint](describe.Attributes{
	"key":    {Text: "The key of the taints."},
	"effect": {Text: "Only taints with this effect.", Default: "every effect"},
})

var _ = describe.Struct[Texts](describe.Attributes{
	"set":    {Text: "The new values by name. Others stay."},
	"remove": {Text: "The names that are removed."},
})

var _ = describe.Struct[Resize](describe.Attributes{
	"resources": {
		Text: "What a cluster has and can allocate, by resource: a quantity such as `\"64Gi\"`, or a percentage of it " +
			"such as `\"150%\"`. `available` changes by the same amount.",
	},
	"available": {Text: "What is left of it on a MemberCluster, by resource: a quantity, or a percentage of what is left."},
})

var _ = describe.Struct[Score](describe.Attributes{
	"name":   {Text: "The name of the AddOnPlacementScore."},
	"set":    {Text: "The new values by name, -100 to 100. Others stay."},
	"remove": {Text: "The names of the values that are removed."},
})

var _ = describe.Struct[Set](describe.Attributes{
	"add":    {Text: "The cluster set to add."},
	"remove": {Text: "The name of the cluster set to remove."},
})

var _ = describe.Struct[Binding](describe.Attributes{
	"add":    {Text: "The binding to add."},
	"remove": {Text: "The binding to remove."},
})

var _ = describe.Struct[Evict](describe.Attributes{
	"placement": {
		Text:    "The name of the placement: `name`, or `namespace/name` for a ResourcePlacement.",
		Default: "all placements of KubeFleet but those of type PickFixed",
	},
})

var _ = describe.Struct[Spec](describe.Attributes{
	"placement":         {Text: "The name of the placement: `name`, or `namespace/name` if it has a namespace."},
	"ocm":               {Text: "The new spec of a placement of Open Cluster Management, as a whole."},
	"kubefleet":         {Text: "The new policy of a placement of KubeFleet, as a whole."},
	"hybrid":            {Text: "The new spec of a hybrid placement rule, as a whole."},
	"decision_strategy": {Text: "The new decision strategy.", Default: "as it is"},
})
