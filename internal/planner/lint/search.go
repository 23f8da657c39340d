// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint

import (
	"context"
	"iter"
	"maps"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// absentFromClusters finds the names that no cluster has.
func (r *Request) absentFromClusters(ctx context.Context, inv *placement.Inventory) ([]absentName, error) {
	var m mentions
	dialectOf(r.Placement).mention(r.Placement, &m, len(inv.Clusters))
	m.addGroups(r.DecisionStrategy.GroupStrategy)
	return m.absent(ctx, inv)
}

// absent are the names that no cluster has.
func (m *mentions) absent(ctx context.Context, inv *placement.Inventory) ([]absentName, error) {
	if len(m.list) == 0 {
		return nil, nil
	}
	s := newSearch(m.list)
	if err := s.run(ctx, inv); err != nil {
		return nil, err
	}
	var absent []absentName
	for _, one := range m.list {
		if s.wanted[one.space].misses(one.name) {
			absent = append(absent, absentName{
				at: one.at, what: one.space.what, name: one.name, absence: "no cluster has", effect: one.effect, mayBeNew: one.mayBeNew,
				known: func() ([]string, error) { return s.names(ctx, inv, one.space) },
			})
		}
	}
	return absent, nil
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
	many  map[string]bool
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
			w.many = make(map[string]bool, len(w.few))
			for _, name := range w.few {
				w.many[name] = true
			}
			w.few, w.ofCluster = nil, map[string]bool{}
		}
	}
	return s
}

func (w *wantedNames) misses(name string) bool { return w.many[name] || slices.Contains(w.few, name) }

// strike takes away the names that a cluster has, and reports whether none is left.
func (w *wantedNames) strike(c *placement.Cluster) bool {
	if len(w.many) > 0 {
		clear(w.ofCluster)
		w.space.add(c, w.ofCluster)
		for name := range w.ofCluster {
			delete(w.many, name)
		}
	}
	for i := 0; i < len(w.few); {
		if w.space.has(c, w.few[i]) {
			w.few = slices.Delete(w.few, i, i+1)
			continue
		}
		i++
	}
	return len(w.few)+len(w.many) == 0
}

// run looks at the clusters until they have had all names.
func (s *search) run(ctx context.Context, inv *placement.Inventory) error {
	open := slices.Collect(maps.Values(s.wanted))
	for c, err := range members(ctx, inv) {
		if err != nil {
			return err
		}
		for i := 0; i < len(open); {
			if open[i].strike(c) {
				open = slices.Delete(open, i, i+1)
				continue
			}
			i++
		}
		if len(open) == 0 {
			return nil
		}
	}
	return nil
}

// names are all names of a kind, sorted.
func (s *search) names(ctx context.Context, inv *placement.Inventory, space *nameSpace) ([]string, error) {
	if known, ok := s.known[space]; ok {
		return known, nil
	}
	all := map[string]bool{}
	for c, err := range members(ctx, inv) {
		if err != nil {
			return nil, err
		}
		space.add(c, all)
	}
	s.known[space] = sortedNames(all)
	return s.known[space], nil
}

// members are the clusters of a fleet, and its other targets as clusters that have nothing but labels.
func members(ctx context.Context, inv *placement.Inventory) iter.Seq2[*placement.Cluster, error] {
	return func(yield func(*placement.Cluster, error) bool) {
		for i := range inv.Clusters {
			if err := placement.Interrupted(ctx, i); err != nil {
				yield(nil, err)
				return
			}
			if !yield(&inv.Clusters[i], nil) {
				return
			}
		}
		var target placement.Cluster
		for i := range inv.Targets {
			if err := placement.Interrupted(ctx, i); err != nil {
				yield(nil, err)
				return
			}
			target.Labels = inv.Targets[i].Labels
			if !yield(&target, nil) {
				return
			}
		}
	}
}
