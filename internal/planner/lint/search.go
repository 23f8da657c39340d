// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint

import (
	"context"
	"iter"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// absentFromClusters finds the names that no cluster has.
func (r *Request) absentFromClusters(ctx context.Context, inv *placement.Inventory) []absentName {
	var m mentions
	dialectOf(r.Placement).mention(r.Placement, &m, len(inv.Clusters))
	m.addGroups(r.DecisionStrategy.GroupStrategy)
	return m.absent(ctx, inv)
}

// absent are the names that no cluster has.
func (m *mentions) absent(ctx context.Context, inv *placement.Inventory) (absent []absentName) {
	s := newSearch(m.list)
	s.run(ctx, inv)
	for _, one := range m.list {
		if s.wanted[one.space].misses(one.name) {
			absent = append(absent, absentName{
				at: one.at, what: one.space.what, name: one.name, absence: "no cluster has", effect: one.effect, mayBeNew: one.mayBeNew,
				known: func() []string { return s.names(ctx, inv, one.space) },
			})
		}
	}
	return absent
}

// search looks for names in the clusters of a fleet.
type search struct {
	wanted map[*nameSpace]*wantedNames
	// known are all names that clusters have, once something is missing.
	known map[*nameSpace][]string
}

// wantedNames are the names of one kind that no cluster had until now. Few names are looked up in each cluster. Where there are
// many, the names of each cluster are looked up in them, so that they cost no more than the fleet is large.
type wantedNames struct {
	space *nameSpace
	few   []string
	many  sets.Set[string]
	// ofCluster has the names of one cluster at a time.
	ofCluster map[string]bool
}

func newSearch(list []mention) *search {
	s := &search{wanted: map[*nameSpace]*wantedNames{}, known: map[*nameSpace][]string{}}
	for i := range list {
		w := s.wanted[list[i].space]
		if w == nil {
			w = &wantedNames{space: list[i].space}
			s.wanted[w.space] = w
		}
		w.few = append(w.few, list[i].name)
	}
	const few = 8
	for _, w := range s.wanted {
		if len(w.few) > few {
			w.many, w.few, w.ofCluster = sets.New(w.few...), nil, map[string]bool{}
		}
	}
	return s
}

func (w *wantedNames) misses(name string) bool {
	return w.many.Has(name) || slices.Contains(w.few, name)
}

// strike takes away the names that a cluster has, and reports whether none is left.
func (w *wantedNames) strike(c *placement.Cluster) bool {
	if len(w.many) > 0 {
		clear(w.ofCluster)
		w.space.add(c, w.ofCluster)
		for name := range w.ofCluster {
			w.many.Delete(name)
		}
	}
	w.few = slices.DeleteFunc(w.few, func(name string) bool { return w.space.has(c, name) })
	return len(w.few)+len(w.many) == 0
}

// run looks at the clusters until they have had all names.
func (s *search) run(ctx context.Context, inv *placement.Inventory) {
	open := slices.Collect(maps.Values(s.wanted))
	for c := range members(ctx, inv) {
		open = slices.DeleteFunc(open, func(w *wantedNames) bool { return w.strike(c) })
		if len(open) == 0 {
			return
		}
	}
}

// names are all names of a kind, sorted.
func (s *search) names(ctx context.Context, inv *placement.Inventory, space *nameSpace) []string {
	if s.known[space] == nil {
		s.known[space] = space.names(ctx, inv)
	}
	return s.known[space]
}

// names are all names of the kind that clusters have, sorted.
func (n *nameSpace) names(ctx context.Context, inv *placement.Inventory) []string {
	all := map[string]bool{}
	for c := range members(ctx, inv) {
		n.add(c, all)
	}
	return sortedNames(all)
}

// each yields the elements of a list until ctx ends. Who finds less because of that asks ctx in the end.
func each[T any](ctx context.Context, list []T) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		for i := range list {
			if placement.Interrupted(ctx, i) != nil || !yield(&list[i]) {
				return
			}
		}
	}
}

// members are the clusters of a fleet, and its other targets as clusters that have nothing but labels.
func members(ctx context.Context, inv *placement.Inventory) iter.Seq[*placement.Cluster] {
	return func(yield func(*placement.Cluster) bool) {
		for c := range each(ctx, inv.Clusters) {
			if !yield(c) {
				return
			}
		}
		var member placement.Cluster
		for target := range each(ctx, inv.Targets) {
			if member.Labels = target.Labels; !yield(&member) {
				return
			}
		}
	}
}
