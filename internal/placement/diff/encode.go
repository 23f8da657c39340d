// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff

import (
	"bytes"
	"cmp"
	"compress/flate"
	"io"
	"slices"
	"strings"
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
	var c codec
	c.pass(p)
	if len(c.bytes) > maxDecoded {
		return nil
	}
	var encoded bytes.Buffer
	encoded.WriteByte(encodingVersion)
	compressor, err := flate.NewWriterDict(&encoded, flate.BestCompression, []byte(dictionary))
	if err != nil {
		return nil // There is such a level.
	}
	if _, err := compressor.Write(c.bytes); err != nil {
		return nil // A buffer takes everything.
	}
	if err := compressor.Close(); err != nil || encoded.Len() > maxEncoded {
		return nil
	}
	return encoded.Bytes()
}

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
	c, p := codec{bytes: raw, reading: true}, &Pass{}
	if c.pass(p); c.err != nil || len(c.bytes) > 0 {
		return nil, errPass
	}
	return p, nil
}

// maxShared is how much of a name the name before it may give.
const maxShared = 255

// writeNames writes how many bytes every name shares with the name before it, how many it has beside these, and all of these.
func (c *codec) writeNames(sorted []*cluster) {
	shared, own := make([]int64, len(sorted)), make([]int64, len(sorted))
	prior := ""
	for i, cluster := range sorted {
		name := cluster.name
		for n := min(len(prior), len(name), maxShared); int(shared[i]) < n && prior[shared[i]] == name[shared[i]]; {
			shared[i]++
		}
		own[i], prior = int64(len(name))-shared[i], name
	}
	c.count(len(sorted))
	c.column(shared)
	c.column(own)
	for i, cluster := range sorted {
		c.bytes = append(c.bytes, cluster.name[shared[i]:]...)
	}
}

// readNames reads the clusters by name. All names are part of one text.
func (c *codec) readNames() []*cluster {
	n := c.count(0)
	shared, own := make([]int64, n), make([]int64, n)
	c.indexes(shared, maxShared+1)
	c.indexes(own, len(c.bytes)+1)
	if c.err != nil {
		return nil
	}
	var all []byte
	ends := make([]int, n)
	prior := all
	for i := range n {
		if int(shared[i]) > len(prior) {
			c.fail()
			return nil
		}
		start := len(all)
		all = append(append(all, prior[:shared[i]]...), c.take(int(own[i]))...)
		ends[i], prior = len(all), all[start:]
	}
	if c.err != nil {
		return nil
	}
	text, clusters, sorted, start := string(all), make([]cluster, n), make([]*cluster, n), 0
	for i, end := range ends {
		clusters[i].name, sorted[i], start = text[start:end], &clusters[i], end
		if i > 0 && clusters[i-1].name >= clusters[i].name {
			c.fail()
			return nil
		}
	}
	return sorted
}

// arrange puts the clusters in their order, and checks that they are as many as the pass says.
func (c *codec) arrange(p *Pass, sorted []*cluster) {
	p.clusters = make([]cluster, 0, len(sorted))
	var waiting []*cluster
	for i := range sorted {
		switch sorted[i].outcome {
		case chosen:
			p.clusters = append(p.clusters, *sorted[i])
		case notPicked:
			waiting = append(waiting, sorted[i])
		}
	}
	omitted, rejected := p.candidates-p.decided-len(waiting), len(sorted)-len(p.clusters)-len(waiting)
	if len(p.clusters) != p.decided || omitted < 0 || omitted > p.omitted || p.omitted > 0 && rejected > 0 {
		c.fail()
		return
	}
	for _, cluster := range c.inOrder(waiting) {
		p.clusters = append(p.clusters, *cluster)
	}
	for i := range sorted {
		if sorted[i].outcome >= firstRejection {
			p.clusters = append(p.clusters, *sorted[i])
		}
	}
}

// The orders that clusters which were not picked can have without writing it.
const (
	orderListed = iota
	orderByScore
	orderByColumns
	orders
)

// byRank compares clusters in an order: as Open Cluster Management does, or as KubeFleet does.
var byRank = [orders]func(a, b *cluster) int{
	orderByScore: func(a, b *cluster) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.name, b.name))
	},
	orderByColumns: func(a, b *cluster) int {
		for k := range min(len(a.scores), len(b.scores)) {
			if order := cmp.Compare(b.scores[k].Value, a.scores[k].Value); order != 0 {
				return order
			}
		}
		return cmp.Or(cmp.Compare(len(b.scores), len(a.scores)), strings.Compare(b.name, a.name))
	},
}

// writeOrder writes the order of the clusters that were not picked: which one it is, or the place of each by name.
func (c *codec) writeOrder(p *Pass, candidates []*cluster) {
	ranked := make([]*cluster, 0, len(candidates))
	for i := range p.clusters {
		if p.clusters[i].outcome == notPicked {
			ranked = append(ranked, &p.clusters[i])
		}
	}
	for order := orderByScore; order < orders; order++ {
		if slices.IsSortedFunc(ranked, byRank[order]) {
			c.uint(&order, orders)
			return
		}
	}
	place := make(map[*cluster]int64, len(ranked))
	for i, cluster := range ranked {
		place[cluster] = int64(i)
	}
	named, order := slices.DeleteFunc(candidates, func(c *cluster) bool { return c.outcome != notPicked }), orderListed
	c.uint(&order, orders)
	c.numbers(named, len(named), func(c *cluster) int64 { return place[c] }, nil)
}

// inOrder reads the order of clusters that are sorted by name, and puts them in it.
func (c *codec) inOrder(clusters []*cluster) []*cluster {
	order := 0
	if c.uint(&order, orders-1); order != orderListed {
		slices.SortFunc(clusters, byRank[order])
		return clusters
	}
	ordered := make([]*cluster, len(clusters))
	c.numbers(clusters, len(clusters), nil, func(cluster *cluster, place int64) {
		if ordered[place] != nil {
			c.fail()
		}
		ordered[place] = cluster
	})
	if c.err != nil {
		return nil
	}
	return ordered
}
