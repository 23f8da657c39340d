// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Spec](describe.Attributes{
	"placement_type": {
		Text: "`PickAll`: every cluster that matches. `PickN`: the best `number_of_clusters` that match. `PickFixed`: the clusters " +
			"in `cluster_names`.",
		Default: "`PickAll`",
	},
	"cluster_names":      {Text: "The clusters of a placement of type `PickFixed`, at most 100. Other types do not have it."},
	"number_of_clusters": {Text: "The number of clusters to choose. Required with type `PickN`; other types do not have it."},
	"affinity":           {Text: "Which clusters may be chosen, and which are preferred. Type `PickFixed` does not have it."},
	"topology_spread_constraints": {
		Text: "How evenly the clusters are spread over the values of labels. Only type `PickN` has it.",
	},
	"tolerations": {
		Text: "The taints that the placement tolerates, at most 100. On a hub they can be added, but not changed or " +
			"removed. Type `PickFixed` does not have them.",
	},
}, describe.Example{Page: "guides/kubefleet-placement#kubefleet", Object: `{
  placement_type     = "PickN"
  number_of_clusters = 2
  affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = {
    cluster_selector_terms = [{ label_selector = { match_labels = { env = "prod" } } }]
  } } }
  topology_spread_constraints = [{ topology_key = "region", max_skew = 1 }]
}`})

var _ = describe.Struct[ObjectSpec](describe.Attributes{
	"resource_selectors": {
		Text: "1 to 100 selectors. KubeFleet places what matches at least one. A hub requires it: a plan warns of a selector that " +
			"selects nothing there, and of objects that another placement brings to the same clusters. Only for `kubefleet`.",
	},
	"revision_history_limit": {
		Text:    "How many old snapshots of the policy and of the resources the hub keeps, 1 to 1000. Only for `kubefleet`.",
		Default: "`10`",
	},
	"status_reporting_scope": {
		Text: "Where the status is reported. `ClusterScopeOnly`: in the ClusterResourcePlacement. " +
			"`NamespaceAccessible`: also in a ClusterResourcePlacementStatus in the namespace that is placed; exactly " +
			"one selector must then be of kind `Namespace`. Immutable on a hub. Only for `kubefleet`.",
		Default: "`ClusterScopeOnly`",
	},
})

var _ = describe.Struct[ResourceSelector](describe.Attributes{
	"group":   {Text: "The API group; `\"\"` for the core group, which has `Namespace`."},
	"version": {Text: "The API version, such as `v1`."},
	"kind": {
		Text: "The kind: for a ResourcePlacement one with a namespace, for a ClusterResourcePlacement one without, " +
			"unless a selector of a Namespace has the `selection_scope` `NamespaceWithResourceSelectors`.",
	},
	"name": {Text: "The name of the resource. Not together with `label_selector`.", Default: "all resources of the kind"},
	"label_selector": {
		Text:    "Matches the labels of the resources. Not together with `name`.",
		Default: "all resources of the kind",
	},
	"selection_scope": {
		Text: "What is placed of a Namespace: `NamespaceOnly`, itself; `NamespaceWithResources`, also everything in it; " +
			"`NamespaceWithResourceSelectors`, also what the other selectors select in it: then it has a `name` and is " +
			"the only selector of kind `Namespace`.",
		Default: "`NamespaceWithResources`",
	},
}, describe.Example{Page: "guides/kubefleet-placement#resource_selectors",
	Object: `{ group = "", version = "v1", kind = "Namespace", name = "web" }`})

var _ = describe.Struct[Affinity](describe.Attributes{
	"cluster_affinity": {Text: "The affinity to clusters."},
})

var _ = describe.Struct[ClusterAffinity](describe.Attributes{
	"required_during_scheduling_ignored_during_execution": {
		Text: "Which clusters may be chosen. A change of a cluster does not revoke a decision.", Default: "every cluster",
	},
	"preferred_during_scheduling_ignored_during_execution": {
		Text: "Which clusters are preferred. The affinity score of a cluster is the sum of the weights of all preferences that it " +
			"matches. Only type `PickN` has it.",
	},
})

