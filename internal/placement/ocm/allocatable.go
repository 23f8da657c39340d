package ocm

import (
	"math"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// allocatable prefers clusters with much of a resource: the least among the feasible clusters gives -100, the most
// 100. A cluster takes part only if both its allocatable and its capacity have the resource; the others get no score
// and so rank in the middle. If all have the same amount, all get 100.
//
// Amounts beyond float64 are infinite, and 0 with such an exponent is no number. Then scores come from a division that has
// no result. Upstream sorts the amounts to find the least, and that puts NaN first; it looks at the difference of most and
// least, which is not 0 between infinite ones.
func (p *pass) allocatable(name, resource string) prioritizer {
	return prioritizer{name: name, kind: placement.ScoreResource, score: func(clusters []int32, scores column) {
		amounts := make([]float64, len(clusters))
		least, most := math.Inf(1), math.Inf(-1)
		for i, at := range clusters {
			if p.interrupted(i) {
				return
			}
			amount, ok := amountOf(p.Clusters[at], resource)
			if !ok {
				continue
			}
			amounts[i] = amount
			scores.set(i, 100)
			least = min(least, amount) // NaN if one is
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

// truncated is int64(value) as amd64 computes it, where upstream's recorded answers come from: what has no int64 is the
// smallest. Go leaves that to the processor, and arm64 has another answer.
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
