// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package reference

import (
	"reflect"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// ocmObjects are the spec of an OCM Placement, and decision groups.
var ocmObjects = objects{
	reflect.TypeFor[ocm.Spec](): {
		"cluster_sets": {
			Text:    "The names of the cluster sets to choose from.",
			Default: "all sets that the placement can use",
		},
		"number_of_clusters": {Text: "The number of clusters to choose.", Default: "all that match"},
		"predicates": {
			Text: "Requirements for clusters. A cluster must match at least one of the predicates. Without predicates every cluster " +
				"matches.",
		},
		"prioritizer_policy": {Text: "How the clusters that match are ranked.", Default: "`Balance` and `Steady` with weight 1"},
		"tolerations": {
			Text: "The taints that the placement tolerates. For each taint the first toleration that matches and has not expired applies.",
		},
	},
	reflect.TypeFor[ocm.Unused](): {
		"spread_policy": {
			Text: "How evenly the chosen clusters are spread over the values of labels and claims. The scheduler does not " +
				"implement it: it does not affect decisions, and the plan warns about it.",
		},
		"sort_by": {
			Text: "The order of the decisions: `ClusterName` or `Score`. The scheduler does not implement it: the order is always " +
				"by name, and the plan warns about `Score`.",
			Default: "`ClusterName`",
		},
		"score_rate_limit": {
			Text: "How often scores that do not change the decisions are updated: a whole number with the unit `h`, `m` or `s`, such as " +
				"`\"5m\"`. The scheduler does not implement it, and the plan warns about another value than the default.",
			Default: "`\"1m\"`",
		},
	},
	reflect.TypeFor[ocm.SpreadPolicy](): {
		"spread_constraints": {Text: "The constraints, at most 8, the most important first."},
	},
	reflect.TypeFor[ocm.SpreadConstraint](): {
		"topology_key":      {Text: "The label or the claim whose values the clusters are spread over."},
		"topology_key_type": {Text: "What `topology_key` is: `Label` or `Claim`."},
		"max_skew": {
			Text: "The maximum difference between the numbers of chosen clusters of any two values, at least 1.", Default: "`1`",
		},
		"when_unsatisfiable": {
			Text:    "What to do with a cluster that would break the constraint: `DoNotSchedule` or `ScheduleAnyway`.",
			Default: "`ScheduleAnyway`",
		},
	},
	reflect.TypeFor[ocm.Predicate](): {
		"required_cluster_selector": {Text: "The selectors of the predicate.", Default: "every cluster"},
	},
	reflect.TypeFor[ocm.ClusterSelector](): {
		"label_selector": labelSelector,
		"claim_selector": claimSelector,
		"cel_selector":   {Text: "Matches the whole object of the cluster.", Default: "every cluster"},
	},
	reflect.TypeFor[ocm.CELSelector](): {
		"cel_expressions": {
			Text: "CEL expressions that must all be true. The variable is `managedCluster`; `managedCluster.scores(\"name\")` " +
				"is the list of the scores in its AddOnPlacementScore.",
		},
	},
	reflect.TypeFor[match.Toleration](): {
		"key": {Text: "The key of the taint. If unset, the toleration matches every key; this requires the operator `Exists`."},
		"operator": {
			Text:    "`Equal`: the taint has this key and this value. `Exists`: any value matches.",
			Default: "`Equal`",
		},
		"value": {Text: "The value of the taint. Must not be set with the operator `Exists`."},
		"effect": {
			Text:    "The effect of the taint: `NoSelect`, `PreferNoSelect` or `NoSelectIfNew`.",
			Default: "every effect",
		},
		"toleration_seconds": {
			Text:    "For how many seconds after `time_added` the taint is tolerated. With 0 or a negative number it is not tolerated.",
			Default: "no limit",
		},
	},
	reflect.TypeFor[ocm.PrioritizerPolicy](): {
		"mode": {
			Text: "`Additive`: the configurations are added to `Balance` and `Steady`, which have weight 1. `Exact`: only the " +
				"configurations apply.",
			Default: "`Additive`",
		},
		"configurations": {Text: "The prioritizers and their weights."},
	},
	reflect.TypeFor[ocm.PrioritizerConfiguration](): {
		"score_coordinate": {Text: "The source of the score.", Required: true},
		"weight": {
			Text:    "The weight, -10 to 10. 0 disables the prioritizer; a negative weight prefers clusters with low scores.",
			Default: "1",
		},
	},
	reflect.TypeFor[ocm.ScoreCoordinate](): {
		"type": {
			Text:    "`BuiltIn`: the score of the prioritizer in `built_in`. `AddOn`: the score in `add_on`.",
			Default: "`BuiltIn`",
		},
		"built_in": {
			Text: "The prioritizer. `Balance` prefers clusters with few decisions of other placements. `Steady` prefers clusters that " +
				"the placement has already chosen. `ResourceAllocatableCPU` and `ResourceAllocatableMemory` prefer clusters with much of " +
				"the resource. Required with type `BuiltIn`.",
		},
		"add_on": {Text: "The AddOnPlacementScore. Required with type `AddOn`."},
	},
	reflect.TypeFor[ocm.AddOnScore](): {
		"resource_name": {Text: "The name of the AddOnPlacementScore, which is `name` in `scores`."},
		"score_name":    {Text: "The name of the score in it."},
	},
	reflect.TypeFor[placement.DecisionStrategy](): {
		"group_strategy": {Text: "How the decisions are grouped.", Default: "one group"},
	},
	reflect.TypeFor[placement.GroupStrategy](): {
		"decision_groups": {
			Text: "The predefined groups, in order. A cluster belongs to the first group that it matches; the clusters that match none " +
				"form groups without a name.",
		},
		"clusters_per_decision_group": {
			Text: "The largest size of a group: a number of clusters, or a percentage of all decisions such as `\"25%\"`, rounded up. A " +
				"larger predefined group is split into several groups with the same name.",
			Default: "`\"100%\"`",
		},
	},
	reflect.TypeFor[placement.DecisionGroup](): {
		"group_name": {
			Text: "The name of the group: 2 to 63 letters, digits, `-`, `_` or `.`, with a letter or digit at both ends.",
		},
		"group_cluster_selector": {Text: "The clusters of the group. A cluster must match all selectors that are set."},
	},
	reflect.TypeFor[placement.GroupSelector](): {
		"label_selector": labelSelector,
		"claim_selector": claimSelector,
	},
}
