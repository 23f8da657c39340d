// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff

import (
	"bytes"
	"compress/flate"
	"io"
	"math"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// DecodePass is the reverse of [Pass.Encode]. It fails for anything that Encode does not make, such as the encoding of another
// version.
func DecodePass(encoded []byte) (*Pass, error) {
	if len(encoded) == 0 || len(encoded) > maxEncoded || encoded[0] != encodingVersion {
		return nil, errPass
	}
	compressed := bytes.NewReader(encoded[1:])
	raw, err := io.ReadAll(io.LimitReader(flate.NewReaderDict(compressed, []byte(dictionary)), maxDecoded+1))
	if err != nil || len(raw) > maxDecoded || compressed.Len() > 0 {
		return nil, errPass
	}
	r := reader{bytes: raw}
	p := r.pass()
	if r.err != nil || len(r.bytes) > 0 {
		return nil, errPass
	}
	return p, nil
}

// pass reads a pass. It returns nil or half of a pass after an error.
func (r *reader) pass() *Pass {
	p := &Pass{dialect: placement.Dialect(r.text()), mistake: r.text(), unscored: r.flag()}
	p.omitted = r.uint(math.MaxInt32)
	p.decided = r.uint(math.MaxInt32)
	p.candidates = r.uint(math.MaxInt32)
	p.recorded = r.uint(math.MaxInt32)
	for range r.count() {
		c := placement.Prioritizer{Name: r.text(), Kind: placement.ScoreKind(r.text())}
		weight := r.int()
		if c.Weight = int32(weight); int64(c.Weight) != weight {
			r.fail()
		}
		p.columns = append(p.columns, c)
	}
	p.outcomes = r.outcomes()
	sorted := r.names()
	for i, o := range r.indexes(len(sorted), len(p.outcomes)) {
		sorted[i].outcome = int32(o)
	}
	candidates := make([]*cluster, 0, len(sorted))
	for i := range sorted {
		if sorted[i].outcome < firstRejection {
			candidates = append(candidates, &sorted[i])
		}
	}
	r.scores(p, candidates)
	if p.dialect == placement.DialectHybrid {
		r.histories(p, candidates)
	}
	for i, more := range r.column(len(candidates)) {
		candidates[i].score = p.sum(candidates[i]) + more
	}
	if r.err == nil {
		r.arrange(p, sorted)
	}
	return p
}

func (r *reader) outcomes() []outcome {
	list := newOutcomes().list
	for range r.count() {
		o := outcome{stage: r.text(), origin: placement.Origin(r.text())}
		for range r.count() {
			o.kinds = append(o.kinds, kind{r.text(), r.text(), r.flag()})
		}
		list = append(list, o)
	}
	return list
}

// names reads the clusters by name. All names are part of one text.
func (r *reader) names() []cluster {
	n := r.count()
	shared, own := r.indexes(n, maxShared+1), r.indexes(n, len(r.bytes)+1)
	if r.err != nil {
		return nil
	}
	var all []byte
	ends := make([]int, n)
	before := all
	for i := range n {
		if int(shared[i]) > len(before) {
			r.fail()
			return nil
		}
		start := len(all)
		all = append(append(all, before[:shared[i]]...), r.take(int(own[i]))...)
		ends[i], before = len(all), all[start:]
	}
	if r.err != nil {
		return nil
	}
	text, clusters, start := string(all), make([]cluster, n), 0
	for i, end := range ends {
		clusters[i].name, start = text[start:end], end
		if i > 0 && clusters[i-1].name >= clusters[i].name {
			r.fail()
			return nil
		}
	}
	return clusters
}

func (r *reader) scores(p *Pass, candidates []*cluster) {
	var scored []*cluster
	for i, has := range r.indexes(len(candidates), 2) {
		if has == 1 {
			scored = append(scored, candidates[i])
		}
	}
	table := r.lines(len(p.columns), len(scored))
	for i := range table {
		scored[i].scores = table[i]
	}
}

// lines reads the columns of a table with a number of rows. It is nil after an error.
func (r *reader) lines(columns, rows int) [][]placement.ScoreLine {
	if rows > 0 && (columns == 0 || rows > len(r.bytes)/columns) {
		r.fail()
		return nil
	}
	table, lines := make([][]placement.ScoreLine, rows), make([]placement.ScoreLine, rows*columns)
	for i := range table {
		table[i], lines = lines[:columns:columns], lines[columns:]
	}
	for k := range columns {
		var given []int64
		if !r.flag() {
			given = r.indexes(rows, 2)
		}
		for i, v := range r.column(rows) {
			table[i][k] = placement.ScoreLine{Value: v, Given: given == nil || given[i] == 1}
		}
	}
	if r.err != nil {
		return nil
	}
	return table
}

func (r *reader) histories(p *Pass, candidates []*cluster) {
	counts := r.indexes(len(candidates), len(r.bytes)+1)
	var rated []*cluster
	total := 0
	for i, n := range counts {
		if n > 0 {
			candidates[i].history = &history{}
			rated = append(rated, candidates[i])
			total += int(n)
		}
	}
	if total > len(r.bytes) {
		r.fail()
		return
	}
	for i, last := range r.indexes(len(rated), math.MaxInt32) {
		rated[i].history.last = int(last)
	}
	rounds := r.indexes(total, math.MaxInt32)
	table := r.lines(len(p.columns), total)
	if r.err != nil {
		return
	}
	ratings := make([]rating, total)
	for i := range ratings {
		ratings[i] = rating{int(rounds[i]), table[i]}
	}
	for i, n := range counts {
		if n > 0 {
			candidates[i].history.ratings, ratings = ratings[:n:n], ratings[n:]
		}
	}
}

// arrange puts the clusters in their order, and checks that they are as many as the pass says.
func (r *reader) arrange(p *Pass, sorted []cluster) {
	p.clusters = make([]cluster, 0, len(sorted))
	var waiting []*cluster
	for i := range sorted {
		switch sorted[i].outcome {
		case chosen:
			p.clusters = append(p.clusters, sorted[i])
		case notPicked:
			waiting = append(waiting, &sorted[i])
		}
	}
	omitted, rejected := p.candidates-p.decided-len(waiting), len(sorted)-len(p.clusters)-len(waiting)
	if len(p.clusters) != p.decided || omitted < 0 || omitted > p.omitted || p.omitted > 0 && rejected > 0 {
		r.fail()
		return
	}
	for _, c := range r.inOrder(waiting) {
		p.clusters = append(p.clusters, *c)
	}
	for i := range sorted {
		if sorted[i].outcome >= firstRejection {
			p.clusters = append(p.clusters, sorted[i])
		}
	}
}
