package step

import (
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// Validate finds the mistakes in a request.
func (r *CarryRequest) Validate() field.ErrorList {
	errs := r.Request.Validate()
	if r.Revision == "" {
		errs = append(errs, field.Invalid(field.NewPath("revision"), r.Revision, "must not be empty"))
	}
	if choices := []string{BreachStops, BreachRollsBack}; r.OnBreach != "" && !slices.Contains(choices, r.OnBreach) {
		errs = append(errs, excerpt.NotSupported(field.NewPath("onBreach"), r.OnBreach, choices))
	}
	if r.Strategy.Type == rollout.TypeRollingUpdate && !r.requiresStatus() && r.Now.IsZero() {
		errs = append(errs, field.Required(field.NewPath("now"),
			"unavailable_period_seconds decides without a status when a cluster is ready; set now, for example now = plantimestamp()"))
	}
	for _, name := range slices.Sorted(maps.Keys(r.Given)) {
		if r.Given[name] == "" {
			errs = append(errs, field.Invalid(field.NewPath("revisions").Key(name), "",
				"must not be empty; leave out a cluster that does not have the workload"))
		}
	}
	return errs
}

// Warnings finds what has no effect.
func (r *CarryRequest) Warnings() field.ErrorList {
	errs := r.Request.Warnings()
	if r.Given != nil {
		errs = append(errs, field.Forbidden(field.NewPath("revisions"), "nothing moves until it is removed"))
	}
	return errs
}

// Doubts finds states that do not count, or count too early, and a rollout without clusters. Last is nil for a rollout that begins.
func (r *CarryRequest) Doubts(last *Memory, now *Progress) field.ErrorList {
	var errs field.ErrorList
	if r.Size() == 0 {
		name := "decisions"
		if r.DecisionGroups != nil {
			name = "decisionGroups"
		}
		errs = append(errs, field.Forbidden(field.NewPath(name), "there is no chosen cluster: nothing is rolled out, and clusters with the workload lose it"))
	}
	var before map[string]string
	if last != nil {
		before = last.Revisions
	}
	for _, name := range slices.Sorted(maps.Keys(r.ClusterStatus)) {
		if text := r.doubt(name, before[name], now); text != "" {
			errs = append(errs, field.Forbidden(field.NewPath("clusterStatus").Key(name), text))
		}
	}
	return errs
}

// doubt says what may be wrong with a status; empty if nothing is. Before is the revision that the cluster had.
func (r *CarryRequest) doubt(name, before string, now *Progress) string {
	s, state := r.ClusterStatus[name], now.States[name]
	_, timed := now.Since[name]
	switch {
	case state == "" && slices.ContainsFunc(r.Fleet, func(m Member) bool { return m.Name == name }):
		return "" // The cluster may have left.
	case state == "":
		text := "the rollout has no cluster of this name"
		if near := excerpt.Nearest(name, slices.Sorted(maps.Keys(now.States))); near != "" {
			text += "; did you mean " + excerpt.Quote(near) + "?"
		}
		return text
	case s.Status == Skip || s.Revision != "" && s.Revision != r.Revision:
		return ""
	case s.Revision == r.Revision && before != r.Revision && now.Revisions[name] == r.Revision:
		return fmt.Sprintf("it is about revision %s, which the cluster does not have before this apply. The next plan takes it as the result",
			excerpt.Quote(r.Revision))
	case s.Revision == "" && state == StateProgressing && (s.LastTransitionTime.IsZero() || !timed):
		return "it does not count: it needs the revision that it is about, or its time and now"
	}
	return ""
}
