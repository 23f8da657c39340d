package step

import (
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
	known := r.known(now)
	for _, name := range slices.Sorted(maps.Keys(r.Given)) {
		if !known[name] {
			text := "neither the chosen clusters nor the fleet have a cluster of this name; it leaves when revisions is removed"
			errs = append(errs, field.Forbidden(field.NewPath("revisions").Key(name), text+excerpt.DidYouMean(name, slices.Sorted(maps.Keys(known)))))
		}
	}
	var before map[string]string
	if last != nil {
		before = last.Revisions
	}
	return append(errs, r.doubtfulStatuses(before, known, now)...)
}

// The doubts about states.
const (
	doubtName  = "the rollout has no cluster of this name"
	doubtEarly = "the status is about the revision that the cluster gets by this apply; the next plan takes it as the result"
	doubtTime  = "the status does not count: it needs the revision that it is about, or its time and now"
)

// known are the clusters of the rollout and of the fleet: a cluster of the fleet may have left the rollout.
func (r *CarryRequest) known(now *Progress) map[string]bool {
	known := r.members()
	for _, wave := range now.Waves {
		for _, name := range wave.ClusterNames {
			known[name] = true
		}
	}
	return known
}

// doubtfulStatuses finds the first state of each kind that is doubtful, and names the others.
func (r *CarryRequest) doubtfulStatuses(before map[string]string, known map[string]bool, now *Progress) field.ErrorList {
	doubts := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(r.ClusterStatus)) {
		if doubt := r.doubt(name, before[name], known, now); doubt != "" {
			doubts[doubt] = append(doubts[doubt], name)
		}
	}
	var errs field.ErrorList
	for _, doubt := range []string{doubtName, doubtEarly, doubtTime} {
		names := doubts[doubt]
		if len(names) == 0 {
			continue
		}
		text := doubt
		if doubt == doubtName {
			text += excerpt.DidYouMean(names[0], slices.Sorted(maps.Keys(known)))
		}
		if more := names[1:]; len(more) > 0 {
			text = excerpt.Sentence(text) + " The same is true of " + excerpt.List(more, ", ")
		}
		errs = append(errs, field.Forbidden(field.NewPath("clusterStatus").Key(names[0]), text))
	}
	return errs
}

// doubt says what may be wrong with a status; empty if nothing is. Before is the revision that the cluster had.
func (r *CarryRequest) doubt(name, before string, known map[string]bool, now *Progress) string {
	s := r.ClusterStatus[name]
	_, timed := now.Since[name]
	switch {
	case !known[name]:
		return doubtName
	case s.Status == Skip || s.Revision != "" && s.Revision != r.Revision || now.Revisions[name] != r.Revision:
		return ""
	case s.Revision == r.Revision && before != r.Revision:
		return doubtEarly
	case s.Revision == "" && now.States[name] == StateProgressing && (s.LastTransitionTime.IsZero() || !timed):
		return doubtTime
	}
	return ""
}
