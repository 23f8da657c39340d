// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"math"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

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