var _ = describe.Struct[ClusterSelector](describe.Attributes{
	"cluster_selector_terms": {Text: "At most 10 terms. A cluster must match at least one of them."},
})

var _ = describe.Struct[PreferredClusterSelector](describe.Attributes{
	"weight":     {Text: "The weight, -100 to 100."},
	"preference": {Text: "The clusters that get the weight, or a share of it."},
})

var _ = describe.Struct[ClusterSelectorTerm](describe.Attributes{
	"label_selector": {
		Text:    "Matches the labels of the cluster. In a preference, clusters that do not match get no weight.",
		Default: "every cluster",
	},
	"property_selector": {Text: "Matches the properties of the cluster. Only in `cluster_selector_terms`.",
		Default: "every cluster"},
	"property_sorter": {
		Text: "Only in `preference`: gives a cluster a share of the weight, the position of its property between the " +
			"smallest and the largest value in the whole fleet, rounded to a whole number.",
		Default: "the whole weight",
	},
})

var _ = describe.Struct[PropertySelector](describe.Attributes{
	"match_expressions": {Text: "Requirements that must all be met. A cluster without the property does not meet them."},
})

var _ = describe.Struct[PropertySelectorRequirement](describe.Attributes{
	"name":     {Text: propertyName},
	"operator": {Text: "One of `Gt`, `Ge`, `Eq`, `Ne`, `Lt` and `Le`, of exact decimals: `1` equals `1000m`."},
	"values":   {Text: "Exactly one quantity."},
})

var _ = describe.Struct[PropertySorter](describe.Attributes{
	"name":       {Text: propertyName},
	"sort_order": {Text: "`Ascending` prefers small values, `Descending` large ones."},
})

var _ = describe.Struct[TopologySpreadConstraint](describe.Attributes{
	"max_skew": {
		Text:    "The maximum difference between the values with the most and the fewest clusters, at least 1.",
		Default: "1",
	},
	"topology_key": {Text: "The key of the label."},
	"when_unsatisfiable": {
		Text:    "`DoNotSchedule` excludes a cluster that would violate the constraint; `ScheduleAnyway` ranks it last.",
		Default: "`DoNotSchedule`",
	},
})

var _ = describe.Struct[Toleration](describe.Attributes{
	"key":      {Text: "The key of the taint. If unset, the toleration matches every key; this requires the operator `Exists`."},
	"operator": {Text: "`Equal`: the taint has this key and this value. `Exists`: any value matches.", Default: "`Equal`"},
	"value":    {Text: "The value of the taint. Must not be set with the operator `Exists`."},
	"effect":   {Text: "The effect of the taint: `NoSchedule`.", Default: "every effect"},
})

const propertyName = "The name of the property, such as `kubernetes-fleet.io/node-count`. Resources are " +
	"`resources.kubernetes-fleet.io/total-cpu`, and likewise `allocatable-` or `available-` with any resource."

var _ = describe.Struct[DisruptionBudget](describe.Attributes{
	"name": {Text: "The name of the budget and of the ClusterResourcePlacement that it is for."},
}, describe.Example{Page: "guides/reference-simulation#disruption_budgets", Object: `{ name = "web", min_available = 2 }`})

var _ = describe.Struct[DisruptionBudgetSpec](describe.Attributes{
	"max_unavailable": {
		Text: "How many clusters of the placement may be unavailable: an eviction needs one fewer. A number, or a " +
			"percentage of `number_of_clusters`, rounded up. Not for type `PickAll`. Exactly one of `max_unavailable` " +
			"and `min_available` must be set.",
	},
	"min_available": {
		Text: "How many clusters must stay available: an eviction needs one more. In the same form; for type `PickAll` " +
			"a number.",
	},
})
