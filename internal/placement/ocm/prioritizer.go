// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// prioritizer is a column of scores. The function has a score for each of the feasible clusters, in their order.
type prioritizer struct {
	placement.Prioritizer
	score func(feasible []int32) []placement.ScoreLine
}

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
		made.Weight = entry.weight
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
func (p *pass) prioritizer(c coordinate) (made prioritizer, message string) {
	if c.kind != TypeBuiltIn {
		if c.addOn == nil {
			return made, "addOn should not be empty"
		}
		made.Name = fmt.Sprintf("AddOn/%s/%s", c.addOn.ResourceName, c.addOn.ScoreName)
		made.score = func(feasible []int32) []placement.ScoreLine { return p.scoreAddOn(*c.addOn, feasible) }
		return made, ""
	}
	made.Name = c.builtIn
	resource, isResource := resources[c.builtIn]
	switch {
	case c.builtIn == Balance:
		made.score = p.scoreBalance
	case c.builtIn == Steady:
		made.score = p.scoreSteady
	case isResource:
		made.Kind = placement.ScoreResource
		made.score = func(feasible []int32) []placement.ScoreLine { return p.scoreAllocatable(resource, feasible) }
	default:
		return made, "incorrect builtin prioritizer: " + c.builtIn
	}
	return made, ""
}

// resources are those of the prioritizers by the amount of one.
var resources = map[string]string{ResourceAllocatableCPU: "cpu", ResourceAllocatableMemory: "memory"}

// rank scores the feasible clusters, sorts them by total (the higher the better) and then by name, and takes the
// first numberOfClusters.
func (p *pass) rank(feasible []int32, prioritizers []prioritizer) {
	type place struct {
		score    int64
		position int32
		line     int32
	}
	places := make([]place, len(feasible))
	for i, position := range feasible {
		places[i] = place{position: position, line: int32(i)}
	}
	width := len(prioritizers)
	lines := make([]placement.ScoreLine, len(feasible)*width)
	for k := range prioritizers {
		p.result.Prioritizers = append(p.result.Prioritizers, prioritizers[k].Prioritizer)
		for i, line := range prioritizers[k].score(feasible) {
			lines[i*width+k] = line
			places[i].score += int64(prioritizers[k].Weight) * line.Value
		}
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.position, b.position))
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
