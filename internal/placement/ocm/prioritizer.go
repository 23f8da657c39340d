// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// prioritizer scores the feasible clusters. The entries of scores belong to those of clusters; an entry that is not set
// adds nothing.
type prioritizer struct {
	name   string
	kind   placement.ScoreKind
	weight int32
	score  func(clusters []int32, scores column)
}

// column is one prioritizer's place in the lines of all candidates: entry i is lines[i*width+index].
type column struct {
	lines        []placement.ScoreLine
	width, index int
}

func (c column) set(i int, value int64) {
	c.lines[i*c.width+c.index] = placement.ScoreLine{Value: value, Given: true}
}

// given reports whether the prioritizer has a score for entry i.
func (c column) given(i int) bool { return c.lines[i*c.width+c.index].Given }

// coordinate identifies a configuration. Upstream compares the AddOn part by identity: a configuration with an AddOn part
// never replaces another one, and a BuiltIn with an AddOn part does not replace the default.
type coordinate struct {
	kind, builtIn string
	addOn         *AddOnScore
}

// prioritizers merges the configurations into the defaults of the mode and drops those of weight 0 without a check. The
// other ones are checked even if no cluster is left.
func (p *pass) prioritizers() ([]prioritizer, *placement.Misconfiguration) {
	policy := &p.req.PrioritizerPolicy
	type weighted struct {
		coordinate
		weight int32
		field  string
	}
	var list []weighted
	switch policy.Mode {
	case "", ModeAdditive:
		list = []weighted{
			{coordinate{kind: TypeBuiltIn, builtIn: Balance}, 1, "prioritizerPolicy.mode"},
			{coordinate{kind: TypeBuiltIn, builtIn: Steady}, 1, "prioritizerPolicy.mode"},
		}
	case ModeExact:
	default:
		return nil, &placement.Misconfiguration{
			Field: "prioritizerPolicy.mode", Message: "incorrect prioritizer policy mode: " + policy.Mode,
		}
	}
	for i := range policy.Configurations {
		configuration := &policy.Configurations[i]
		field := fmt.Sprintf("prioritizerPolicy.configurations[%d].scoreCoordinate", i)
		if configuration.ScoreCoordinate == nil {
			return nil, &placement.Misconfiguration{Field: field, Message: "scoreCoordinate field is required"}
		}
		entry := weighted{configuration.ScoreCoordinate.coordinate(), configuration.weight(), field}
		index := slices.IndexFunc(list, func(w weighted) bool { return w.coordinate == entry.coordinate })
		if index < 0 {
			list = append(list, entry)
		} else {
			list[index] = entry
		}
	}
	var ready []prioritizer
	for _, entry := range list {
		if entry.weight == 0 {
			continue
		}
		made, message := p.prioritizer(entry.coordinate)
		if message != "" {
			return nil, &placement.Misconfiguration{Field: entry.field, Message: message}
		}
		made.weight = entry.weight
		ready = append(ready, made)
	}
	return ready, nil
}

// weight is the configured weight with the API server's default.
func (c *PrioritizerConfiguration) weight() int32 {
	if c.Weight == nil {
		return 1
	}
	return *c.Weight
}

// coordinate is the identity of the score with the API server's default type.
func (s *ScoreCoordinate) coordinate() coordinate {
	return coordinate{kind: cmp.Or(s.Type, TypeBuiltIn), builtIn: s.BuiltIn, addOn: s.AddOn}
}

// prioritizer returns the prioritizer of a coordinate, or upstream's message if the coordinate is wrong.
func (p *pass) prioritizer(c coordinate) (prioritizer, string) {
	if c.kind != TypeBuiltIn {
		if c.addOn == nil {
			return prioritizer{}, "addOn should not be empty"
		}
		return p.addOn(*c.addOn), ""
	}
	switch c.builtIn {
	case Balance:
		return prioritizer{name: Balance, score: p.scoreBalance}, ""
	case Steady:
		return prioritizer{name: Steady, score: p.scoreSteady}, ""
	case ResourceAllocatableCPU:
		return p.allocatable(ResourceAllocatableCPU, "cpu"), ""
	case ResourceAllocatableMemory:
		return p.allocatable(ResourceAllocatableMemory, "memory"), ""
	}
	return prioritizer{}, "incorrect builtin prioritizer: " + c.builtIn
}

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
