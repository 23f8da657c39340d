// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"cmp"
	"context"
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// Fingerprint identifies what an answer depends on but for the time and the answer before.
type Fingerprint struct {
	// Whole identifies all of it: as long as it is the same, the answer stands. For decisions that OnExceeded keeps it also
	// identifies the limit.
	Whole string `json:"whole"`
	// Policy identifies the request without the fleet.
	Policy string `json:"policy"`
	// KubeFleet is the policy of a KubeFleet placement: a hub does not let every policy follow on it.
	KubeFleet *kubefleet.Spec `json:"kubefleet,omitempty"`
}

// kept is the fingerprint of decisions that OnExceeded keeps: they stand as long as nothing changes, but they were made under
// another policy.
func (f Fingerprint) kept(limit *Limit, prior Fingerprint) Fingerprint {
	prior.KubeFleet = cmp.Or(prior.KubeFleet, f.KubeFleet)
	prior.Whole = fmt.Sprintf("%s held by %s", f.Whole, limit.MaxMoves)
	return prior
}

// policyChanged reports whether the request is not the one of an earlier fingerprint, if there was one.
func (f Fingerprint) policyChanged(prior Fingerprint) bool {
	return prior.Policy != "" && prior.Policy != f.Policy
}

// Transition is a plan of a placement that keeps its decisions: what it was, and what it is to become.
type Transition struct {
	*Request
	Limit Limit
	// Fingerprint is that of the request, and LastFingerprint that of the last answer.
	Fingerprint, LastFingerprint Fingerprint
	// Last is the last answer; nil if the placement is created, imported or replaced.
	Last *State
	// Replaced are the decisions of the placement that Terraform replaces; nil if there is none. The plan that is made during
	// apply does not know them: they can make an error or a warning, and nothing else.
	Replaced *Predecessor
	// Imported says that there is a state, in which nothing is decided.
	Imported bool
}

// Outcome is what a change decides.
type Outcome struct {
	// Answer is what the pass found. It is nil if the placement is paused and cannot be decided.
	Answer *Answer
	// Stands says that the last decisions stay in force. The answer was made under them.
	Stands bool
	// Moved says that a cluster joined, left or changed its group; the moves of the answer apply.
	Moved bool
	// Fingerprint is what the decisions answer.
	Fingerprint Fingerprint
	// prior is what the answer was compared with, nil if nothing is known of it, and moves are those from it.
	prior *Predecessor
	moves diff.Changes
}

// Decide decides, and reports what moves and whether that is too much. The outcome is nil if one of the findings is an error.
func (c *Transition) Decide(ctx context.Context) (*Outcome, Findings) {
	c.Recall()
	findings := c.checkPaused()
	if findings.HasError() {
		return nil, findings
	}
	answer, more := c.decide(ctx)
	if findings = append(findings, more...); c.Limit.Paused && c.Last != nil {
		return c.stay(answer, findings)
	}
	if findings.HasError() {
		return nil, findings
	}
	outcome, more := c.accept(ctx, answer)
	return outcome, append(findings, more...)
}

// Recall makes the last decisions those from before the pass.
func (c *Transition) Recall() {
	if c.Last != nil {
		c.Last.applyTo(c.Request, c.LastFingerprint.KubeFleet)
	}
}

// accept compares an answer with what was before, and makes it the one that is in force. The outcome is nil if one of the
// findings is an error.
func (c *Transition) accept(ctx context.Context, answer *Answer) (*Outcome, Findings) {
	outcome, findings := c.guard(ctx, answer)
	if findings.HasError() {
		return nil, findings
	}
	if findings = append(findings, c.Unsatisfied(ctx, answer, WithoutDeciding)...); findings.HasError() {
		return nil, findings
	}
	answer.rollOut()
	return outcome, findings
}

