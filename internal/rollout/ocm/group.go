// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"cmp"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
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

// MergeGroups are groups sorted by index and name. Those of the same index and name are one.
func MergeGroups(groups []placement.Group) []placement.Group {
	sorted := slices.SortedStableFunc(slices.Values(groups), func(a, b placement.Group) int {
		return cmp.Or(cmp.Compare(a.Index, b.Index), cmp.Compare(a.Name, b.Name))
	})
	merged := sorted[:0]
	for _, g := range sorted {
		if n := len(merged); n > 0 && merged[n-1].Index == g.Index && merged[n-1].Name == g.Name {
			merged[n-1].Clusters = slices.Concat(merged[n-1].Clusters, g.Clusters)
		} else {
			merged = append(merged, g)
		}
	}
	return merged
}

// setGroups sets the groups of a request.
func (p *pass) setGroups(req *Request, ids map[string]int32) {
	groups := req.Groups
	if !req.AreInOrder {
		groups = MergeGroups(groups)
	}
	mandatory := req.Strategy.Mandatory(groups)
	for i, g := range groups {
		first := i == 0 || groups[i-1].Index != g.Index
		if first {
			p.indexes++
		}
		clusters := lists.Map(g.Clusters, func(name string) int32 { return ids[name] })
		slices.Sort(clusters)
		p.groups = append(p.groups, &group{
			name: g.Name, index: g.Index, clusters: slices.Compact(clusters), first: first, mandatory: mandatory[i],
		})
	}
	for _, g := range p.groups {
		g.visible = req.AreInOrder || g.first && g.index >= 0 && g.index < p.indexes
	}
}

// visible are the groups that the handler finds.
func (p *pass) visible() []*group {
	return p.groupsWith(func(g *group) bool { return g.visible })
}

// rest are the groups that are not mandatory.
func (p *pass) rest() []*group {
	return p.groupsWith(func(g *group) bool { return g.visible && !g.mandatory })
}

func (p *pass) groupsWith(matches func(*group) bool) []*group {
	return slices.DeleteFunc(slices.Clone(p.groups), func(g *group) bool { return !matches(g) })
}

// owners are the groups of all clusters; nil for a cluster in none of these groups. It also counts the clusters that are in
// one. A cluster in several groups belongs to the first.
func (p *pass) owners(groups []*group) (owners []*group, count int) {
	owners = make([]*group, len(p.names))
	for _, g := range groups {
		for _, id := range g.clusters {
			if owners[id] == nil {
				owners[id] = g
				count++
			}
		}
	}
	return owners, count
}
