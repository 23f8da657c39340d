package hybrid

import (
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Answerer answers for the advisors of a rule. It is the only thing that the decision asks for.
type Answerer interface {
	// Answer returns what the advisor says. An error means that it did not answer.
	Answer(q *Question) (Answer, error)
}

// Answer is what an advisor says.
type Answer struct {
	// Recommendations are the targets that the advisor names, each once, with scores from 0 to 100. Targets that are no
	// candidates are dropped.
	Recommendations []placement.Recommendation
	// Unknown are names, for the reader of the plan, of further targets: the advisor was not asked about them.
	Unknown []string
	// Warnings are for the reader of the plan.
	Warnings []string
	// Final says that what the advisor says of a candidate does not depend on the round and on the other candidates. It is
	// not asked again.
	Final bool
	// Next answers the advisor's next question. If it is nil, the Answerer does.
	Next func(q *Question) (Answer, error)
}

// Question is what an advisor is asked in a round. It must not be changed.
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

// panelist is an advisor that is asked in every round.
type panelist struct {
	*Advisor
	// ask answers the next question. It is nil if the last answer was final.
	ask func(q *Question) (Answer, error)
	// unknown are the first names that the advisor gave of targets that never were candidates.
	unknown []string
}

// maxUnknown is how many names of unknown targets are told of an advisor.
const maxUnknown = 10

// ask asks every panelist whose last answer was not final, in the order of the rule. Of several that fail, the one counts
// whose failure is the gravest, whatever their order: one that must not fail before one that keeps the previous
// decisions. Of equal failures the first counts.
func (p *pass) ask() error {
	var gravest *failure
	for k := range p.panel {
		if p.panel[k].ask == nil {
			continue
		}
		answer, failed := p.askOne(&p.panel[k])
		if failed != nil {
			if gravest == nil || failed.gravity() > gravest.gravity() {
				gravest = failed
			}
			continue
		}
		if err := p.apply(k, answer.Recommendations); err != nil {
			return err
		}
	}
	if gravest != nil {
		return gravest
	}
	return nil
}

// askOne asks one advisor, and notes what its answer says beside the recommendations.
func (p *pass) askOne(a *panelist) (Answer, *failure) {
	round := len(p.result.Rounds)
	answer, err := a.ask(&Question{
		Advisor: a.Advisor, Rule: &p.req, Round: round, Candidates: p.asked(), Eliminated: slices.Clip(p.eliminated),
	})
	if err != nil {
		return Answer{}, &failure{advisor: a.Advisor, round: round, err: err}
	}
	for _, warning := range answer.Warnings {
		p.warn(fmt.Sprintf("advisor %q warns: %s", a.Name, excerpt.Text(warning)))
	}
	for _, name := range answer.Unknown {
		a.addUnknown(name)
	}
	for i := range answer.Recommendations {
		if name := answer.Recommendations[i].Target; p.find(name, i) == nil {
			a.addUnknown(name)
		}
	}
	switch {
	case answer.Final:
		a.ask = nil
	case answer.Next != nil:
		a.ask = answer.Next
	}
	return answer, nil
}

// asked are the targets that the advisors are asked about in this round.
func (p *pass) asked() []*placement.Target {
	if p.question == nil {
		p.question = make([]*placement.Target, len(p.line))
		for i, c := range p.line {
			p.question[i] = c.target
		}
	}
	return p.question
}

// addUnknown keeps one name more than is told, so that there is something to say of the others.
func (a *panelist) addUnknown(name string) {
	if len(a.unknown) <= maxUnknown && !slices.Contains(a.unknown, name) {
		a.unknown = append(a.unknown, name)
	}
}

// warnOfUnknown tells which targets the advisors named that never were candidates.
func (p *pass) warnOfUnknown() {
	for k := range p.panel {
		names := p.panel[k].unknown
		text := fmt.Sprintf("advisor %q names ", p.panel[k].Name)
		for i, name := range names[:min(len(names), maxUnknown)] {
			if i > 0 {
				text += ", "
			}
			text += excerpt.Quote(name)
		}
		switch {
		case len(names) == 1:
			p.warn(text + ", which is not a candidate")
		case len(names) > maxUnknown:
			p.warn(text + " and others, which are no candidates")
		case len(names) > 0:
			p.warn(text + ", which are no candidates")
		}
	}
}
