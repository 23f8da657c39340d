// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff

import (
	"maps"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// history is how the rating of a candidate of a hybrid decision changed.
type history struct {
	// last is the last round that the candidate took part in.
	last int
	// ratings are in the order of their rounds, one at most for each.
	ratings []rating
}

// rating is what speaks for a candidate from a round on, in hundredths. It has an entry for each column.
type rating struct {
	round  int
	shares []placement.ScoreLine
}

// addRounds makes the columns and the history of the candidates of a hybrid decision.
func (p *Pass) addRounds(rounds []placement.Round) {
	p.recorded = len(rounds)
	column := p.addAdvisors(rounds)
	byName := make(map[string]*cluster, p.candidates)
	for i := range p.clusters[:p.candidates] {
		byName[p.clusters[i].name] = &p.clusters[i]
	}
	for i := range rounds {
		if rounds[i].Omitted > 0 {
			p.recorded = min(p.recorded, i)
		}
		for k := range rounds[i].Ratings {
			if c := byName[rounds[i].Ratings[k].Target]; c != nil {
				c.rate(i, &rounds[i].Ratings[k], column)
				c.history.last = len(rounds) - 1
			}
		}
	}
	for i := range rounds {
		for _, name := range rounds[i].Removed {
			if c := byName[name]; c != nil && c.history != nil {
				c.history.last = i
			}
		}
	}
}

// addAdvisors makes a column of every advisor that named a target, by name, and one of an earlier decision. It returns the
// columns by advisor.
func (p *Pass) addAdvisors(rounds []placement.Round) map[string]int {
	column := map[string]int{}
	for i := range rounds {
		for k := range rounds[i].Ratings {
			for _, share := range rounds[i].Ratings[k].Shares {
				column[share.Advisor] = 0
			}
		}
	}
	p.columns = make([]placement.Prioritizer, 0, len(column)+1)
	for _, advisor := range slices.Sorted(maps.Keys(column)) {
		column[advisor] = len(p.columns)
		p.columns = append(p.columns, placement.Prioritizer{Name: advisor, Weight: 1})
	}
	p.columns = append(p.columns, placement.Prioritizer{Kind: placement.ScorePrevious, Weight: 1})
	return column
}

// rate notes the rating of a candidate in a round. Of two targets of a name the first applies.
func (c *cluster) rate(round int, recorded *placement.Rating, column map[string]int) {
	if c.history == nil {
		c.history = &history{}
	}
	if n := len(c.history.ratings); n > 0 && c.history.ratings[n-1].round == round {
		return
	}
	shares := make([]placement.ScoreLine, len(column)+1)
	for _, share := range recorded.Shares {
		shares[column[share.Advisor]] = placement.ScoreLine{Value: share.Hundredths, Given: true}
	}
	shares[len(column)] = placement.ScoreLine{Value: recorded.Previous, Given: recorded.Previous != 0}
	c.history.ratings = append(c.history.ratings, rating{round, shares})
}

// shares are what the advisors and an earlier decision give a candidate in the last round that had the other one too; nil if
// the ratings of that round are not known.
func (p *Pass) shares(c, other *cluster) []placement.ScoreLine {
	if c.history == nil || other.history == nil || min(c.history.last, other.history.last) >= p.recorded {
		return nil
	}
	lines := c.history.ratings[0].shares
	for _, later := range c.history.ratings[1:] {
		if later.round <= other.history.last {
			lines = later.shares
		}
	}
	return lines
}
