// Package hybrid decides as hybrid placement rules do (core.hybridapp.io PlacementRule): advisors name and rate the
// candidates round by round, until no more are left than the rule wants. Read [Schedule] first.
//
// Where the published document and the published operator disagree, the package follows the document, and where the
// document is silent the operator.
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
	// PreviousDecisions are the keys of the targets that were decided before; see [placement.Target.Key].
	PreviousDecisions []string `json:"-"`
	// DecisionStrategy divides the decisions into groups. Placement rules have no such thing; the other dialects do.
	DecisionStrategy placement.DecisionStrategy `json:"-"`

	Spec
}

// Spec is the spec of a PlacementRule.
type Spec struct {
	// DeployerType is what kind of target the rule is for; empty and "kubernetes" are clusters.
	DeployerType string `json:"deployerType,omitempty"`
	// Replicas is how many targets to decide at most; nil means no limit.
	Replicas *int32 `json:"replicas,omitempty"`
	// Targets limit the candidates to those that one of the references matches; empty means all.
	Targets []TargetReference `json:"targets,omitempty"`
	// TargetLabels limit the candidates to those that the selector matches; nil means all.
	TargetLabels *metav1.LabelSelector `json:"targetLabels,omitempty"`
	// DecisionWeight is what a target's rating gains from being decided already; nil is 100.
	DecisionWeight *int32    `json:"decisionWeight,omitempty"`
	Advisors       []Advisor `json:"advisors,omitempty"`
}

// TargetReference matches the targets that are equal in every part that is not empty. Without any part it matches all.
type TargetReference struct {
	Name      string `json:"name,omitempty"`
	Namespace string `json:"namespace,omitempty"`
}

// references are many TargetReferences. A target is looked up in them, so that many targets and many references cost no more
// than both together.
type references struct {
	given, matched map[TargetReference]bool
}

func newReferences(list []TargetReference) references {
	r := references{given: make(map[TargetReference]bool, len(list)), matched: map[TargetReference]bool{}}
	for _, reference := range list {
		r.given[reference] = true
	}
	return r
}

// match reports whether any reference matches the target, and notes all that do.
func (r *references) match(t *placement.Target) bool {
	found := false
	for _, reference := range [...]TargetReference{
		{Name: t.Name, Namespace: t.Namespace}, {Name: t.Name}, {Namespace: t.Namespace}, {},
	} {
		if r.given[reference] {
			found, r.matched[reference] = true, true
		}
	}
	return found
}

// Advisor says which advisor to ask, and what its answer counts for.
type Advisor struct {
	// Name is unique in the rule. Upper and lower case differ.
	Name string `json:"name"`
	// Type is predicate or priority; empty is priority.
	Type string `json:"type,omitempty"`
	// Weight multiplies the scores of the advisor; nil is 100.
	Weight *int32 `json:"weight,omitempty"`
	// Rules are the advisor's own.
	Rules json.RawMessage `json:"rules,omitempty"`
	// OnFailure is fail, ignore or previous; empty is fail. A PlacementRule does not have this field.
	OnFailure string `json:"onFailure,omitempty"`
	// FailOpen allows Ignore for a predicate, although that lifts its veto. A PlacementRule does not have this field.
	FailOpen bool `json:"failOpen,omitempty"`
	// Recommendations are the answer of a static advisor, the same in every round; nil for any other. They are no field
	// of a PlacementRule.
	Recommendations []StaticRecommendation `json:"recommendations,omitzero"`
}

// StaticRecommendation is a target that a static advisor names.
type StaticRecommendation struct {
	Name      string `json:"name"`
	Namespace string `json:"namespace,omitempty"`
	// Score is 0 to 100; nil is 100.
	Score  *int32 `json:"score,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// The types of an Advisor.
const (
	// Predicate vetoes every candidate that it does not name.
	Predicate = "predicate"
	// Priority only rates. It is the default.
	Priority = "priority"
)

// What to do when an advisor does not answer.
const (
	// Fail decides nothing: the error names the advisor. It is the default.
	Fail = "fail"
	// Ignore decides again without the advisor, from the first round on.
	Ignore = "ignore"
	// Previous keeps the previous decisions that are still candidates and that no predicate vetoes.
	Previous = "previous"
)

// DeployerKubernetes is the deployer type of clusters.
const DeployerKubernetes = "kubernetes"

const (
	// DefaultWeight is the weight of an advisor, and of an earlier decision, that has none.
	DefaultWeight = 100
	// MaxScore is the highest score of a target. It is also what a recommendation without a score gives.
	MaxScore = 100
)

// WeightOrDefault is what the scores of the advisor are multiplied by.
func (a *Advisor) WeightOrDefault() int64 { return orDefault(a.Weight) }

// DecisionWeightOrDefault is what an earlier decision adds to the rating of its target.
func (p *Spec) DecisionWeightOrDefault() int64 { return orDefault(p.DecisionWeight) }

func orDefault(weight *int32) int64 {
	if weight == nil {
		return DefaultWeight
	}
	return int64(*weight)
}
