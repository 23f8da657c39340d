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
