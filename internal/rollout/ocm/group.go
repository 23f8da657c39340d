// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"cmp"
	"slices"

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

// newGroups are the groups of a request. It also returns the number of distinct indexes.
func newGroups(req *Request, names *nameIndex) (groups []*group, indexes int) {
	merged := MergeGroups(req.Groups)
	mandatory := req.Strategy.Mandatory(merged)
	for i, g := range merged {
		first := i == 0 || merged[i-1].Index != g.Index
		if first {
			indexes++
		}
		one := &group{name: g.Name, index: g.Index, first: first, mandatory: mandatory[i]}
		for _, cluster := range g.Clusters {
			one.clusters = append(one.clusters, names.add(cluster))
		}
		groups = append(groups, one)
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

// nameIndex numbers the clusters of a request, so that a pass can use slices instead of maps and sort numbers instead of
// names.
type nameIndex struct {
	names []string
	ids   map[string]int32
}

// add returns the number of a cluster.
func (x *nameIndex) add(name string) int32 {
	id, ok := x.ids[name]
	if !ok {
		id = int32(len(x.names))
		x.ids[name] = id
		x.names = append(x.names, name)
	}
	return id
}

// sort sorts the names, and returns the new number of each old one.
func (x *nameIndex) sort() (rank []int32) {
	order := make([]int32, len(x.names))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(x.names[a], x.names[b]) })
	sorted := make([]string, len(x.names))
	rank = make([]int32, len(x.names))
	for i, id := range order {
		sorted[i], rank[id] = x.names[id], int32(i)
	}
	x.names, x.ids = sorted, nil
	return rank
}
