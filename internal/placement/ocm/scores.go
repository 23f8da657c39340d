// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"math"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// scoreBalance prefers clusters that few decisions of other placements name. It counts the entries of all
// PlacementDecisions of all namespaces except the placement's own, including repeated ones. The largest count of any
// cluster, candidate or not, gives -100, half of it 0, and no entry 100. As in upstream, the score is truncated before it
// is doubled, so every score is even.
func (p *pass) scoreBalance(clusters []int32, scores column) {
	counts, largest := p.decisionCounts()
	for i, position := range clusters {
		if p.interrupted(i) {
			return
		}
		if counts == nil || counts[position] == 0 {
			scores.set(i, 100)
			continue
		}
		usage := float64(counts[position]) / float64(largest)
		scores.set(i, 2*int64(100*(0.5-usage)))
	}
}

// decisionCounts counts the decisions of others for each cluster and finds the largest count, also among clusters
// that the fleet no longer has. Without decisions of others, counts is nil.
func (p *pass) decisionCounts() (counts []int, largest int) {
	var gone map[string]int
	for i := range p.inv.Decisions {
		if p.owns(&p.inv.Decisions[i]) {
			continue
		}
		for k, name := range p.inv.Decisions[i].Clusters {
			if p.interrupted(k) {
				return nil, 0
			}
			position, ok := p.Position(name)
			if !ok {
				if gone == nil {
					gone = map[string]int{}
				}
				gone[name]++
				largest = max(largest, gone[name])
				continue
			}
			if counts == nil {
				counts = make([]int, len(p.Clusters))
			}
			counts[position]++
			largest = max(largest, counts[position])
		}
	}
	return counts, largest
}

// scoreSteady gives 100 to the clusters that are currently chosen, and 0 to the others.
func (p *pass) scoreSteady(clusters []int32, scores column) {
	for i, position := range clusters {
		if p.interrupted(i) {
			return
		}
		if p.isCurrent(position) {
			scores.set(i, 100)
		} else {
			scores.set(i, 0)
		}
	}
}

// allocatable prefers clusters with much of a resource: the least among the feasible clusters gives -100, the most
// 100. A cluster gets a score only if both its allocatable and its capacity have the resource; the others rank in the
// middle. If all have the same amount, all get 100.
//
// Amounts beyond float64 are infinite, and 0 with such an exponent is NaN. The scores are then computed from infinities
// and NaN, as in upstream: it sorts the amounts to find the least, which puts NaN first, and gives 100 to all only if the
// difference of most and least is 0, which that of infinite amounts is not.
func (p *pass) allocatable(name, resource string) prioritizer {
	return prioritizer{name: name, kind: placement.ScoreResource, score: func(clusters []int32, scores column) {
		amounts := make([]float64, len(clusters))
		least, most := math.Inf(1), math.Inf(-1)
		for i, position := range clusters {
			if p.interrupted(i) {
				return
			}
			amount, ok := amountOf(p.Clusters[position], resource)
			if !ok {
				continue
			}
			amounts[i] = amount
			scores.set(i, 100)
			least = min(least, amount) // NaN if any amount is NaN
			if amount > most {
				most = amount
			}
		}
		if most-least == 0 {
			return
		}
		for i, amount := range amounts {
			if scores.given(i) {
				scores.set(i, truncated(((amount-least)/(most-least)-0.5)*2*100))
			}
		}
	}}
}

// truncated is int64(value) as amd64 computes it, where upstream's answers were recorded: a value that does not fit
// becomes the smallest int64. In Go the result depends on the processor, and arm64 has a different one.
func truncated(value float64) int64 {
	if value >= -1<<63 && value < 1<<63 {
		return int64(value)
	}
	return math.MinInt64
}

func amountOf(c *placement.Cluster, resource string) (float64, bool) {
	if _, ok := c.Capacity.Get(resource); !ok {
		return 0, false
	}
	quantity, ok := c.Allocatable.Get(resource)
	if !ok {
		return 0, false
	}
	return quantity.AsApproximateFloat64(), true
}
