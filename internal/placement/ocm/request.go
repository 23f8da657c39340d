// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package ocm decides as the placement controller of Open Cluster Management does. Read [Schedule] first: it runs the
// steps in upstream's order, and each step has a file of its own.
package ocm

import (
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// Placement is the request: an OCM Placement (cluster.open-cluster-management.io/v1beta1). Its JSON form is that of the
// object's spec.
type Placement struct {
	Name      string `json:"-"`
	Namespace string `json:"-"`
	// Unscheduled says why the controller does not schedule the placement: it is being deleted, or an annotation disables
	// scheduling. It is empty for a placement that is scheduled.
	Unscheduled string `json:"-"`

	// MaxCELCost limits what all CEL expressions cost together, for all clusters, in cel-go's units: a pass that costs more
	// ends with ErrCELCost. 0 means no limit. It is for callers that cannot end the pass through its context.
	MaxCELCost uint64 `json:"-"`

	Spec
	DecisionStrategy placement.DecisionStrategy `json:"decisionStrategy,omitzero"`
}

// Spec is the spec of an OCM Placement without the decision strategy, which works with every dialect.
//
// Example for guides/ocm-placement#ocm:
//
//	{
//	  number_of_clusters = 2
//	  predicates = [{
//	    required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } }
//	  }]
//	  prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "ResourceAllocatableMemory" } }] }
//	  tolerations        = [{ key = "maintenance", operator = "Exists" }]
//	}
type Spec struct {
	// The names of the cluster sets to choose from. Defaults to all sets that the placement can use.
	// ---
	// Without any, it is all sets that are bound to the namespace.
	ClusterSets []string `json:"clusterSets,omitempty"`
	// The number of clusters to choose. Defaults to all that match.
	NumberOfClusters *int32 `json:"numberOfClusters,omitempty"`
	// Requirements for clusters. A cluster must match at least one of the predicates. Without predicates every cluster matches.
	Predicates []Predicate `json:"predicates,omitempty"`
	// How the clusters that match are ranked. Defaults to `Balance` and `Steady` with weight 1.
	PrioritizerPolicy PrioritizerPolicy `json:"prioritizerPolicy,omitzero"`
	// The taints that the placement tolerates. For each taint the first toleration that matches and has not expired applies.
	Tolerations []match.Toleration `json:"tolerations,omitempty"`
	Unused
}

// Unused are the fields of the spec that upstream declares and does not use. They do not affect decisions.
type Unused struct {
	// How evenly the clusters are spread over labels and claims. The scheduler does not implement it, and the plan warns about it.
	SpreadPolicy *SpreadPolicy `json:"spreadPolicy,omitempty"`
	// `ClusterName` or `Score`. The scheduler does not implement it: the order is by name, and the plan warns about `Score`.
	// Defaults to `ClusterName`.
	SortBy string `json:"sortBy,omitempty"`
	// How often scores are updated: a whole number with the unit `h`, `m` or `s`. The scheduler does not implement it, and the plan
	// warns about another value than the default. Defaults to `"1m"`.
	// ---
	// It is about a score that does not change the decisions.
	ScoreRateLimit string `json:"scoreRateLimit,omitempty"`
}

// SpreadPolicy has constraints, the most important first.
type SpreadPolicy struct {
	// The constraints, at most 8, the most important first.
	SpreadConstraints []SpreadConstraint `json:"spreadConstraints,omitempty"`
}

// SpreadConstraint limits how unevenly the chosen clusters are spread over the values of a label or a claim.
type SpreadConstraint struct {
	// The label or the claim whose values the clusters are spread over.
	TopologyKey string `json:"topologyKey"`
	// What `topology_key` is: `Label` or `Claim`.
	TopologyKeyType string `json:"topologyKeyType"`
	// The maximum difference between the numbers of chosen clusters of any two values, at least 1. Defaults to `1`.
	MaxSkew *int32 `json:"maxSkew,omitempty"`
	// What to do with a cluster that would break the constraint: `DoNotSchedule` or `ScheduleAnyway`. Defaults to `ScheduleAnyway`.
	WhenUnsatisfiable string `json:"whenUnsatisfiable,omitempty"`
}

// Predicate is one alternative of what a cluster must match.
type Predicate struct {
	// The selectors of the predicate. Defaults to every cluster.
	// ---
	// It is written even if it is empty, as upstream's own clients do: a struct is never empty for omitempty.
	RequiredClusterSelector ClusterSelector `json:"requiredClusterSelector,omitempty"`
}

// ClusterSelector selects the clusters that match all of its parts; a part that is not set matches every cluster.
type ClusterSelector struct {
	// Matches the labels of the cluster. Defaults to every cluster.
	LabelSelector *metav1.LabelSelector `json:"labelSelector,omitempty"`
	// Matches the claims of the cluster. Defaults to every cluster.
	ClaimSelector *placement.ClaimSelector `json:"claimSelector,omitempty"`
	// Matches the whole object of the cluster. Defaults to every cluster.
	CELSelector *CELSelector `json:"celSelector,omitempty"`
}

// String are the labels and claims in kubectl's notation, and the CEL expressions; empty if it selects every cluster.
func (s *ClusterSelector) String() string {
	selector := placement.GroupSelector{LabelSelector: s.LabelSelector, ClaimSelector: s.ClaimSelector}
	text := selector.String()
	if s.CELSelector != nil && len(s.CELSelector.CELExpressions) > 0 {
		text = strings.TrimPrefix(text+"; "+strings.Join(s.CELSelector.CELExpressions, " && "), "; ")
	}
	return text
}

// CELSelector selects the clusters for which every expression is true.
//
// Example for guides/ocm-placement#ocmpredicatesrequired_cluster_selectorcel_selector:
//
//	{ cel_expressions = ["managedCluster.metadata.name.startsWith('eu-')"] }
type CELSelector struct {
	// CEL expressions that must all be true. The variable is `managedCluster`; `managedCluster.scores("name")` is the list of the
	// scores in its AddOnPlacementScore.
	CELExpressions []string `json:"celExpressions,omitempty"`
}

// The modes of a PrioritizerPolicy.
const (
	// ModeAdditive adds the configurations to the defaults Balance and Steady of weight 1. It is the default.
	ModeAdditive = "Additive"
	// ModeExact uses the configurations alone.
	ModeExact = "Exact"
)

// PrioritizerPolicy says how the clusters that match are ranked.
type PrioritizerPolicy struct {
	// `Additive`: the configurations are added to `Balance` and `Steady`, which have weight 1. `Exact`: only the configurations
	// apply. Defaults to `Additive`.
	Mode string `json:"mode,omitempty"`
	// The prioritizers and their weights.
	Configurations []PrioritizerConfiguration `json:"configurations,omitempty"`
}

// PrioritizerConfiguration gives a prioritizer its weight.
type PrioritizerConfiguration struct {
	// The source of the score.
	// +required
	ScoreCoordinate *ScoreCoordinate `json:"scoreCoordinate,omitempty"`
	// The weight, -10 to 10. 0 disables the prioritizer; a negative weight prefers clusters with low scores. Defaults to 1.
	Weight *int32 `json:"weight,omitempty"`
}

// The types of a ScoreCoordinate.
const (
	// TypeBuiltIn is a prioritizer of the scheduler itself. It is the default.
	TypeBuiltIn = "BuiltIn"
	// TypeAddOn is a score that an add-on measured, an AddOnPlacementScore.
	TypeAddOn = "AddOn"
)

// The prioritizers of type BuiltIn.
const (
	// Balance prefers clusters that few other decisions name.
	Balance = "Balance"
	// Steady prefers clusters that are currently chosen.
	Steady = "Steady"
	// ResourceAllocatableCPU prefers clusters with much allocatable cpu.
	ResourceAllocatableCPU = "ResourceAllocatableCPU"
	// ResourceAllocatableMemory prefers clusters with much allocatable memory.
	ResourceAllocatableMemory = "ResourceAllocatableMemory"
)

// ScoreCoordinate names the source of a score.
type ScoreCoordinate struct {
	// `BuiltIn`: the score of the prioritizer in `built_in`. `AddOn`: the score in `add_on`. Defaults to `BuiltIn`.
	Type string `json:"type,omitempty"`
	// `Balance` prefers clusters with few decisions of other placements, `Steady` those that the placement has chosen,
	// `ResourceAllocatableCPU` and `ResourceAllocatableMemory` those with much of the resource. Required with type `BuiltIn`.
	BuiltIn string `json:"builtIn,omitempty"`
	// The AddOnPlacementScore. Required with type `AddOn`.
	AddOn *AddOnScore `json:"addOn,omitempty"`
}

// AddOnScore names a value of an AddOnPlacementScore.
type AddOnScore struct {
	// The name of the AddOnPlacementScore, which is `name` in `scores`.
	ResourceName string `json:"resourceName"`
	// The name of the score in it.
	ScoreName string `json:"scoreName"`
}

// ReadsScores reports whether the AddOnPlacementScores can affect the placement.
func (s *Spec) ReadsScores() bool {
	for i := range s.PrioritizerPolicy.Configurations {
		c := &s.PrioritizerPolicy.Configurations[i]
		if from := c.ScoreCoordinate; from != nil && from.Type == TypeAddOn && (c.Weight == nil || *c.Weight != 0) {
			return true
		}
	}
	return slices.ContainsFunc(s.Predicates, func(p Predicate) bool { return p.RequiredClusterSelector.ReadsScores() })
}

// ReadsScores reports whether the AddOnPlacementScores can affect the selector: an expression may call their
// function.
func (s *ClusterSelector) ReadsScores() bool {
	return s.CELSelector != nil && slices.ContainsFunc(s.CELSelector.CELExpressions, func(expression string) bool {
		return strings.Contains(expression, "scores")
	})
}

// ReadsObjects reports whether the placement reads the whole objects of the clusters: CEL expressions do.
func (s *Spec) ReadsObjects() bool {
	return slices.ContainsFunc(s.Predicates, func(p Predicate) bool { return p.RequiredClusterSelector.ReadsObjects() })
}

// ReadsObjects reports whether the selector reads the whole objects of the clusters.
func (s *ClusterSelector) ReadsObjects() bool {
	return s.CELSelector != nil && len(s.CELSelector.CELExpressions) > 0
}
