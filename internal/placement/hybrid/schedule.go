package hybrid

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
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

// Why a round removed targets, beside the outcomes.
const (
	removedVetoed = "vetoed"
	removedLowest = "lowest_rating"
)

// The stages of a decision, as Rejection.Stage has them.
const (
	// StageCandidates rejects what the rule is not for.
	StageCandidates = "Candidates"
	// StageVeto rejects what a predicate did not name.
	StageVeto = "Veto"
	// StageRecommendation rejects what no advisor named.
	StageRecommendation = "Recommendation"
)

// Schedule decides which targets of inv the rule is met on and says why for every one of them. The adviser is asked for
// every advisor in every round.
//
// An error means that the request is wrong, or that an advisor whose failure is fatal did not answer.
func Schedule(ctx context.Context, req Placement, inv placement.Inventory, adviser Adviser) (placement.Result, error) {
	p := &pass{ctx: ctx, req: req, inv: inv, adviser: adviser, ignored: map[string]bool{}}
	for {
		p.start()
		failed := p.decide()
		if failed == nil {
			return p.result, p.finish()
		}
		switch failed.advisor.OnFailure {
		case Ignore:
			p.ignored[failed.advisor.Name] = true
			p.warnings = append(p.warnings, "decided without an advisor: "+failed.Error())
		case Previous:
			if p.keepPrevious(failed) {
				return p.result, p.finish()
			}
			return placement.Result{}, failed
		default:
			return placement.Result{}, failed
		}
	}
}

// decide runs the rounds. Every round removes at least one candidate, so there are no more rounds than candidates.
func (p *pass) decide() *failure {
	if p.req.Replicas != nil && *p.req.Replicas == 0 {
		p.outcome = OutcomeReplicasZero
		return nil
	}
	if len(p.candidates) == 0 {
		p.outcome = OutcomeNoCandidates
		return nil
	}
	for p.outcome == "" {
		advice, failed := p.ask()
		if failed != nil {
			return failed
		}
		p.round(advice)
	}
	return nil
}

// round takes the advice of one round: it decides, or it removes candidates.
func (p *pass) round(advice []placement.Advice) {
	scores := scoresOf(advice)
	round := placement.Round{Candidates: keys(p.candidates), Advice: advice, Ratings: p.rate(advice, scores)}
	vetoed := p.vetoed(advice, scores)
	var wanted []*placement.Target
	for _, t := range p.candidates {
		if key := t.Key(); vetoed[key] == "" && named(key, scores) {
			wanted = append(wanted, t)
		}
	}
	switch {
	case len(vetoed) == len(p.candidates):
		p.end(OutcomeAllVetoed, nil, vetoed, &round)
	case p.req.Replicas == nil || len(wanted) <= int(*p.req.Replicas):
		outcome := OutcomeDecided
		if len(wanted) == 0 {
			outcome = OutcomeNoRecommendations
		}
		p.end(outcome, wanted, vetoed, &round)
	case len(vetoed) > 0:
		round.Reason = removedVetoed
		for _, t := range p.candidates {
			if advisor := vetoed[t.Key()]; advisor != "" {
				p.eliminate(t, &round)
				p.reject(t, StageVeto, placement.Mismatch{Kind: placement.MismatchVeto, Key: advisor, Found: p.roundName()})
			}
		}
		p.candidates = slices.DeleteFunc(p.candidates, func(t *placement.Target) bool { return vetoed[t.Key()] != "" })
	default:
		round.Reason = removedLowest
		lowest := p.removeLowest(round.Ratings)
		p.eliminate(lowest, &round)
		p.outvoted = append(p.outvoted, p.outvotedCandidate(lowest, round.Ratings))
	}
	p.result.Rounds = append(p.result.Rounds, round)
}

func (p *pass) eliminate(t *placement.Target, round *placement.Round) {
	round.Removed = append(round.Removed, t.Key())
	p.isCandidate[t.Key()] = false
	p.eliminated = append(p.eliminated, Eliminated{Target: t, Round: len(p.result.Rounds), Reason: round.Reason})
}

// end closes the last round: what is decided stays, and everything else has its reason.
func (p *pass) end(outcome string, decided []*placement.Target, vetoed map[string]string, round *placement.Round) {
	p.outcome, round.Reason = outcome, outcome
	p.decided, p.lastRatings = decided, round.Ratings
	for _, t := range p.candidates {
		switch {
		case vetoed[t.Key()] != "":
			p.reject(t, StageVeto, placement.Mismatch{
				Kind: placement.MismatchVeto, Key: vetoed[t.Key()], Found: p.roundName(),
			})
		case !slices.Contains(decided, t):
			p.reject(t, StageRecommendation, placement.Mismatch{
				Kind: placement.MismatchRecommendation, Found: p.roundName(),
			})
		}
	}
}

