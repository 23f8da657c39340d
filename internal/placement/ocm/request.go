// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package ocm decides as the placement controller of Open Cluster Management does. Read [Schedule] first: it runs the
// steps in upstream's order, and each step has a file of its own.
package ocm

import (
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
type Spec struct {
	// ClusterSets are the sets to choose from; empty means all sets that are bound to the namespace.
	ClusterSets []string `json:"clusterSets,omitempty"`
	// NumberOfClusters is how many clusters to choose; nil means all that match.
	NumberOfClusters *int32 `json:"numberOfClusters,omitempty"`
	// Predicates are alternatives: a cluster must match one of them. Without predicates, every cluster matches.
	Predicates        []Predicate        `json:"predicates,omitempty"`
	PrioritizerPolicy PrioritizerPolicy  `json:"prioritizerPolicy,omitzero"`
	Tolerations       []match.Toleration `json:"tolerations,omitempty"`
	Unused
}

// Unused are the fields of the spec that upstream declares and does not use. They do not affect decisions.
type Unused struct {
	// SpreadPolicy spreads the chosen clusters over labels and claims.
	SpreadPolicy *SpreadPolicy `json:"spreadPolicy,omitempty"`
	// SortBy is the order of the decisions, ClusterName or Score; it defaults to ClusterName, which is the order that they have.
	SortBy string `json:"sortBy,omitempty"`
	// ScoreRateLimit is how often a score is updated that does not change the decisions: a whole number with the unit h, m or s.
	// It defaults to 1m.
	ScoreRateLimit string `json:"scoreRateLimit,omitempty"`
}

// SpreadPolicy has constraints, the most important first.
type SpreadPolicy struct {
	// SpreadConstraints are at most 8.
	SpreadConstraints []SpreadConstraint `json:"spreadConstraints,omitempty"`
}

// SpreadConstraint limits how unevenly the chosen clusters are spread over the values of a label or a claim.
type SpreadConstraint struct {
	TopologyKey string `json:"topologyKey"`
	// TopologyKeyType is Label or Claim.
	TopologyKeyType string `json:"topologyKeyType"`
	// MaxSkew is at least 1; it defaults to 1.
	MaxSkew *int32 `json:"maxSkew,omitempty"`
	// WhenUnsatisfiable is ScheduleAnyway, which is the default, or DoNotSchedule.
	WhenUnsatisfiable string `json:"whenUnsatisfiable,omitempty"`
}

// Predicate is one alternative of what a cluster must match.
type Predicate struct {
	// RequiredClusterSelector is written even if it is empty, as upstream's own clients do: a struct is never empty for omitempty.
	RequiredClusterSelector ClusterSelector `json:"requiredClusterSelector,omitempty"`
}

// ClusterSelector selects the clusters that match all of its parts; a part that is not set matches every cluster.
type ClusterSelector struct {
	LabelSelector *metav1.LabelSelector    `json:"labelSelector,omitempty"`
	ClaimSelector *placement.ClaimSelector `json:"claimSelector,omitempty"`
	CELSelector   *CELSelector             `json:"celSelector,omitempty"`
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
type CELSelector struct {
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
	Mode           string                     `json:"mode,omitempty"`
	Configurations []PrioritizerConfiguration `json:"configurations,omitempty"`
}

// PrioritizerConfiguration gives a prioritizer its weight.
type PrioritizerConfiguration struct {
	ScoreCoordinate *ScoreCoordinate `json:"scoreCoordinate,omitempty"`
	// Weight is -10 to 10; it defaults to 1, and 0 disables the prioritizer.
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
	Type    string      `json:"type,omitempty"`
	BuiltIn string      `json:"builtIn,omitempty"`
	AddOn   *AddOnScore `json:"addOn,omitempty"`
}

// AddOnScore names a value of an AddOnPlacementScore.
type AddOnScore struct {
	ResourceName string `json:"resourceName"`
	ScoreName    string `json:"scoreName"`
}
