// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// swing is a score that speaks more for the winner, compared with the loser, than it did before. The whole of it is
// what the loser lost, what the winner gained, and what another weight makes of their difference before.
type swing struct {
	priorWinner, laterWinner, priorLoser, laterLoser term
	fall, rise, reweighted                           float64
}

func (s *swing) whole() float64 { return s.fall + s.rise + s.reweighted }

// swings compares the terms of two clusters, by name, in the later order; those that are gone come last. It is nil if
// the clusters did not compete in both passes.
func (c *comparison) swings(winner, loser string) []swing {
	priorWinner, laterWinner := c.prior.terms(winner, loser), c.later.terms(winner, loser)
	priorLoser, laterLoser := c.prior.terms(loser, winner), c.later.terms(loser, winner)
	if priorWinner == nil || laterWinner == nil || priorLoser == nil || laterLoser == nil {
		return nil
	}
	var names []string
	for _, terms := range [][]term{laterWinner, priorWinner} {
		for i := range terms {
			if !slices.Contains(names, terms[i].name) {
				names = append(names, terms[i].name)
			}
		}
	}
	list := make([]swing, len(names))
	for i, name := range names {
		s := &list[i]
		s.priorWinner, s.laterWinner = bothTimes(priorWinner, laterWinner, name)
		s.priorLoser, s.laterLoser = bothTimes(priorLoser, laterLoser, name)
		weight := s.laterLoser.weight
		s.fall = weight * (s.priorLoser.value - s.laterLoser.value)
		s.rise = weight * (s.laterWinner.value - s.priorWinner.value)
		s.reweighted = (weight - s.priorLoser.weight) * (s.priorWinner.value - s.priorLoser.value)
	}
	return list
}

// bothTimes finds the terms of a name. Where a pass does not have it, its weight is 0 there.
func bothTimes(priorTerms, after []term, name string) (prior, later term) {
	i, k := indexOfTerm(priorTerms, name), indexOfTerm(after, name)
	switch {
	case i < 0:
		prior, later = after[k], after[k]
		prior.weight = 0
	case k < 0:
		prior, later = priorTerms[i], priorTerms[i]
		later.weight = 0
	default:
		prior, later = priorTerms[i], after[k]
	}
	return prior, later
}

// decisive is the swing that did most: the largest one or, where columns are compared one after the other, the first.
func (c *comparison) decisive(swings []swing) *swing {
	var most *swing
	for i := range swings {
		s := &swings[i]
		if s.whole() <= 0 || most != nil && (c.later.dialect == placement.DialectKubeFleet || s.whole() <= most.whole()) {
			continue
		}
		most = s
	}
	return most
}

// total is the sum of terms.
func total(terms []term) float64 {
	sum := 0.0
	for i := range terms {
		sum += terms[i].weight * terms[i].value
	}
	return sum
}

// ownFall is the score of which a cluster lost most, whatever the others have.
func (c *comparison) ownFall(name, other string) (prior, later term, fell bool) {
	priorTerms, after := c.prior.terms(name, name), c.later.terms(name, other)
	most := 0.0
	for i := range after {
		k := indexOfTerm(priorTerms, after[i].name)
		if k < 0 {
			continue
		}
		if loss := after[i].weight * (priorTerms[k].value - after[i].value); loss > most {
			most, prior, later = loss, priorTerms[k], after[i]
		}
	}
	return prior, later, most > 0
}

// compareTerms orders two clusters by their terms as the dialect does.
func (c *comparison) compareTerms(a, b []term) int {
	if c.later.dialect != placement.DialectKubeFleet {
		return cmp.Compare(total(a), total(b))
	}
	for i := range a {
		if k := indexOfTerm(b, a[i].name); k >= 0 && a[i].value != b[k].value {
			return cmp.Compare(a[i].value, b[k].value)
		}
	}
	return 0
}

// term is what one prioritizer or advisor adds to the score of a cluster.
type term struct {
	name string
	kind placement.ScoreKind
	// value is multiplied by weight. Text is the value as reasons have it.
	value, weight float64
	text          string
	cause         Cause
}

// terms are what a candidate's score is made of; nil if it is not a candidate or its scores were not compared. Those
// of a hybrid decision are from the last round that had the other cluster too.
func (r *ranking) terms(name, other string) []term {
	if !r.isCandidate(name) || !r.scored(name) {
		return nil
	}
	lines := r.cluster(name).scores
	if r.dialect == placement.DialectHybrid {
		if !r.isCandidate(other) {
			return nil
		}
		if lines = r.shares(r.cluster(name), r.cluster(other)); lines == nil {
			return nil
		}
	}
	if len(lines) < len(r.columns) {
		return nil
	}
	terms := make([]term, 0, len(lines))
	for k, line := range lines {
		column := r.term(k, line)
		// Columns of the same name are the same score that is configured twice.
		if index := indexOfTerm(terms, column.name); index >= 0 {
			terms[index].weight += column.weight
			continue
		}
		terms = append(terms, column)
	}
	return terms
}

// term is what a column gives a cluster.
func (r *ranking) term(k int, line placement.ScoreLine) term {
	column := &r.columns[k]
	t := term{name: column.Name, kind: column.Kind, weight: float64(column.Weight), text: "none", cause: CauseScore}
	switch {
	case r.dialect == placement.DialectHybrid && column.Kind == placement.ScorePrevious:
		t.name = "the share of an earlier decision"
	case r.dialect == placement.DialectHybrid:
		t.name, t.cause = fmt.Sprintf("the rating of advisor %q", column.Name), CauseAdvisor
	case column.Kind == placement.ScoreResource:
		t.cause = CauseCapacity
	case column.Kind == placement.ScoreSpread:
		t.cause = CauseTopologySpread
	}
	switch {
	case !line.Given:
	case r.dialect == placement.DialectHybrid:
		t.value, t.text = float64(line.Value)/100, placement.FormatHundredths(line.Value)
	default:
		t.value, t.text = float64(line.Value), strconv.FormatInt(line.Value, 10)
	}
	return t
}

func indexOfTerm(terms []term, name string) int {
	return slices.IndexFunc(terms, func(t term) bool { return t.name == name })
}
