// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// The outcomes of a decision, as the condition's reason has them.
const (
	OutcomeDecided           = "decided"
	OutcomeReplicasZero      = "replicas_zero"
	OutcomeNoCandidates      = "no_candidates"
	OutcomeAllVetoed         = "all_vetoed"
	OutcomeNoRecommendations = "no_recommendations"
	// OutcomePrevious: an advisor did not answer, and the previous decisions were kept.
	OutcomePrevious = "previous"
)

// Why a round removed targets, in addition to the outcomes.
const (
	removedVetoed = "vetoed"
	removedLowest = "lowest_rating"
)

// The stages of a decision, as Rejection.Stage has them.
const (
	// StageCandidates rejects the targets that are not candidates of the rule.
	StageCandidates = "Candidates"
	// StageVeto rejects the candidates that a predicate did not name.
	StageVeto = "Veto"
	// StageRecommendation rejects the candidates that no advisor named.
	StageRecommendation = "Recommendation"
)

// Schedule chooses the targets of inv for req and gives the reason for every target. It calls the answerer for every
// advisor in every round until the advisor's answer is final.
//
// An error means that the request is wrong, that an advisor whose failure is fatal did not answer, or that ctx has ended.
func Schedule(ctx context.Context, req Placement, inv placement.Inventory, answerer Answerer) (placement.Result, error) {
	if err := rejectDuplicates(&inv); err != nil {
		return placement.Result{}, err
	}
	p := &pass{ctx: ctx, req: req, inv: inv, answerer: answerer, ignored: map[string]bool{}}
	for {
		err := p.decide()
		if err == nil {
			return p.result, p.finish()
		}
		// If the decision was interrupted, the advisor failed for that reason: OnFailure does not apply.
		if interrupted := placement.Interrupted(ctx, 0); interrupted != nil {
			return placement.Result{}, interrupted
		}
		var failed *failure
		if !errors.As(err, &failed) {
			return placement.Result{}, err
		}
		switch failed.advisor.OnFailure {
		case Ignore:
			p.ignored[failed.advisor.Name] = true
			p.warnings = append(p.warnings, "decided without an advisor: "+failed.Error())
		case Previous:
			if err := p.keepPrevious(failed); err != nil {
				return placement.Result{}, err
			}
			return p.result, p.finish()
		default:
			return placement.Result{}, failed
		}
	}
}

// decide runs the rounds. Every round removes at least one candidate, so there are no more rounds than candidates.
func (p *pass) decide() error {
	if err := p.start(); err != nil {
		return err
	}
	if p.req.Replicas != nil && *p.req.Replicas == 0 {
		p.outcome = OutcomeReplicasZero
		return nil
	}
	if len(p.line) == 0 {
		p.outcome = OutcomeNoCandidates
		return nil
	}
	p.setPanel(p.advisors(func(*Advisor) bool { return true }))
	for p.outcome == "" {
		// A round takes longer than a step of other loops.
		if err := placement.Interrupted(p.ctx, 0); err != nil {
			return err
		}
		if err := p.ask(); err != nil {
			return err
		}
		p.round()
	}
	return nil
}

// round decides, or it removes candidates.
func (p *pass) round() {
	var round placement.Round
	p.record(&round)
	switch {
	case p.vetoed == len(p.line):
		p.outcome = OutcomeAllVetoed
	case p.req.Replicas == nil || p.wanted <= int(*p.req.Replicas):
		p.outcome = OutcomeDecided
		if p.wanted == 0 {
			p.outcome = OutcomeNoRecommendations
		}
	case p.vetoed > 0:
		round.Reason = removedVetoed
		p.removeVetoed(&round)
	default:
		round.Reason = removedLowest
		lowest := p.removeLowest()
		p.eliminate(lowest, &round)
		p.outvoted = append(p.outvoted, placement.Candidate{
			Cluster: lowest.key, Score: lowest.rating,
			Reason: fmt.Sprintf("eliminated in round %d with the lowest rating, %s", p.roundNumber(),
				placement.FormatHundredths(lowest.rating)),
		})
	}
	if p.outcome != "" {
		round.Reason = p.outcome
		p.end(p.wants)
	}
	p.result.Rounds = append(p.result.Rounds, round)
}

func (p *pass) eliminate(c *candidate, round *placement.Round) {
	p.count(c, -1)
	if c.unrecorded {
		p.unrecorded--
	}
	p.question = nil
	round.Removed = append(round.Removed, c.key)
	p.eliminated = append(p.eliminated, Eliminated{Target: c.target, Round: len(p.result.Rounds), Reason: round.Reason})
}

func (p *pass) removeVetoed(round *placement.Round) {
	round.Removed = make([]string, 0, p.vetoed)
	p.line = slices.DeleteFunc(p.line, func(c *candidate) bool {
		vetoed := c.vetoes > 0
		if vetoed {
			p.rejectVetoed(c)
			p.eliminate(c, round)
		}
		return vetoed
	})
}

