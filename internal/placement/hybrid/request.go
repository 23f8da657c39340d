// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package hybrid decides as hybrid placement rules do (core.hybridapp.io PlacementRule): advisors name and rate the
// candidates round by round, until at most as many remain as the rule wants. Read [Schedule] first.
//
// If the published document and the published operator disagree, the package follows the document. It follows the operator
// in what the document does not specify.
package hybrid

import (
	"encoding/json"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Placement is the request: the spec of a PlacementRule, and its name. Its JSON form is the spec's.
type Placement struct {
	Name      string `json:"-"`
	Namespace string `json:"-"`
	// PreviousDecisions are the keys of the targets that are currently chosen; see [placement.Target.Key].
	PreviousDecisions []string `json:"-"`
	// Recorded is what a hub has of the decision; nil if nothing is known.
	Recorded *Recorded `json:"-"`
	// DecisionStrategy divides the decisions into groups. Upstream's placement rules do not have decision groups.
	DecisionStrategy placement.DecisionStrategy `json:"-"`

	Spec
}

// Recorded is the progress of a decision that a hub has recorded, with the answers of its advisors about the candidates. The
// answers themselves are in the advisors' Recommendations.
type Recorded struct {
	// Candidates and Eliminators have the keys of the targets that the hub still considers, in its order, and of those that its
	// rounds have removed.
	Candidates, Eliminators []string
	// Continues says that the decision is the same. If its candidates are the same as well, it continues where the hub is, and else
	// from the start.
	Continues bool
}

// Spec is the spec of a PlacementRule.
type Spec struct {
	// DeployerType determines the kinds of targets.
	DeployerType DeployerTypes `json:"deployerType,omitempty"`
	// Replicas is the maximum number of targets; nil means no limit.
	Replicas *int32 `json:"replicas,omitempty"`
	// Targets limit the candidates to those that one of the references matches; empty means all.
	Targets []TargetReference `json:"targets,omitempty"`
	// TargetLabels limit the candidates to those that the selector matches; nil means all.
	TargetLabels *metav1.LabelSelector `json:"targetLabels,omitempty"`
	// DecisionWeight is the weight of a previous decision, which gives its target the score MaxScore; it defaults to 100.
	DecisionWeight *int32    `json:"decisionWeight,omitempty"`
	Advisors       []Advisor `json:"advisors,omitempty"`
}

// Advisor says which advisor to ask, and how its answer is used.
type Advisor struct {
	// Name is unique in the rule and case-sensitive.
	Name string `json:"name"`
	// Type is predicate or priority; it defaults to priority.
	Type string `json:"type,omitempty"`
	// Weight multiplies the scores of the advisor; it defaults to 100.
	Weight *int32 `json:"weight,omitempty"`
	// Rules are the configuration of the advisor, which defines their form.
	Rules json.RawMessage `json:"rules,omitempty"`
	// OnFailure is fail, ignore or previous; it defaults to fail. A PlacementRule does not have this field.
	OnFailure string `json:"onFailure,omitempty"`
	// FailOpen allows Ignore for a predicate, although that removes its veto. A PlacementRule does not have this field.
	FailOpen bool `json:"failOpen,omitempty"`
	// Recommendations are the answer of a static advisor, the same in every round; nil for any other advisor. A
	// PlacementRule does not have this field.
	Recommendations []StaticRecommendation `json:"recommendations,omitzero"`
}

// StaticRecommendation is a target that a static advisor names.
type StaticRecommendation struct {
	Name      string `json:"name"`
	Namespace string `json:"namespace,omitempty"`
	// Score is 0 to 100; it defaults to 100.
	Score  *int32 `json:"score,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// The types of an Advisor.
const (
	// Predicate vetoes every candidate that it does not name.
	Predicate = "predicate"
	// Priority rates candidates and does not veto. It is the default.
	Priority = "priority"
)

// What to do when an advisor does not answer.
const (
	// Fail ends the decision with an error that names the advisor. It is the default.
	Fail = "fail"
	// Ignore decides again from the first round, without the advisor.
	Ignore = "ignore"
	// Previous keeps the previous decisions that are still candidates and that no predicate vetoes.
	Previous = "previous"
)

const (
	// DefaultWeight is the default weight of an advisor and of a previous decision.
	DefaultWeight = 100
	// MaxScore is the highest score of a target, and the default score of a recommendation.
	MaxScore = 100
)

// WeightOrDefault is what the scores of the advisor are multiplied by.
func (a *Advisor) WeightOrDefault() int64 { return orDefault(a.Weight) }

// DecisionWeightOrDefault is the weight of a previous decision in the rating of its target.
func (p *Spec) DecisionWeightOrDefault() int64 { return orDefault(p.DecisionWeight) }

func orDefault(weight *int32) int64 {
	if weight == nil {
		return DefaultWeight
	}
	return int64(*weight)
}
