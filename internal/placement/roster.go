// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
)

// Roster lists the clusters of a pass, sorted by name, and their rejections. A pass refers to a cluster by its position.
// Positions have the order of the names, so no step has to compare names again.
type Roster struct {
	// Clusters are the clusters of the fleet, by name.
	Clusters []*Cluster
	// Rejections has an entry for each cluster, which is zero for a cluster that was not rejected.
	Rejections []Rejection
	// lastFound is the position that was found last.
	lastFound int32
	// searches counts the clusters that did not follow lastFound. After fewSearches, positions is used to find them.
	searches  int
	positions map[string]int32
	MismatchArena
}

// NewRoster sorts the clusters of a fleet. A duplicate name is an error.
func NewRoster(ctx context.Context, fleet []Cluster) (Roster, error) {
	r := Roster{Clusters: make([]*Cluster, len(fleet)), Rejections: make([]Rejection, len(fleet)), lastFound: -1}
	for i := range fleet {
		if err := Interrupted(ctx, i); err != nil {
			return Roster{}, err
		}
		r.Clusters[i] = &fleet[i]
	}
	byName := func(a, b *Cluster) int { return cmp.Compare(a.Name, b.Name) }
	if !slices.IsSortedFunc(r.Clusters, byName) {
		slices.SortFunc(r.Clusters, byName)
	}
	for i := 1; i < len(r.Clusters); i++ {
		if r.Clusters[i].Name == r.Clusters[i-1].Name {
			return Roster{}, fmt.Errorf("the fleet has two clusters named %s", excerpt.Quote(r.Clusters[i].Name))
		}
	}
	return r, nil
}

// fewSearches is how many binary searches are made before a map of all clusters is built.
const fewSearches = 64

// Position finds a cluster by name. Lists of scores and decisions are mostly in the order of names, so the cluster after
// the one that was found last is tried first. This avoids most look-ups in a map that is too large for the CPU caches.
func (r *Roster) Position(name string) (int32, bool) {
	if next := r.lastFound + 1; int(next) < len(r.Clusters) && r.Clusters[next].Name == name {
		r.lastFound = next
		return next, true
	}
	position, ok := r.search(name)
	if ok {
		r.lastFound = position
	}
	return position, ok
}

func (r *Roster) search(name string) (int32, bool) {
	if r.searches++; r.searches <= fewSearches {
		i, ok := slices.BinarySearchFunc(r.Clusters, name, func(c *Cluster, name string) int { return cmp.Compare(c.Name, name) })
		return int32(i), ok
	}
	if r.positions == nil {
		r.positions = make(map[string]int32, len(r.Clusters))
		for i, c := range r.Clusters {
			r.positions[c.Name] = int32(i)
		}
	}
	position, ok := r.positions[name]
	return position, ok
}

// Named is the cluster of a name that the fleet has.
func (r *Roster) Named(name string) *Cluster {
	position, _ := r.Position(name)
	return r.Clusters[position]
}

// Names are the names of the clusters at some positions.
func (r *Roster) Names(positions []int32) []string {
	return lists.Map(positions, func(position int32) string { return r.Clusters[position].Name })
}

// Reject records the rejection of a cluster. The upstream reason is what the hub says in addition to the mismatches; it
// may be empty. The mismatches are in a list from Reserve.
func (r *Roster) Reject(position int32, stage, upstreamReason string, mismatches []Mismatch) {
	r.Rejections[position] = Rejection{
		Cluster: r.Clusters[position].Name, Stage: stage, UpstreamReason: upstreamReason, Mismatches: r.Commit(mismatches),
	}
}

// Rejected returns the rejections, by name. The Roster must not be used after that.
func (r *Roster) Rejected() []Rejection {
	return slices.DeleteFunc(r.Rejections, func(rejection Rejection) bool { return rejection.Stage == "" })
}

// MismatchArena cuts lists of mismatches from larger blocks, so that ten thousand rejections do not need ten thousand
// allocations.
type MismatchArena struct {
	// free is the rest of the block.
	free []Mismatch
}

// Reserve returns an empty list with capacity n. Unless Commit keeps it, the next list reuses its memory.
func (a *MismatchArena) Reserve(n int) []Mismatch {
	const block = 512
	if cap(a.free) < n {
		a.free = make([]Mismatch, max(block, n))
	}
	return a.free[:0:n]
}

// Commit keeps the list that was reserved last.
func (a *MismatchArena) Commit(list []Mismatch) []Mismatch {
	a.free = a.free[len(list):cap(a.free)]
	return list
}