// removeLowest removes a candidate with the lowest rating. Like the operator, it holds the lowest candidate so far while it goes
// through the line. A candidate with a lower rating replaces the held one, which moves to the end of those already passed. So
// the first of several equal candidates is removed, and the order of the others, which decides the next tie, can change.
func (p *pass) removeLowest() *candidate {
	held, kept := p.line[0], p.line[:0]
	for _, c := range p.line[1:] {
		if held.rating > c.rating {
			held, c = c, held
		}
		kept = append(kept, c)
	}
	p.line = kept
	return held
}

// The mismatches that come from answers of advisors. Their Detail is the number of the round.
var (
	// MismatchVeto: a predicate advisor, which is the Key, did not name the target.
	MismatchVeto = &placement.MismatchKind{
		Name: "veto",
		Sentence: func(m *placement.Mismatch) string {
			return fmt.Sprintf("predicate advisor %q does not name the target in round %v", m.Key, m.Detail)
		},
		Before: "a predicate advisor did not name it",
		Origin: placement.OriginAdvisor,
	}
	// MismatchRecommendation: no advisor named the target.
	MismatchRecommendation = &placement.MismatchKind{
		Name: "recommendation",
		Sentence: func(m *placement.Mismatch) string {
			return fmt.Sprintf("no advisor names the target in round %v", m.Detail)
		},
		Before: "no advisor named it",
		Origin: placement.OriginAdvisor,
	}
)

// end adds the chosen candidates to the decisions, and rejects the others with their reason.
func (p *pass) end(chosen func(*candidate) bool) {
	for _, c := range p.line {
		switch {
		case c.vetoes > 0:
			p.rejectVetoed(c)
		case chosen(c):
			p.decided = append(p.decided, c)
		default:
			p.reject(c.key, StageRecommendation, placement.Mismatch{Kind: MismatchRecommendation, Detail: p.roundNumber()})
		}
	}
}

func (p *pass) rejectVetoed(c *candidate) {
	p.reject(c.key, StageVeto, placement.Mismatch{Kind: MismatchVeto, Key: p.vetoedBy(c), Detail: p.roundNumber()})
}

// roundNumber counts the rounds from 0.
func (p *pass) roundNumber() int { return len(p.result.Rounds) }

// finish writes the decisions, the groups and the condition.
func (p *pass) finish() error {
	slices.SortFunc(p.decided, byKey)
	for _, c := range p.decided {
		p.result.Decisions = append(p.result.Decisions, placement.Decision{Candidate: p.decidedCandidate(c)})
	}
	slices.Reverse(p.outvoted)
	p.result.NotPicked = p.outvoted
	if p.outcome == OutcomeReplicasZero { // There was no round.
		p.result.NotPicked = lists.Map(p.line, func(c *candidate) placement.Candidate {
			return placement.Candidate{Cluster: c.key, Reason: "replicas is 0"}
		})
	}
	slices.SortStableFunc(p.result.Rejected, func(a, b placement.Rejection) int { return strings.Compare(a.Cluster, b.Cluster) })
	p.warnOfUnknown()
	p.result.Warnings = append(slices.Clone(p.warnings), p.result.Warnings...)
	p.addCondition()
	misconfigured, err := p.group()
	if misconfigured != nil {
		return misconfigured
	}
	return err
}

// ConditionDecided is True if at least one target was chosen. Upstream's placement rules do not have conditions.
const ConditionDecided = "Decided"

var outcomeMessages = map[string]string{
	OutcomeDecided:           "The advisors have left the decided targets",
	OutcomePrevious:          "An advisor did not answer, and the previous decisions were kept",
	OutcomeReplicasZero:      "replicas is 0",
	OutcomeNoCandidates:      "Nothing matches the deployer type, the targets and the target labels",
	OutcomeAllVetoed:         "The predicates together name none of the candidates",
	OutcomeNoRecommendations: "No advisor names any candidate",
}

func (p *pass) addCondition() {
	p.result.Satisfied = len(p.result.Decisions) > 0
	status := "False"
	if p.result.Satisfied {
		status = "True"
	}
	p.result.Conditions = []placement.Condition{{
		Type: ConditionDecided, Status: status, Reason: p.outcome, Message: outcomeMessages[p.outcome],
	}}
}

// group divides the decisions. It looks up only chosen targets, because a target of another kind may have the same key.
func (p *pass) group() (*placement.Misconfiguration, error) {
	clusters := make(map[string]*placement.Cluster, len(p.decided))
	for _, c := range p.decided {
		clusters[c.key] = c.target.Cluster
		if c.target.Cluster == nil {
			clusters[c.key] = &placement.Cluster{Name: c.key, Labels: c.target.Labels}
		}
	}
	return match.Group(p.ctx, &p.result, p.req.DecisionStrategy.GroupStrategy, p.req.Name, p.req.Namespace,
		func(key string) *placement.Cluster { return clusters[key] })
}

func byKey(a, b *candidate) int { return strings.Compare(a.key, b.key) }
