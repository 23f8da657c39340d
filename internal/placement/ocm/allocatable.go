package ocm

import (
	"math"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// allocatable prefers clusters with much of a resource: the least among the feasible clusters gives -100, the most
// 100. A cluster takes part only if both its allocatable and its capacity have the resource; the others get no score
// and so rank in the middle. If all have the same amount, all get 100.
func (p *pass) allocatable(name, resource string) prioritizer {
	return prioritizer{name: name, score: func(clusters []int32, scores column) {
		amounts := make([]float64, len(clusters))
		least, most := math.Inf(1), math.Inf(-1)
		for i, at := range clusters {
			if p.interrupted(i) {
				return
			}
			amount, ok := amountOf(p.clusters[at], resource)
			if !ok {
				amounts[i] = math.NaN()
				continue
			}
			amounts[i] = amount
			least, most = min(least, amount), max(most, amount)
		}
		for i, amount := range amounts {
			switch {
			case math.IsNaN(amount):
			case most == least:
				scores.set(i, 100)
			default:
				scores.set(i, int64(((amount-least)/(most-least)-0.5)*2*100))
			}
		}
	}}
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
