// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// scoreBalance prefers clusters that few decisions of other placements name. It counts the entries of all
// PlacementDecisions of all namespaces except the placement's own, including repeated ones. The largest count of any
// cluster, candidate or not, gives -100, half of it 0, and no entry 100. As in upstream, the score is truncated before it
// is doubled, so every score is even.
func (p *pass) scoreBalance(feasible []int32) []placement.ScoreLine {
	counts, largest := p.decisionCounts()
	return lists.Map(feasible, func(position int32) placement.ScoreLine {
		if counts[position] == 0 {
			return given(100)
		}
		usage := float64(counts[position]) / float64(largest)
		return given(2 * int64(100*(0.5-usage)))
	})
}

func given(value int64) placement.ScoreLine { return placement.ScoreLine{Value: value, Given: true} }

// decisionCounts counts the decisions of others for each cluster and finds the largest count, also among clusters
// that the fleet no longer has.
func (p *pass) decisionCounts() (counts []int, largest int) {
	counts = make([]int, len(p.Clusters))
	gone := map[string]int{}
	for i := range p.inv.Decisions {
		if p.owns(&p.inv.Decisions[i]) {
			continue
		}
		for _, name := range p.inv.Decisions[i].Clusters {
			if position, ok := p.Position(name); ok {
				counts[position]++
				largest = max(largest, counts[position])
			} else {
				gone[name]++
				largest = max(largest, gone[name])
			}
		}
	}
	return counts, largest
}

// scoreSteady gives 100 to the clusters that are currently chosen, and 0 to the others.
func (p *pass) scoreSteady(feasible []int32) []placement.ScoreLine {
	return lists.Map(feasible, func(position int32) placement.ScoreLine {
		if p.current[position] {
			return given(100)
		}
		return given(0)
	})
}

// scoreAllocatable prefers clusters with much of a resource: the least among the feasible clusters gives -100, the most
// 100. A cluster gets a score only if both its allocatable and its capacity have the resource; the others rank in the
// middle. If all have the same amount, all get 100.
//
// Amounts beyond float64 are infinite, and 0 with such an exponent is NaN. The scores are then computed from infinities
// and NaN, as in upstream: it sorts the amounts to find the least, which puts NaN first, and gives 100 to all only if the
// difference of most and least is 0, which that of infinite amounts is not.
func (p *pass) scoreAllocatable(resource string, feasible []int32) []placement.ScoreLine {
	amounts, scores := make([]float64, len(feasible)), make([]placement.ScoreLine, len(feasible))
	least, most := math.Inf(1), math.Inf(-1)
	for i, position := range feasible {
		amount, ok := amountOf(p.Clusters[position], resource)
		if !ok {
			continue
		}
		amounts[i], scores[i] = amount, given(100)
		least = min(least, amount) // NaN if any amount is NaN
		if amount > most {
			most = amount
		}
	}
	if most-least == 0 {
		return scores
	}
	for i, amount := range amounts {
		if scores[i].Given {
			scores[i] = given(truncated(((amount-least)/(most-least) - 0.5) * 2 * 100))
		}
	}
	return scores
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

// scoreAddOn scores with an unchanged value of an AddOnPlacementScore, -100 to 100. A cluster without the object or without
// the value gets 0. So does a cluster whose object has expired, with a warning; validUntil is the last instant at which
// the object is valid.
func (p *pass) scoreAddOn(source AddOnScore, feasible []int32) []placement.ScoreLine {
	objects := p.scoresNamed(source.ResourceName)
	var expired []string
	scores := lists.Map(feasible, func(position int32) placement.ScoreLine {
		object := objects[position]
		switch {
		case object == nil:
			return given(0)
		case object.ValidUntil.IsZero():
		case p.inv.Now.After(object.ValidUntil):
			expired = append(expired, object.Cluster+"/"+object.Name)
			return given(0)
		default:
			p.result.NextChange = placement.Sooner(p.result.NextChange, object.ValidUntil.Add(1))
		}
		return given(valueOf(object, source.ScoreName))
	})
	// Two prioritizers may read the same objects.
	warning := fmt.Sprintf("AddOnPlacementScores %s expired", strings.Join(expired, " "))
	if len(expired) > 0 && !slices.Contains(p.result.Warnings, warning) {
		p.result.Warnings = append(p.result.Warnings, warning)
	}
	return scores
}

// scoresNamed finds the objects of a name, by cluster.
func (p *pass) scoresNamed(name string) []*placement.Score {
	objects := make([]*placement.Score, len(p.Clusters))
	for i := range p.inv.Scores {
		score := &p.inv.Scores[i]
		if score.Name != name {
			continue
		}
		if position, ok := p.Position(score.Cluster); ok {
			objects[position] = score
		}
	}
	return objects
}

func valueOf(score *placement.Score, name string) int64 {
	if value := lists.Find(score.Values, func(v *placement.ScoreValue) bool { return v.Name == name }); value != nil {
		return int64(value.Value)
	}
	return 0
}
