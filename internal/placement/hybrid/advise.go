package hybrid

import (
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Adviser answers for the advisors of a rule. It is the only thing that the decision asks for.
type Adviser interface {
	// Advise returns what the advisor says. An error means that it did not answer.
	Advise(q *Question) (Answer, error)
}

// Answer is what an advisor says.
type Answer struct {
	// Recommendations are the targets that the advisor names, each once, with scores from 0 to 100. Targets that are no
	// candidates are dropped.
	Recommendations []placement.Recommendation
	// Warnings are for the reader of the plan.
	Warnings []string
}

// Question is what an advisor is asked in a round.
type Question struct {
	Advisor *Advisor
	// Rule is the whole placement rule.
	Rule *Placement
	// Round counts from 0.
	Round int
	// Candidates are in the order that decides ties.
	Candidates []*placement.Target
	// Eliminated are the targets that are candidates no longer, in the order in which they went.
	Eliminated []Eliminated
}

// Eliminated is a target that a round took out.
type Eliminated struct {
	Target *placement.Target
	Round  int
	// Reason is vetoed or lowest_rating.
	Reason string
}

// failure is an advisor that did not answer.
type failure struct {
	advisor *Advisor
	round   int
	err     error
}

func (f *failure) Error() string {
	return fmt.Sprintf("advisor %q did not answer in round %d: %v", f.advisor.Name, f.round, f.err)
}

// ask asks every advisor that is not ignored, in the order of the rule. Of several that fail, the one counts whose
// failure is the gravest, whatever their order: one that must not fail before one that keeps the previous decisions.
func (p *pass) ask() ([]placement.Advice, *failure) {
	advice := make([]placement.Advice, 0, len(p.req.Advisors))
	var gravest *failure
	for i := range p.req.Advisors {
		advisor := &p.req.Advisors[i]
		if p.ignored[advisor.Name] {
			continue
		}
		one, failed := p.askOne(advisor)
		if failed != nil && (gravest == nil || failed.gravity() > gravest.gravity()) {
			gravest = failed
		}
		advice = append(advice, one)
	}
	return advice, gravest
}

// gravity orders failures by what they keep the decision from.
func (f *failure) gravity() int {
	switch f.advisor.OnFailure {
	case Ignore:
		return 0
	case Previous:
		return 1
	}
	return 2
}

func (p *pass) askOne(advisor *Advisor) (placement.Advice, *failure) {
	answer, err := p.adviser.Advise(&Question{
		Advisor: advisor, Rule: &p.req, Round: len(p.result.Rounds),
		Candidates: slices.Clone(p.candidates), Eliminated: slices.Clone(p.eliminated),
	})
	if err != nil {
		return placement.Advice{}, &failure{advisor: advisor, round: len(p.result.Rounds), err: err}
	}
	advice := placement.Advice{
		Advisor: advisor.Name, Predicate: advisor.Type == Predicate, Weight: advisor.weight(),
		Recommendations: make([]placement.Recommendation, 0, len(answer.Recommendations)),
	}
	for _, warning := range answer.Warnings {
		p.warn(fmt.Sprintf("advisor %q warns: %s", advisor.Name, warning))
	}
	for _, r := range answer.Recommendations {
		switch still, ever := p.isCandidate[r.Target]; {
		case still:
			advice.Recommendations = append(advice.Recommendations, r)
		case !ever:
			p.warn(fmt.Sprintf("advisor %q names %q, which is no candidate", advisor.Name, r.Target))
		}
	}
	return advice, nil
}
