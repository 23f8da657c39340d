// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Spec](describe.Attributes{
	"cluster_sets":       {Text: "The names of the cluster sets to choose from.", Default: "all sets that the placement can use"},
	"number_of_clusters": {Text: "The number of clusters to choose.", Default: "all that match"},
	"predicates": {
		Text: "Requirements for clusters. A cluster must match at least one of the predicates. Without predicates every cluster " +
			"matches.",
	},
	"prioritizer_policy": {Text: "How the clusters that match are ranked.", Default: "`Balance` and `Steady` with weight 1"},
	"tolerations": {
		Text: "The taints that the placement tolerates. For each taint the first toleration that matches and has not expired applies.",
	},
}, describe.Example{Page: "guides/ocm-placement#ocm", Object: `{
  number_of_clusters = 2
  predicates = [{
    required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } }
  }]
  prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "ResourceAllocatableMemory" } }] }
  tolerations        = [{ key = "maintenance", operator = "Exists" }]
}`})

var _ = describe.Struct[Unused](describe.Attributes{
	"spread_policy": {
		Text: "How evenly the clusters are spread over labels and claims. The scheduler does not implement it, and the " +
			"plan warns about it.",
	},
	"sort_by": {
		Text: "`ClusterName` or `Score`. The scheduler does not implement it: the order is by name, and the plan warns " +
			"about `Score`.",
		Default: "`ClusterName`",
	},
	"score_rate_limit": {
		Text: "How often scores are updated: a whole number with the unit `h`, `m` or `s`. The scheduler does not " +
			"implement it, and the plan warns about another value than the default.",
		Default: "`\"1m\"`",
	},
})

var _ = describe.Struct[SpreadPolicy](describe.Attributes{
	"spread_constraints": {Text: "The constraints, at most 8, the most important first."},
})

var _ = describe.Struct[SpreadConstraint](describe.Attributes{
	"topology_key":      {Text: "The label or the claim whose values the clusters are spread over."},
	"topology_key_type": {Text: "What `topology_key` is: `Label` or `Claim`."},
	"max_skew": {
		Text: "The maximum difference between the numbers of chosen clusters of any two values, at least 1.", Default: "`1`",
	},
	"when_unsatisfiable": {
		Text:    "What to do with a cluster that would break the constraint: `DoNotSchedule` or `ScheduleAnyway`.",
		Default: "`ScheduleAnyway`",
	},
})

var _ = describe.Struct[Predicate](describe.Attributes{
	"required_cluster_selector": {Text: "The selectors of the predicate.", Default: "every cluster"},
})

var _ = describe.Struct[ClusterSelector](describe.Attributes{
	"label_selector": describe.LabelSelector,
	"claim_selector": describe.ClaimSelector,
	"cel_selector":   {Text: "Matches the whole object of the cluster.", Default: "every cluster"},
})

var _ = describe.Struct[CELSelector](describe.Attributes{
	"cel_expressions": {
		Text: "CEL expressions that must all be true. The variable is `managedCluster`; `managedCluster.scores(\"name\")` " +
			"is the list of the scores in its AddOnPlacementScore.",
	},
}, describe.Example{Page: "guides/ocm-placement#ocmpredicatesrequired_cluster_selectorcel_selector",
	Object: `{ cel_expressions = ["managedCluster.metadata.name.startsWith('eu-')"] }`})

var _ = describe.Struct[PrioritizerPolicy](describe.Attributes{
	"mode": {
		Text: "`Additive`: the configurations are added to `Balance` and `Steady`, which have weight 1. `Exact`: only the " +
			"configurations apply.",
		Default: "`Additive`",
	},
	"configurations": {Text: "The prioritizers and their weights."},
})

var _ = describe.Struct[PrioritizerConfiguration](describe.Attributes{
	"score_coordinate": {Text: "The source of the score.", Required: true},
	"weight": {
		Text:    "The weight, -10 to 10. 0 disables the prioritizer; a negative weight prefers clusters with low scores.",
		Default: "1",
	},
})

var _ = describe.Struct[ScoreCoordinate](describe.Attributes{
	"type": {Text: "`BuiltIn`: the score of the prioritizer in `built_in`. `AddOn`: the score in `add_on`.", Default: "`BuiltIn`"},
	"built_in": {
		Text: "`Balance` prefers clusters with few decisions of other placements, `Steady` those that the placement has " +
			"chosen, `ResourceAllocatableCPU` and `ResourceAllocatableMemory` those with much of the resource. Required " +
			"with type `BuiltIn`.",
	},
	"add_on": {Text: "The AddOnPlacementScore. Required with type `AddOn`."},
})

var _ = describe.Struct[AddOnScore](describe.Attributes{
	"resource_name": {Text: "The name of the AddOnPlacementScore, which is `name` in `scores`."},
	"score_name":    {Text: "The name of the score in it."},
})