// guard compares the new decisions with those that are in force, and keeps these if the limit says so.
func (c *Transition) guard(ctx context.Context, answer *Answer) (*Outcome, Findings) {
	outcome := &Outcome{Answer: answer, Fingerprint: c.Fingerprint, Stands: c.Stands()}
	prior, findings := c.before(answer)
	if findings.HasError() {
		return outcome, findings
	}
	outcome.prior = prior
	if outcome.Stands && c.LastFingerprint.Whole == c.Fingerprint.Whole {
		return outcome, findings
	}
	if prior != nil {
		moves := prior.Compare(&answer.Result)
		exceeded := c.Limit.ExceededBy(len(moves.Left), len(prior.Clusters))
		switch {
		case exceeded != "" && !c.Limit.keeps():
			return outcome, append(findings, c.Limit.tooFar(exceeded, &moves, false))
		case outcome.Stands, exceeded != "" && holdsBack(&answer.Result, answer.earlier):
			if Moved(&moves) {
				findings = append(findings, c.keepsClusters(exceeded, &moves))
			}
			outcome.Fingerprint = c.Fingerprint.kept(&c.Limit, c.LastFingerprint)
			if err := answer.keep(ctx, c.Request, answer.earlier, c.Last); err != nil {
				return outcome, append(findings, c.scheduleError(err))
			}
			moves = prior.Compare(&answer.Result)
		case c.Replaced == nil:
			findings = append(findings, c.movesClusters(&moves)...)
		}
		// A placement that is created, imported or replaced has no moves: a plan during apply does not know what was before.
		if c.Last != nil {
			answer.Moves, outcome.Moved = moves, Moved(&moves)
		}
		outcome.moves = moves
	}
	return outcome, append(findings, c.guardReplacement(outcome)...)
}

// keep makes the earlier decisions stay. The conditions stay as well, if they are known, unless a place could not be filled.
func (a *Answer) keep(ctx context.Context, r *Request, prior []PreviousDecision, last *State) error {
	bindings := a.Bindings
	a.isKept = true
	a.Result = kept(&a.Result, prior)
	a.Bindings = make(map[string]*PreviousBinding, len(a.Result.Decisions))
	for i := range a.Result.Decisions {
		name := a.Result.Decisions[i].Cluster
		a.Bindings[name] = bindings[name]
	}
	for i := range prior {
		if _, kept := a.Bindings[prior[i].ClusterName]; kept {
			a.Bindings[prior[i].ClusterName] = r.completeBinding(prior[i].Binding)
		}
	}
	if last != nil && len(a.Result.Decisions) >= len(prior) {
		if !last.Satisfied || !a.Result.Satisfied {
			a.Result.Conditions = last.Conditions
		}
		a.Result.Satisfied = last.Satisfied
	}
	clusters := a.request.clusters(&a.inventory)
	misconfigured, err := match.Group(ctx, &a.Result, r.DecisionStrategy.GroupStrategy, r.Name, r.Namespace, clusters)
	if misconfigured != nil {
		return misconfigured
	}
	return err
}

// before is what the new decisions are compared with: the last ones, or what is known of the time before there were any. It is
// nil for a placement that nothing is known of.
func (c *Transition) before(answer *Answer) (*Predecessor, Findings) {
	switch {
	case c.Last != nil:
		return c.Last.Predecessor(c.Fingerprint.policyChanged(c.LastFingerprint)), nil
	case answer.earlier != nil:
		return &Predecessor{Clusters: clusterNames(answer.earlier)}, c.unknownPolicy(c.Limit.MaxMoves != nil)
	case c.Imported && c.Limit.MaxMoves != nil:
		return nil, Findings{finding.Failure("previous_decisions", "max_moves cannot be checked",
			"The placement is imported without previous decisions, so max_moves cannot limit the moves. Set "+
				"previous_decisions to the current decisions, to [] if there are none, or set max_moves after the import.")}
	}
	return nil, nil
}

// Stands reports whether the last answer is still the answer to the request.
func (c *Transition) Stands() bool {
	if c.Last == nil || !c.Last.holdsAt(c.Now) {
		return false
	}
	return c.LastFingerprint.Whole == c.Fingerprint.Whole ||
		c.Limit.keeps() && c.LastFingerprint.Whole == c.Fingerprint.kept(&c.Limit, c.LastFingerprint).Whole
}

