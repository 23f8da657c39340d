// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// candidate is a target that the rule can choose, with the panel's opinions about it.
type candidate struct {
	target *placement.Target
	key    string
	// isPrior says that it is one of the previous decisions.
	isPrior bool
	// rating is in hundredths, so that nothing is rounded: the scores of all panelists times their weights, plus previous,
	// which is the share for a previous decision.
	rating, previous int64
	// named and vetoes are how many panelists name it, and how many predicates do not.
	named, vetoes int
	// opinions are the panelists' opinions, in the order of the panel.
	opinions []opinion
	// unrecorded says that the rounds do not have the current rating.
	unrecorded bool
}

// opinion is a panelist's last answer about a candidate.
type opinion struct {
	named bool
	score int64
	// answer numbers the answer that last named the candidate, and next is its score there.
	answer int
	next   int64
}

// setPanel sets the panel before its first answer: the predicates do not name any candidate yet.
func (p *pass) setPanel(panel []panelist) {
	predicates := 0
	for k := range panel {
		if panel[k].Type == Predicate {
			predicates++
		}
	}
	p.panel, p.answers, p.vetoed, p.wanted, p.unrecorded = panel, 0, 0, 0, len(p.line)
	opinions := make([]opinion, len(p.line)*len(panel))
	for _, c := range p.line {
		c.opinions, opinions = opinions[:len(panel):len(panel)], opinions[len(panel):]
		c.rating, c.vetoes, c.unrecorded = c.previous, predicates, true
		p.count(c, 1)
	}
}

// count adds a candidate to the number of vetoed or of wanted candidates, or removes it. A candidate is wanted if at least
// one panelist names it and none vetoes it. Without a panel, every candidate is wanted.
func (p *pass) count(c *candidate, by int) {
	switch {
	case c.vetoes > 0:
		p.vetoed += by
	case p.wants(c):
		p.wanted += by
	}
}

func (p *pass) wants(c *candidate) bool {
	return c.vetoes == 0 && (c.named > 0 || len(p.panel) == 0)
}

// apply applies an answer of panelist k, which replaces its previous answer.
func (p *pass) apply(k int, recommendations []placement.Recommendation) {
	p.answers++
	for i := range recommendations {
		c := p.find(recommendations[i].Target, i)
		if c == nil || c.opinions == nil {
			continue
		}
		o := &c.opinions[k]
		if o.answer != p.answers {
			o.answer, o.next = p.answers, 0
		}
		o.next += int64(recommendations[i].Score)
	}
	for _, c := range p.line {
		p.settle(c, k)
	}
}

// find finds a candidate by its key; nil if the key was never a candidate. Answers that name all candidates often have
// their order, so it tries the given place first. A key whose namespace is its name may also stand for a cluster.
func (p *pass) find(key string, place int) *candidate {
	if place < len(p.line) && p.line[place].key == key {
		return p.line[place]
	}
	if c := p.candidates[key]; c != nil {
		return c
	}
	if name, ok := placement.NameOfKey(key); ok {
		if c := p.candidates[name]; c != nil && c.target.Kind == placement.TargetCluster {
			return c
		}
	}
	return nil
}

// settle updates a candidate by the last answer of panelist k.
func (p *pass) settle(c *candidate, k int) {
	o, a := &c.opinions[k], &p.panel[k]
	named, score := o.answer == p.answers, o.next
	if !named {
		score = 0
	}
	if named == o.named && score == o.score {
		return
	}
	p.count(c, -1)
	if named != o.named {
		by := 1
		if !named {
			by = -1
		}
		c.named += by
		if a.Type == Predicate {
			c.vetoes -= by
		}
	}
	c.rating += a.WeightOrDefault() * (score - o.score)
	o.named, o.score = named, score
	p.count(c, 1)
	if !c.unrecorded {
		c.unrecorded = true
		p.unrecorded++
	}
}

// vetoedBy names the first predicate that does not name the candidate.
func (p *pass) vetoedBy(c *candidate) string {
	for k := range p.panel {
		if p.panel[k].Type == Predicate && !c.opinions[k].named {
			return p.panel[k].Name
		}
	}
	return ""
}

// maxRecorded limits the ratings that all rounds after the first record. If advisors changed all scores in every round,
// the number would grow with the square of the candidates.
const maxRecorded = 100_000

// maxListed limits the candidates and the recommendations that all rounds list, for the same reason.
const maxListed = 10_000

// list adds the candidates and what the advisors recommend of them, unless this or an earlier round would list too much.
func (p *pass) list(round *placement.Round) {
	if p.listed > maxListed {
		return
	}
	for _, c := range p.line {
		p.listed += 1 + c.named
	}
	if p.listed > maxListed {
		return
	}
	listing := &placement.Listing{
		Candidates: lists.Map(p.line, func(c *candidate) string { return c.key }),
		Answers:    make([]placement.AdvisorAnswer, len(p.panel)),
	}
	answers := listing.Answers
	for k := range p.panel {
		answers[k].Advisor = p.panel[k].Name
		for _, c := range p.line {
			if o := &c.opinions[k]; o.named {
				answers[k].Recommendations = append(answers[k].Recommendations, placement.Recommendation{Target: c.key, Score: int(o.score)})
			}
		}
	}
	round.Listing = listing
}

// record adds the ratings that have changed since they were last recorded.
func (p *pass) record(round *placement.Round) {
	p.list(round)
	if p.unrecorded == 0 {
		return
	}
	if len(p.result.Rounds) > 0 {
		if p.recorded+p.unrecorded > maxRecorded {
			round.Omitted = p.unrecorded
			return
		}
		p.recorded += p.unrecorded
	}
	round.Ratings = make([]placement.Rating, 0, p.unrecorded)
	for _, c := range p.line {
		if c.unrecorded {
			round.Ratings = append(round.Ratings, p.ratingOf(c))
			c.unrecorded = false
		}
	}
	p.unrecorded = 0
}

func (p *pass) ratingOf(c *candidate) placement.Rating {
	rating := placement.Rating{Target: c.key, Hundredths: c.rating, Previous: c.previous}
	if c.named > 0 {
		rating.Shares = make([]placement.Share, 0, c.named)
	}
	for k := range c.opinions {
		if o := &c.opinions[k]; o.named {
			a := &p.panel[k]
			rating.Shares = append(rating.Shares, placement.Share{Advisor: a.Name, Hundredths: a.WeightOrDefault() * o.score})
		}
	}
	return rating
}
