// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
)

// Again decides a request whose placement and fleet were checked before, as [Decide] does, but without a look at what they
// probably do not mean, and without moves: it is what a simulation runs many times. A placement that is not satisfied is an
// answer. So is a misconfigured one: what it says is Answer.Misconfigured. Findings are errors; there is no answer then.
func Again(ctx context.Context, r *Request) (*Answer, Findings) {
	inv := r.collect()
	answer, err := r.pass(ctx, &inv)
	var misconfigured *placement.Misconfiguration
	switch {
	case errors.As(err, &misconfigured):
		answer.Misconfigured = r.scheduleError(err).Text
		return answer, nil
	case err != nil:
		return nil, Findings{r.scheduleError(err)}
	}
	if untimed := r.untimed(answer); untimed != nil {
		return nil, untimed
	}
	return answer, nil
}

// Earlier are the decisions from before a pass, as the request, its manifests or its hub have them; nil if nothing tells what was
// decided, and empty if nothing was.
func (a *Answer) Earlier() []PreviousDecision { return a.earlier }

// AsPredecessor is the answer as that from before another pass.
func (a *Answer) AsPredecessor() *Predecessor {
	return &Predecessor{Clusters: a.Result.ClusterNames(), Known: diff.PassOf(&a.Result), Slices: a.Result.PlacementDecisions}
}

// AsPrior are the decisions of the answer as those from before the next pass, once they are rolled out.
func (a *Answer) AsPrior() Prior {
	prior := Prior{InForce: true, PreviousDecisions: []PreviousDecision{}}
	if a.request.KubeFleet != nil {
		policy := *a.request.KubeFleet
		policy.SetDefaults()
		prior.Policy = &policy
	}
	for _, d := range a.Decisions() {
		previous := PreviousDecision{ClusterName: d.ClusterName, Reason: d.Reason}
		previous.Score, _ = d.Score.Float64() // Without a score it is 0.
		if d.Binding != nil {
			binding := *d.Binding
			binding.State = placement.BindingBound
			previous.Binding = &binding
		}
		prior.PreviousDecisions = append(prior.PreviousDecisions, previous)
	}
	return prior
}

// Without are the earlier decisions without those for some clusters.
func (p Prior) Without(isOut func(cluster string) bool) Prior {
	p.PreviousDecisions = slices.DeleteFunc(slices.Clone(p.PreviousDecisions), func(d PreviousDecision) bool {
		return isOut(d.ClusterName)
	})
	return p
}

// Conclude completes an answer with what [Decide] finds besides. Prior is what was decided before; nil if nothing tells that.
func (a *Answer) Conclude(ctx context.Context, prior *Predecessor) Findings {
	findings := a.check(ctx)
	if findings.HasError() {
		return findings
	}
	return append(findings, a.request.conclude(ctx, a, prior)...)
}

// check finds what is wrong with the answer, and what the placement probably does not mean.
func (a *Answer) check(ctx context.Context) Findings {
	r := a.request
	if a.Misconfigured != "" {
		return Findings{finding.Failure(string(r.Dialect()), "The placement cannot be scheduled", a.Misconfigured)}
	}
	if findings := r.checkFleet(&a.inventory); findings != nil {
		return findings
	}
	return a.review(ctx)
}

// Accept is what [Transition.Decide] makes of an answer. The request is the one of the answer, and prior are the decisions from
// before its first pass; nil if nothing tells these.
func (c *Transition) Accept(ctx context.Context, answer *Answer, prior []PreviousDecision) (*Outcome, Findings) {
	answer.earlier = prior
	findings := answer.check(ctx)
	if findings.HasError() {
		return nil, findings
	}
	outcome, more := c.accept(ctx, answer)
	return outcome, append(findings, more...)
}

// Losses are the clusters that several placements lose in one plan.
type Losses struct {
	left, decided int
	texts         []string
	isUnknown     bool
}

// Known reports whether it is known of all placements what was decided before.
func (l *Losses) Known() bool { return !l.isUnknown }

// Add adds what is decided for a placement, by the name that texts have of it.
func (l *Losses) Add(name string, outcome *Outcome) {
	if outcome.prior == nil {
		l.isUnknown = true
		return
	}
	left := lists.Map(outcome.moves.Left, func(c diff.Change) string { return c.ClusterName })
	l.add(name, len(outcome.prior.Clusters), left)
}

// Remove adds a placement that is removed: it loses all of its clusters.
func (l *Losses) Remove(name string, prior *State) {
	l.add(name, len(prior.Decisions), clusterNames(prior.Decisions))
}

func (l *Losses) add(name string, decided int, left []string) {
	if l.decided += decided; len(left) > 0 {
		l.left += len(left)
		l.texts = append(l.texts, name+": "+excerpt.List(left, ", "))
	}
}

// Check is the error of a plan that exceeds the limit of all placements together.
func (l *Losses) Check(limit *Limit) Findings {
	exceeded := limit.ExceededBy(l.left, l.decided)
	if exceeded == "" {
		return nil
	}
	shown := slices.Clone(l.texts[:min(len(l.texts), finding.Shown)])
	if more := len(l.texts) - len(shown); more > 0 {
		shown = append(shown, fmt.Sprintf("and %d more", more))
	}
	return Findings{finding.Failure("max_moves", TooManyMoves, fmt.Sprintf(
		"All placements together: %s\n\n%s\n\nCheck the fleet. If the moves are intended, raise max_moves. %s", exceeded,
		strings.Join(shown, "\n"), WithoutDeciding))}
}

// MaxTogether is how many placements can be decided together.
const MaxTogether = 1000

// Together are several placements that are decided together.
type Together struct {
	// The placements by key, at most 1 000. The key is the name of the placement, unless it has another `name`. No two have one name
	// in a namespace.
	Placements map[string]Entry `json:"placements"`
	// The time of the decisions (RFC 3339). Use `plantimestamp()`, and not `timestamp()`, which is unknown until apply. Defaults to
	// the time of the plan.
	Now time.Time `json:"now,omitempty"`
}

// Entry is one of several placements. The fleet and the time are those of all.
//
// Example web for resources/placements#placements:
//
//	{ ocm = { number_of_clusters = 2 } }
type Entry struct {
	Placement
	Prior
	Details
	// As in `multicluster_placement`: `error`, `warn` or `accept`. Defaults to `error`.
	OnUnsatisfied string `json:"onUnsatisfied,omitempty"`
	// Only in the resource: how many of its clusters one plan may drop, also when it is created with `previous_decisions`, in the
	// same form. Defaults to no limit.
	MaxMoves *intstr.IntOrString `json:"maxMoves,omitempty"`
}

// TogetherOutputs are the outputs of several placements, by key.
type TogetherOutputs struct {
	// The results of each placement, by key, such as `outcomes["web"].decisions_by_cluster`.
	Outcomes map[string]Outputs `json:"outcomes"`
}
