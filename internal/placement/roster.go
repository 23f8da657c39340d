// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement

import (
	"cmp"
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
	// next is the position after that of the cluster that was found last.
	next int32
	// searches counts the clusters that were not next. After fewSearches, positions is used to find them.
	searches   int
	positions  map[string]int32
	mismatches MismatchArena
}

// NewRoster sorts the clusters of a fleet. A duplicate name is an error.
func NewRoster(fleet []Cluster) (Roster, error) {
	r := Roster{Clusters: lists.Pointers(fleet), Rejections: make([]Rejection, len(fleet))}
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
func (r *Roster) Position(name string) (position int32, ok bool) {
	position, ok = r.next, int(r.next) < len(r.Clusters) && r.Clusters[r.next].Name == name
	if !ok {
		position, ok = r.search(name)
	}
	if ok {
		r.next = position + 1
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
// may be empty.
func (r *Roster) Reject(position int32, stage, upstreamReason string, mismatches ...Mismatch) {
	r.Rejections[position] = Rejection{
		Cluster: r.Clusters[position].Name, Stage: stage, UpstreamReason: upstreamReason, Mismatches: r.mismatches.Keep(mismatches...),
	}
}

// Rejected returns the rejections, by name. The Roster must not be used after that.
func (r *Roster) Rejected() []Rejection {
	return slices.DeleteFunc(r.Rejections, func(rejection Rejection) bool { return rejection.Stage == "" })
}

// MismatchArena cuts lists of mismatches from larger blocks, so that ten thousand rejections do not need ten thousand
// allocations.
type MismatchArena struct {
	block []Mismatch
}

// Keep copies a list into the block.
func (a *MismatchArena) Keep(list ...Mismatch) []Mismatch {
	const size = 512
	if cap(a.block)-len(a.block) < len(list) {
		a.block = make([]Mismatch, 0, max(size, len(list)))
	}
	first := len(a.block)
	a.block = append(a.block, list...)
	return slices.Clip(a.block[first:])
}
