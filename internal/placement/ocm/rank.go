// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"cmp"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// rank scores the feasible clusters, sorts them by total (the higher the better) and then by name, and takes the
// first numberOfClusters.
func (p *pass) rank(feasible []int32, prioritizers []prioritizer) {
	width := len(prioritizers)
	lines := make([]placement.ScoreLine, len(feasible)*width)
	for k, prioritizer := range prioritizers {
		prioritizer.score(feasible, column{lines: lines, width: width, index: k})
		p.result.Prioritizers = append(p.result.Prioritizers,
			placement.Prioritizer{Name: prioritizer.name, Kind: prioritizer.kind, Weight: prioritizer.weight})
	}

	type place struct {
		score    int64
		position int32
		line     int32
	}
	places := make([]place, len(feasible))
	for i, position := range feasible {
		if p.interrupted(i) {
			return
		}
		var total int64
		for k := range width {
			total += int64(prioritizers[k].weight) * lines[i*width+k].Value
		}
		places[i] = place{score: total, position: position, line: int32(i)}
	}
	slices.SortFunc(places, func(a, b place) int {
		if a.score != b.score {
			return cmp.Compare(b.score, a.score)
		}
		return cmp.Compare(a.position, b.position)
	})

	taken := len(places)
	if n := p.req.NumberOfClusters; n != nil {
		taken = min(taken, int(*n))
	}
	survivors := p.result.Filters[len(p.result.Filters)-1].Survivors
	p.result.Decisions = make([]placement.Decision, taken)
	p.result.NotPicked = make([]placement.Candidate, len(places)-taken)
	for i, place := range places {
		first := int(place.line) * width
		candidate := placement.Candidate{
			Cluster: p.Clusters[place.position].Name, Score: place.score, Scores: lines[first : first+width : first+width],
		}
		survivors[i] = candidate.Cluster
		if i < taken {
			p.result.Decisions[i].Candidate = candidate
		} else {
			p.result.NotPicked[i-taken] = candidate
		}
	}
}