// guardReplacement compares the decisions of a placement with those of the one that it replaces.
func (c *Transition) guardReplacement(outcome *Outcome) Findings {
	if c.Replaced == nil {
		return nil
	}
	c.Replaced.PolicyChanged = c.Fingerprint.policyChanged(c.LastFingerprint)
	moves := c.Replaced.Compare(&outcome.Answer.Result)
	outcome.prior, outcome.moves = c.Replaced, moves
	if exceeded := c.Limit.ExceededBy(len(moves.Left), len(c.Replaced.Clusters)); exceeded != "" {
		return Findings{c.Limit.tooFar(exceeded, &moves, true)}
	}
	return c.movesClusters(&moves)
}

// Unguarded refuses a replacement that is decided only during apply: there is nothing to compare it with then, so that every
// cluster may lose the workload. IsLimitUnknown says that the limit is known only during apply as well.
func (c *Transition) Unguarded(isLimitUnknown bool) Findings {
	if c.Replaced == nil || len(c.Replaced.Clusters) == 0 {
		return nil
	}
	count := len(c.Replaced.Clusters)
	if _, isAllowed := c.Limit.allows(count, count); isAllowed && !isLimitUnknown {
		return nil
	}
	return Findings{finding.Failure("max_moves", "max_moves cannot be checked",
		"Terraform replaces the placement, and the new decisions are deferred until apply, when the previous decisions are no longer "+
			"known. Give the placement values that are known during plan, or remove max_moves. "+WithoutDeciding)}
}

// checkPaused refuses to replace a paused placement, whose decisions would be lost.
func (c *Transition) checkPaused() Findings {
	switch {
	case !c.Limit.Paused || c.Last != nil:
		return nil
	case c.Replaced != nil:
		return Findings{finding.Failure("paused", "A paused placement cannot be replaced",
			"Terraform would replace the placement, and a replacement does not keep the decisions. Undo the change that forces the "+
				"replacement, or remove paused.")}
	}
	return Findings{finding.Warning("paused", c.Title("has no decisions to keep yet"),
		"There are no decisions to keep yet. The next plan keeps those of this one.")}
}

// stay leaves the decisions of a paused placement as they are, and says what would move. What prevents a decision is a warning.
func (c *Transition) stay(answer *Answer, findings Findings) (*Outcome, Findings) {
	for i := range findings {
		if !findings[i].Warning {
			findings[i].Warning, findings[i].Title = true, c.Title("is paused; without pause: "+findings[i].Title)
		}
	}
	outcome := &Outcome{Answer: answer, Stands: true, Fingerprint: c.LastFingerprint}
	if answer == nil {
		return outcome, findings
	}
	moves := c.Last.Predecessor(c.Fingerprint.policyChanged(c.LastFingerprint)).Compare(&answer.Result)
	if !Moved(&moves) {
		return outcome, findings
	}
	text := fmt.Sprintf("paused = true keeps the decisions.\n\nWithout it: %s", moves)
	if gone := goneFrom(&moves); len(gone) > 0 {
		text = fmt.Sprintf("No longer in the fleet, but still chosen: %s.\n\n%s", excerpt.List(gone, ", "), text)
	}
	return outcome, append(findings, finding.Warning("paused", c.Title("is paused"), text))
}

// goneFrom are the clusters that leave because they are no longer in the fleet.
func goneFrom(moves *diff.Changes) []string {
	return lists.Filter(moves.Left, func(left diff.Change) (string, bool) {
		return left.ClusterName, left.Cause == diff.CauseClusterGone
	})
}

// StandingReport is the report of decisions that stay in force: the pass that made them is no longer known, so the clusters
// that were not chosen have the stages and reasons of the present one.
func (c *Transition) StandingReport(ctx context.Context, answer *Answer) (string, error) {
	if err := answer.keep(ctx, c.Request, c.PreviousDecisions, c.Last); err != nil {
		return "", err
	}
	return answer.Report()
}

// Known reports whether the decisions of a paused placement stay, although something that they depend on is not known yet.
func (c *Transition) Known() bool { return c.Limit.Paused && c.Last != nil }