func (p *pass) roundName() string { return fmt.Sprintf("round %d", len(p.result.Rounds)) }

// scoresOf are the scores of every advice by target: what an advisor did not name is not in its map.
func scoresOf(advice []placement.Advice) []map[string]int64 {
	scores := make([]map[string]int64, len(advice))
	for k := range advice {
		scores[k] = make(map[string]int64, len(advice[k].Recommendations))
		for _, r := range advice[k].Recommendations {
			scores[k][r.Target] += int64(r.Score)
		}
	}
	return scores
}

// vetoed finds the candidates that some predicate did not name, each with the first such predicate.
func (p *pass) vetoed(advice []placement.Advice, scores []map[string]int64) map[string]string {
	vetoed := map[string]string{}
	for _, t := range p.candidates {
		key := t.Key()
		for k := range advice {
			if _, named := scores[k][key]; advice[k].Predicate && !named {
				vetoed[key] = advice[k].Advisor
				break
			}
		}
	}
	return vetoed
}

// named reports whether any advisor named the target. Without advisors all are named.
func named(key string, scores []map[string]int64) bool {
	return len(scores) == 0 || slices.ContainsFunc(scores, func(of map[string]int64) bool {
		_, named := of[key]
		return named
	})
}

// rate sums what each candidate gains, in hundredths: weight times score of every advisor, predicates too, and the
// decision weight of a target that is decided already. Nothing is rounded.
func (p *pass) rate(advice []placement.Advice, scores []map[string]int64) []placement.Rating {
	ratings := make([]placement.Rating, len(p.candidates))
	for i, t := range p.candidates {
		rating := placement.Rating{Target: t.Key(), Terms: make([]int64, len(advice))}
		for k := range advice {
			rating.Terms[k] = advice[k].Weight * scores[k][rating.Target]
			rating.Hundredths += rating.Terms[k]
		}
		if slices.Contains(p.req.PreviousDecisions, rating.Target) {
			rating.Previous = p.req.decisionWeight() * fullScore
			rating.Hundredths += rating.Previous
		}
		ratings[i] = rating
	}
	return ratings
}

// removeLowest takes one candidate with the lowest rating out. The scan holds a candidate and goes through the others:
// one with a lower rating takes its place, and the held one goes to the end of those that were passed. So of equal
// candidates the first goes, and the order of the rest, which decides the next tie, can change. The operator does so.
func (p *pass) removeLowest(ratings []placement.Rating) *placement.Target {
	held := 0
	kept := make([]*placement.Target, 0, len(p.candidates)-1)
	for i := 1; i < len(p.candidates); i++ {
		if ratings[held].Hundredths > ratings[i].Hundredths {
			kept = append(kept, p.candidates[held])
			held = i
		} else {
			kept = append(kept, p.candidates[i])
		}
	}
	lowest := p.candidates[held]
	p.candidates = kept
	return lowest
}

func (p *pass) outvotedCandidate(t *placement.Target, ratings []placement.Rating) placement.Candidate {
	at := slices.IndexFunc(ratings, func(r placement.Rating) bool { return r.Target == t.Key() })
	next := slices.MinFunc(slices.Delete(slices.Clone(ratings), at, at+1), func(a, b placement.Rating) int {
		return int(min(max(a.Hundredths-b.Hundredths, -1), 1))
	})
	return placement.Candidate{
		Cluster: t.Key(), Score: ratings[at].Hundredths,
		Words: fmt.Sprintf("eliminated in %s with the lowest rating, %s; the next lowest is %s of %s",
			p.roundName(), placement.FormatHundredths(ratings[at].Hundredths),
			placement.FormatHundredths(next.Hundredths), next.Target),
	}
}

// finish writes the decisions, the groups and the condition.
func (p *pass) finish() error {
	slices.SortFunc(p.decided, func(a, b *placement.Target) int { return strings.Compare(a.Key(), b.Key()) })
	for _, t := range p.decided {
		p.result.Decisions = append(p.result.Decisions, placement.Decision{Candidate: p.decidedCandidate(t)})
	}
	slices.Reverse(p.outvoted)
	p.result.NotPicked = p.outvoted
	p.rejectRest()
	p.result.Warnings = append(slices.Clone(p.warnings), p.result.Warnings...)
	p.addCondition()
	if misconfigured := p.group(); misconfigured != nil {
		return misconfigured
	}
	return nil
}
