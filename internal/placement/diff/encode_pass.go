// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff

import (
	"math"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// pass is what concerns all clusters, then the clusters by name. It is half of a pass after an error.
func (c *codec) pass(p *Pass) {
	text(c, &p.dialect)
	text(c, &p.mistake)
	c.flag(&p.unscored)
	for _, n := range []*int{&p.omitted, &p.decided, &p.candidates, &p.recorded} {
		c.uint(n, math.MaxInt32)
	}
	p.columns = list(c, p.columns)
	for i := range p.columns {
		column := &p.columns[i]
		text(c, &column.Name)
		text(c, &column.Kind)
		weight := int64(column.Weight)
		c.int(&weight)
		if column.Weight = int32(weight); int64(column.Weight) != weight {
			c.fail()
		}
	}
	c.outcomes(p)
	var sorted []*cluster
	if c.reading {
		sorted = c.readNames()
	} else {
		sorted = byName(p.clusters)
		c.writeNames(sorted)
	}
	c.numbers(sorted, len(p.outcomes), func(c *cluster) int64 { return int64(c.outcome) },
		func(c *cluster, outcome int64) { c.outcome = int32(outcome) })
	candidates := slices.DeleteFunc(slices.Clone(sorted), func(c *cluster) bool { return c.outcome >= firstRejection })
	c.scores(p, candidates)
	if p.dialect == placement.DialectHybrid {
		c.histories(p, candidates)
	}
	c.sums(p, candidates)
	if !c.reading {
		c.writeOrder(p, candidates)
	} else if c.err == nil {
		c.arrange(p, sorted)
	}
}

func (c *codec) outcomes(p *Pass) {
	if c.reading {
		p.outcomes = newOutcomes().list
	}
	rejections := list(c, p.outcomes[firstRejection:])
	for i := range rejections {
		o := &rejections[i]
		text(c, &o.stage)
		text(c, &o.origin)
		o.kinds = list(c, o.kinds)
		for k := range o.kinds {
			text(c, &o.kinds[k].name)
			text(c, &o.kinds[k].before)
			c.flag(&o.kinds[k].shared)
		}
	}
	if c.reading {
		p.outcomes = append(p.outcomes, rejections...)
	}
}

// scores are which candidates have scores, and these.
func (c *codec) scores(p *Pass, candidates []*cluster) {
	var scored []*cluster
	var table [][]placement.ScoreLine
	add := func(cluster *cluster, has int64) {
		if has == 1 {
			scored, table = append(scored, cluster), append(table, cluster.scores)
		}
	}
	c.numbers(candidates, 2, func(cluster *cluster) int64 {
		has := int64(min(1, len(cluster.scores)))
		add(cluster, has)
		return has
	}, add)
	c.lines(len(p.columns), table)
	for i := 0; c.reading && i < len(scored); i++ {
		scored[i].scores = table[i]
	}
}

// lines are the columns of a table. Its rows are nil before they are read, and after an error.
func (c *codec) lines(columns int, table [][]placement.ScoreLine) {
	rows := len(table)
	if c.reading {
		if rows > 0 && (columns == 0 || rows > len(c.bytes)/columns) {
			c.fail()
			return
		}
		lines := make([]placement.ScoreLine, rows*columns)
		for i := range table {
			table[i], lines = lines[:columns:columns], lines[columns:]
		}
	}
	for k := range columns {
		values, given, all := make([]int64, rows), make([]int64, rows), true
		for i := range table {
			if values[i] = table[i][k].Value; table[i][k].Given {
				given[i] = 1
			} else {
				all = false
			}
		}
		if c.flag(&all); !all {
			c.indexes(given, 2)
		}
		c.column(values)
		for i := 0; c.reading && i < rows; i++ {
			table[i][k] = placement.ScoreLine{Value: values[i], Given: all || given[i] == 1}
		}
	}
}

// histories are how many ratings every candidate has, its last round, and the ratings.
func (c *codec) histories(p *Pass, candidates []*cluster) {
	counts := make([]int64, len(candidates))
	for i, cluster := range candidates {
		if cluster.history != nil {
			counts[i] = int64(len(cluster.history.ratings))
		}
	}
	c.indexes(counts, len(c.bytes)+1)
	var rated []*cluster
	total := 0
	for i, n := range counts {
		if n > 0 {
			rated, total = append(rated, candidates[i]), total+int(n)
		}
	}
	if c.reading && !c.makeHistories(candidates, counts, total) {
		return
	}
	last, rounds, table := make([]int64, len(rated)), make([]int64, 0, total), make([][]placement.ScoreLine, 0, total)
	for i, cluster := range rated {
		last[i] = int64(cluster.history.last)
		for _, r := range cluster.history.ratings {
			rounds, table = append(rounds, int64(r.round)), append(table, r.shares)
		}
	}
	c.indexes(last, math.MaxInt32)
	c.indexes(rounds, math.MaxInt32)
	if c.lines(len(p.columns), table); !c.reading {
		return
	}
	for i, cluster := range rated {
		cluster.history.last = int(last[i])
		for k := range cluster.history.ratings {
			cluster.history.ratings[k] = rating{int(rounds[0]), table[0]}
			rounds, table = rounds[1:], table[1:]
		}
	}
}

// makeHistories makes the histories that are then read. It reports false if there are more ratings than bytes.
func (c *codec) makeHistories(candidates []*cluster, counts []int64, total int) bool {
	if total > len(c.bytes) {
		c.fail()
		return false
	}
	ratings := make([]rating, total)
	for i, n := range counts {
		if n > 0 {
			candidates[i].history = &history{ratings: ratings[:n:n]}
			ratings = ratings[n:]
		}
	}
	return true
}

// sums are by how much the scores of candidates differ from what their columns add up to.
func (c *codec) sums(p *Pass, candidates []*cluster) {
	values := make([]int64, len(candidates))
	for i, cluster := range candidates {
		if !c.reading {
			values[i] = cluster.score - p.sum(cluster)
		}
	}
	if c.column(values); !c.reading || c.err != nil {
		return
	}
	for i, cluster := range candidates {
		cluster.score = p.sum(cluster) + values[i]
	}
}

// sum is the score of a candidate by its columns. Where that is its score, there is nothing to write.
func (p *Pass) sum(c *cluster) int64 {
	lines := c.scores
	if c.history != nil {
		lines = c.history.ratings[len(c.history.ratings)-1].shares
	}
	sum := int64(0)
	for k := range lines {
		sum += int64(p.columns[k].Weight) * lines[k].Value
	}
	return sum
}
