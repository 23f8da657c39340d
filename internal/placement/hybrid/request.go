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
//
// Example for guides/hybrid-placement-rules#hybrid:
//
//	{
//	  replicas      = 1
//	  target_labels = { match_labels = { env = "prod" } }
//	  advisors      = [{ name = "cost", weight = 50, recommendations = [{ name = "eu-1", score = 90 }] }]
//	}
type Spec struct {
	// The types of the targets, as a string or a list: `kubernetes` for clusters, `all` for clusters and the types of all deployers,
	// any other for the deployers of that type, or what they place on. On a hub a PlacementRule has one. Defaults to `kubernetes`.
	DeployerType DeployerTypes `json:"deployerType,omitempty"`
	// The maximum number of targets, 0 to 65535. Defaults to every target that an advisor recommends and no predicate vetoes.
	Replicas *int32 `json:"replicas,omitempty"`
	// Limits the candidates to those that one of the references matches. Defaults to all targets.
	Targets []TargetReference `json:"targets,omitempty"`
	// Limits the candidates to those whose labels match. Defaults to all targets.
	TargetLabels *metav1.LabelSelector `json:"targetLabels,omitempty"`
	// What is added to the rating of a target that is already chosen, 0 to 32767. Defaults to 100.
	// ---
	// A previous decision has the score MaxScore.
	DecisionWeight *int32 `json:"decisionWeight,omitempty"`
	// Advisors to consult, with different names. Without advisors every candidate is recommended.
	Advisors []Advisor `json:"advisors,omitempty"`
}

// Advisor says which advisor to ask, and how its answer is used.
type Advisor struct {
	// The name of the advisor. An advisor without `recommendations` is one of the provider's `advisors`, or one of the built-in
	// advisors: `alphabet`, `cost`, `grc`, `policy`, `resource_hint`, `rhacm`, `rotate`, `veto`.
	// ---
	// It is unique in the rule and case-sensitive. [BuiltInAdvisors] lists the built-in ones.
	Name string `json:"name"`
	// `priority` rates candidates. `predicate` also vetoes every candidate that it does not recommend. Defaults to `priority`.
	Type string `json:"type,omitempty"`
	// What a score of 100 from this advisor adds to a rating, 0 to 32767. Defaults to 100.
	Weight *int32 `json:"weight,omitempty"`
	// The rules, as an object or as JSON: see [built-in advisors](../guides/hybrid-placement-rules#built-in-advisors).
	Rules json.RawMessage `json:"rules,omitempty"`
	// What to do if the advisor does not answer. `fail` stops the plan. `ignore` decides without it, of a predicate only with
	// `fail_open`. `previous` keeps the previous decisions that no predicate vetoes. Not in a PlacementRule. Defaults to `fail`.
	OnFailure string `json:"onFailure,omitempty"`
	// Whether `on_failure = "ignore"` is allowed for a predicate, which ignores its vetoes, too. Not in a PlacementRule. Defaults to
	// `false`.
	FailOpen bool `json:"failOpen,omitempty"`
	// A static answer, for every round. `[]` recommends no target. Not in a PlacementRule.
	// ---
	// It is nil for any other advisor.
	Recommendations []StaticRecommendation `json:"recommendations,omitzero"`
}

// StaticRecommendation is a target that a static advisor names.
type StaticRecommendation struct {
	// The name of the target.
	Name string `json:"name"`
	// The namespace of the target.
	Namespace string `json:"namespace,omitempty"`
	// The score, 0 to 100. Defaults to 100.
	Score *int32 `json:"score,omitempty"`
	// The reason, for people to read.
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
