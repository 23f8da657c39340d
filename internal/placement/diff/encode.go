// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff

import (
	"bytes"
	"compress/flate"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

const (
	// encodingVersion is the first byte of an encoded pass. It changes when the encoding changes.
	encodingVersion = 1
	// maxEncoded is how many bytes an encoded pass may have. In a state file they are encoded as base64 three times.
	maxEncoded = 33_000
	// maxDecoded bounds what is compressed.
	maxDecoded = 1 << 20
	// maxClusters is how many clusters a pass has that is not truncated.
	maxClusters = 20_000
)

// dictionary are texts that most passes have, so that a pass of a small fleet is short. It is a part of the encoding.
const dictionary = "its type did not match its claim did not match its property did not match it took no new placements " +
	"it would have broken maxSkew it was not listed it was being deleted a CEL expression was not true " +
	"it was in no cluster set that is open to the placement property claim deletion cluster name cluster set advisor request " +
	"TopologySpread ClusterEligibility ClusterAffinity SamePlacementAffinity spread affinity previous kubefleet hybrid " +
	"AddOn/ ResourceAllocatableCPU resource ResourceAllocatableMemory resource Balance Steady " +
	"taint a taint was not tolerated TaintToleration label its label did not match Predicate cluster ocm"

// Encode is a compressed form of the pass: at most 33 kB, and the same bytes for the same pass. A pass that is too large for that
// is truncated to the chosen clusters and the first hundred that were not picked; if necessary, the chosen clusters lose their
// scores. Encode returns nil if that is too large, too.
func (p *Pass) Encode() []byte {
	if len(p.clusters) <= maxClusters {
		if encoded := p.encode(); encoded != nil {
			return encoded
		}
	}
	short := p.truncated(keptBehind)
	if encoded := short.encode(); encoded != nil {
		return encoded
	}
	return short.withoutScores().encode()
}

// encode returns nil if the encoded pass is too large.
func (p *Pass) encode() []byte {
	var w writer
	w.pass(p)
	if len(w.bytes) > maxDecoded {
		return nil
	}
	var encoded bytes.Buffer
	encoded.WriteByte(encodingVersion)
	compressor, err := flate.NewWriterDict(&encoded, flate.BestCompression, []byte(dictionary))
	if err != nil {
		return nil // There is such a level.
	}
	if _, err := compressor.Write(w.bytes); err != nil {
		return nil // A buffer takes everything.
	}
	if err := compressor.Close(); err != nil || encoded.Len() > maxEncoded {
		return nil
	}
	return encoded.Bytes()
}

// pass writes what concerns all clusters, then the clusters by name.
func (w *writer) pass(p *Pass) {
	w.text(string(p.dialect))
	w.text(p.mistake)
	w.flag(p.unscored)
	w.uint(p.omitted)
	w.uint(p.decided)
	w.uint(p.candidates)
	w.uint(p.recorded)
	w.uint(len(p.columns))
	for _, c := range p.columns {
		w.text(c.Name)
		w.text(string(c.Kind))
		w.int(int64(c.Weight))
	}
	w.outcomes(p.outcomes[firstRejection:])
	kept := min(p.candidates, len(p.clusters))
	sorted := merge(merge(byName(p.clusters[:p.decided]), byName(p.clusters[p.decided:kept])), byName(p.clusters[kept:]))
	w.names(sorted)
	w.column(column(sorted, func(c *cluster) int64 { return int64(c.outcome) }))
	candidates := slices.DeleteFunc(sorted, func(c *cluster) bool { return c.outcome >= firstRejection })
	w.scores(p, candidates)
	if p.dialect == placement.DialectHybrid {
		w.histories(p, candidates)
	}
	w.column(column(candidates, func(c *cluster) int64 { return c.score - p.sum(c) }))
	w.order(p, candidates)
}

// merge merges two lists of clusters by name.
func merge(a, b []*cluster) []*cluster {
	merged := make([]*cluster, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0].name < b[0].name {
			merged, a = append(merged, a[0]), a[1:]
		} else {
			merged, b = append(merged, b[0]), b[1:]
		}
	}
	return append(append(merged, a...), b...)
}

func (w *writer) outcomes(rejections []outcome) {
	w.uint(len(rejections))
	for i := range rejections {
		o := &rejections[i]
		w.text(o.stage)
		w.text(string(o.origin))
		w.uint(len(o.kinds))
		for _, k := range o.kinds {
			w.text(k.name)
			w.text(k.before)
			w.flag(k.shared)
		}
	}
}

// maxShared is how much of a name the name before it may give.
const maxShared = 255

// names writes how many bytes every name shares with the name before it, how many it has beside these, and all of these.
func (w *writer) names(sorted []*cluster) {
	shared, own := make([]int64, len(sorted)), make([]int64, len(sorted))
	before := ""
	for i, c := range sorted {
		for n := min(len(before), len(c.name), maxShared); int(shared[i]) < n && before[shared[i]] == c.name[shared[i]]; {
			shared[i]++
		}
		own[i], before = int64(len(c.name))-shared[i], c.name
	}
	w.uint(len(sorted))
	w.column(shared)
	w.column(own)
	for i, c := range sorted {
		w.raw(c.name[shared[i]:])
	}
}

// column makes a list of numbers of clusters.
func column(clusters []*cluster, value func(*cluster) int64) []int64 {
	values := make([]int64, len(clusters))
	for i, c := range clusters {
		values[i] = value(c)
	}
	return values
}

// scores writes which candidates have scores, and these.
func (w *writer) scores(p *Pass, candidates []*cluster) {
	var scores [][]placement.ScoreLine
	w.column(column(candidates, func(c *cluster) int64 { return int64(min(1, len(c.scores))) }))
	for _, c := range candidates {
		if len(c.scores) > 0 {
			scores = append(scores, c.scores)
		}
	}
	w.lines(len(p.columns), scores)
}

// lines writes the columns of a table.
func (w *writer) lines(columns int, table [][]placement.ScoreLine) {
	values, given := make([]int64, len(table)), make([]int64, len(table))
	for k := range columns {
		all := true
		for i := range table {
			values[i], given[i] = table[i][k].Value, 1
			if !table[i][k].Given {
				given[i], all = 0, false
			}
		}
		w.flag(all)
		if !all {
			w.column(given)
		}
		w.column(values)
	}
}

// histories writes how many ratings every candidate has, its last round, and the ratings.
func (w *writer) histories(p *Pass, candidates []*cluster) {
	var last, rounds []int64
	var shares [][]placement.ScoreLine
	w.column(column(candidates, func(c *cluster) int64 {
		if c.history == nil {
			return 0
		}
		last = append(last, int64(c.history.last))
		for _, r := range c.history.ratings {
			rounds, shares = append(rounds, int64(r.round)), append(shares, r.shares)
		}
		return int64(len(c.history.ratings))
	}))
	w.column(last)
	w.column(rounds)
	w.lines(len(p.columns), shares)
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
