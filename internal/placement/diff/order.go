// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff

import (
	"cmp"
	"slices"
	"strings"
)

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

// order writes the order of the clusters that were not picked: which one it is, or the place of each by name.
func (w *writer) order(p *Pass, candidates []*cluster) {
	ranked := make([]*cluster, 0, len(candidates))
	for i := range p.clusters {
		if p.clusters[i].outcome == notPicked {
			ranked = append(ranked, &p.clusters[i])
		}
	}
	for order := orderByScore; order < orders; order++ {
		if slices.IsSortedFunc(ranked, byRank[order]) {
			w.uint(order)
			return
		}
	}
	place := make(map[*cluster]int64, len(ranked))
	for i, c := range ranked {
		place[c] = int64(i)
	}
	named := slices.DeleteFunc(candidates, func(c *cluster) bool { return c.outcome != notPicked })
	w.uint(orderListed)
	w.column(column(named, func(c *cluster) int64 { return place[c] }))
}

// inOrder reads the order of clusters that are sorted by name, and puts them in it.
func (r *reader) inOrder(clusters []*cluster) []*cluster {
	if order := r.uint(orders - 1); order != orderListed {
		slices.SortFunc(clusters, byRank[order])
		return clusters
	}
	ordered := make([]*cluster, len(clusters))
	for i, place := range r.indexes(len(clusters), len(clusters)) {
		if ordered[place] != nil {
			r.fail()
		}
		ordered[place] = clusters[i]
	}
	if r.err != nil {
		return nil
	}
	return ordered
}
