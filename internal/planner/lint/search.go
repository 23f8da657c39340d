// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint

import (
	"context"
	"iter"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
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
	known := map[*nameSpace]map[string]bool{}
	for _, one := range m.list {
		if known[one.space] == nil {
			known[one.space] = m.known(ctx, inv, one.space)
		}
		if names := known[one.space]; !names[one.name] {
			absent = append(absent, absentName{
				at: one.at, what: one.space.what, name: one.name, absence: "no cluster has", effect: one.effect, mayBeNew: one.mayBeNew,
				known: func() []string { return sortedNames(names) },
			})
		}
	}
	return absent
}

// known are the names of a kind that clusters have: it looks at the clusters until they have had all names that are mentioned.
func (m *mentions) known(ctx context.Context, inv *placement.Inventory, space *nameSpace) map[string]bool {
	missing := lists.Filter(m.list, func(one mention) (string, bool) { return one.name, one.space == space })
	names := map[string]bool{}
	for c := range members(ctx, inv) {
		space.add(c, names)
		for len(missing) > 0 && names[missing[0]] {
			missing = missing[1:]
		}
		if len(missing) == 0 {
			break
		}
	}
	return names
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
