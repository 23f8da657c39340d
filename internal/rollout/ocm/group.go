// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// group is a decision group. Groups are sorted by index and name.
type group struct {
	name  string
	index int
	// clusters are positions in pass.names, sorted, each once.
	clusters []int32
	// first says that no group with the same index is before it.
	first bool
	// visible says that the handler finds the group when it looks for all groups: it counts the distinct indexes and looks
	// at as many, from 0. With a gap in the indexes, the groups at the end are lost.
	visible   bool
	mandatory bool
}

// Groups are the groups of a placement that its PlacementDecisions hold, for [Request].
func Groups(decisions []placement.PlacementDecision) []placement.Group {
	groups := make([]placement.Group, len(decisions))
	for i, d := range decisions {
		groups[i] = placement.Group{Index: d.GroupIndex, Name: d.GroupName, Clusters: d.Clusters}
	}
	return groups
}

// GroupIndex reads the label cluster.open-cluster-management.io/decision-group-index of a PlacementDecision. Without a
// number there, the handler refuses the whole placement.
func GroupIndex(label string) (int, error) {
	index, err := strconv.Atoi(label)
	if err != nil {
		return 0, fmt.Errorf("incorrect group index: %w", err)
	}
	return int(int32(index)), nil // upstream's type
}

// newGroups merges groups of the same index and name. It also returns the number of distinct indexes.
func newGroups(from []placement.Group, names *nameIndex) (groups []*group, indexes int) {
	sorted := slices.Clone(from)
	slices.SortFunc(sorted, func(a, b placement.Group) int {
		return cmp.Or(cmp.Compare(a.Index, b.Index), cmp.Compare(a.Name, b.Name))
	})
	for _, g := range sorted {
		var last *group
		if len(groups) > 0 {
			last = groups[len(groups)-1]
		}
		if last == nil || last.index != g.Index || last.name != g.Name {
			first := last == nil || last.index != g.Index
			if first {
				indexes++
			}
			last = &group{name: g.Name, index: g.Index, first: first}
			groups = append(groups, last)
		}
		for _, cluster := range g.Clusters {
			last.clusters = append(last.clusters, names.add(cluster))
		}
	}
	for _, g := range groups {
		g.visible = g.first && g.index >= 0 && g.index < indexes
	}
	return groups, indexes
}

// visible are the groups that the handler finds.
func (p *pass) visible() []*group {
	return p.groupsWith(func(g *group) bool { return g.visible })
}

// rest are the groups that are not mandatory.
func (p *pass) rest() []*group {
	return p.groupsWith(func(g *group) bool { return g.visible && !g.mandatory })
}

// selectMandatory are the mandatory groups, by index and not in the order of the list. A name selects all groups that
// have it; it takes precedence over the index. An empty entry is index 0.
func (p *pass) selectMandatory(wanted []MandatoryGroup) []*group {
	for i, w := range wanted {
		found := false
		for _, g := range p.groups {
			if w.selects(g.index, g.name, g.first) {
				g.mandatory, found = true, true
			}
		}
		if !found {
			p.result.IgnoredMandatoryGroups = append(p.result.IgnoredMandatoryGroups, i)
		}
	}
	return p.groupsWith(func(g *group) bool { return g.mandatory })
}

func (p *pass) groupsWith(matches func(*group) bool) []*group {
	var found []*group
	for _, g := range p.groups {
		if matches(g) {
			found = append(found, g)
		}
	}
	return found
}

// owners are the groups of all clusters; nil for a cluster in none of these groups. It also counts the clusters that are in
// one. A cluster in several groups belongs to the first.
func (p *pass) owners(groups []*group) (of []*group, count int) {
	of = make([]*group, len(p.names))
	for _, g := range groups {
		for _, id := range g.clusters {
			if of[id] == nil {
				of[id] = g
				count++
			}
		}
	}
	return of, count
}
