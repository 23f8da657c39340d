// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid

import (
	"fmt"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Answerer answers for the advisors of a rule.
type Answerer interface {
	// Answer returns the advisor's answer. An error means that the advisor did not answer.
	Answer(q *Question) (Answer, error)
}

// Answer is the answer of an advisor.
type Answer struct {
	// Recommendations are the targets that the advisor names, each once, with scores from 0 to 100. Targets that are not
	// candidates are dropped.
	Recommendations []placement.Recommendation
	// Unknown are the names of targets that the advisor was not asked about, for a warning.
	Unknown []string
	// Warnings are the advisor's warnings to the user.
	Warnings []string
	// Final says that the answer for a candidate does not depend on the round or on the other candidates. The advisor is not
	// asked again.
	Final bool
	// Next answers the advisor's next question. It defaults to the Answerer.
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
	// Eliminated are the targets that are no longer candidates, in the order in which they were removed.
	Eliminated []Eliminated
}

// Eliminated is a target that a round removed.
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

// severity orders failures: one that is ignored, one that keeps the previous decisions, one that stops the decision.
func (f *failure) severity() int {
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
	// unknown are the first of the advisor's names of targets that were never candidates.
	unknown []string
}

// maxUnknown is how many unknown targets of an advisor a warning names.
const maxUnknown = 10

// ask asks every panelist whose last answer was not final, in the order of the rule. If several fail, it returns the
// failure with the highest severity, regardless of their order. Of equal failures it returns the first.
func (p *pass) ask() error {
	var worst *failure
	for k := range p.panel {
		if p.panel[k].ask == nil {
			continue
		}
		answer, failed := p.askOne(&p.panel[k])
		if failed != nil {
			if worst == nil || failed.severity() > worst.severity() {
				worst = failed
			}
			continue
		}
		p.apply(k, answer.Recommendations)
	}
	if worst != nil {
		return worst
	}
	return nil
}

// askOne asks one advisor, and records the warnings and unknown targets of its answer.
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
		p.question = lists.Map(p.line, func(c *candidate) *placement.Target { return c.target })
	}
	return p.question
}

// addUnknown keeps one name more than the warning shows, so that the warning can mention others.
func (a *panelist) addUnknown(name string) {
	if len(a.unknown) <= maxUnknown && !slices.Contains(a.unknown, name) {
		a.unknown = append(a.unknown, name)
	}
}

// warnOfUnknown warns about targets that the advisors named and that were never candidates.
func (p *pass) warnOfUnknown() {
	for k := range p.panel {
		names := p.panel[k].unknown
		quoted := make([]string, min(len(names), maxUnknown))
		for i := range quoted {
			quoted[i] = excerpt.Quote(names[i])
		}
		text := fmt.Sprintf("advisor %q names %s", p.panel[k].Name, strings.Join(quoted, ", "))
		switch {
		case len(names) == 1:
			p.warn(text + ", which is not a candidate")
		case len(names) > maxUnknown:
			p.warn(text + " and others, which are not candidates")
		case len(names) > 0:
			p.warn(text + ", which are not candidates")
		}
	}
}
