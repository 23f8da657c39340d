package diff

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// term is what one prioritizer or advisor adds to the score of a cluster.
type term struct {
	name string
	kind placement.ScoreKind
	// value is multiplied by weight; an advisor's is multiplied already. Text is the value as the report has it.
	value, weight float64
	text          string
	cause         Cause
}

func causeOf(kind placement.ScoreKind) Cause {
	switch kind {
	case placement.ScoreResource:
		return CauseCapacity
	case placement.ScoreSpread:
		return CauseTopologySpread
	}
	return CauseScore
}

// scored reports whether somebody has looked at the scores of a candidate.
func (r *ranking) scored(name string) bool {
	c := r.cluster(name)
	return c != nil && (r.Dialect != placement.DialectKubeFleet || len(c.Scores) > 0 && c.Scores[0] != nil)
}

// terms are what a candidate's score is made of; nil if it is not a candidate or its scores were not compared. Those
// of a hybrid decision are from the last round that had the other cluster too.
func (r *ranking) terms(name, other string) []term {
	switch {
	case !r.isCandidate(name) || !r.scored(name):
		return nil
	case r.Dialect == placement.DialectHybrid:
		return r.shares(name, other)
	}
	c := r.cluster(name)
	terms := make([]term, 0, len(c.Scores))
	for k, value := range c.Scores[:min(len(c.Scores), len(r.Prioritizers))] {
		column := &r.Prioritizers[k]
		weight := float64(column.Weight)
		// Columns of the same name are the same score that is configured twice.
		if at := indexOfTerm(terms, column.Name); at >= 0 {
			terms[at].weight += weight
			continue
		}
		t := term{name: column.Name, kind: column.Kind, weight: weight, text: "none", cause: causeOf(column.Kind)}
		if value != nil {
			t.value, t.text = float64(*value), strconv.FormatInt(*value, 10)
		}
		terms = append(terms, t)
	}
	return terms
}

// ratedIn is what a target of a hybrid decision is rated from a round on.
type ratedIn struct {
	round  int
	rating *placement.ReportedRating
}

// findRounds notes for every target of a hybrid decision its ratings and the last round that it was a candidate in.
func (r *ranking) findRounds() {
	r.ratings, r.lastRound, r.recorded = map[string][]ratedIn{}, map[string]int{}, len(r.Rounds)
	advisors := map[string]bool{}
	for i := range r.Rounds {
		if r.Rounds[i].Omitted > 0 {
			r.recorded = min(r.recorded, i)
		}
		for k := range r.Rounds[i].Candidates {
			rating := &r.Rounds[i].Candidates[k]
			r.ratings[rating.Name] = append(r.ratings[rating.Name], ratedIn{i, rating})
			r.lastRound[rating.Name] = len(r.Rounds) - 1
			for advisor := range rating.Advisors {
				advisors[advisor] = true
			}
		}
	}
	for i := range r.Rounds {
		for _, name := range r.Rounds[i].Removed {
			r.lastRound[name] = i
		}
	}
	r.advisors = slices.Sorted(maps.Keys(advisors))
}

// shares are what the advisors and an earlier decision give a target in the last round that had the other one too; nil if
// the report does not have the ratings of that round.
func (r *ranking) shares(name, other string) []term {
	lastOfOther, otherRated := r.lastRound[other]
	ratings := r.ratings[name]
	if len(ratings) == 0 || !otherRated || min(r.lastRound[name], lastOfOther) >= r.recorded {
		return nil
	}
	rating := ratings[0].rating
	for _, later := range ratings[1:] {
		if later.round <= lastOfOther {
			rating = later.rating
		}
	}
	terms := make([]term, 0, len(r.advisors)+1)
	for _, advisor := range r.advisors {
		terms = append(terms, share(fmt.Sprintf("the rating of advisor %q", advisor), rating.Advisors[advisor], CauseAdvisor))
	}
	return append(terms, share("the share of an earlier decision", rating.Previous, CauseScore))
}

func share(name string, of json.Number, cause Cause) term {
	value, err := of.Float64()
	if err != nil {
		return term{name: name, text: "none", weight: 1, cause: cause}
	}
	return term{name: name, value: value, text: of.String(), weight: 1, cause: cause}
}

func indexOfTerm(terms []term, name string) int {
	return slices.IndexFunc(terms, func(t term) bool { return t.name == name })
}
