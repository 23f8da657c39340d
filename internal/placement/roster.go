package placement

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// Roster is the clusters of a pass by name, and what keeps each of them out. A pass knows a cluster by its position: a
// smaller position is a smaller name, so no step has to compare names again.
type Roster struct {
	// Clusters are those of the fleet, by name.
	Clusters []*Cluster
	// Rejections has an entry for each cluster; those of clusters that were not rejected are zero.
	Rejections []Rejection
	// lastFound is the position that was found last.
	lastFound int32
	// searches counts the clusters that were not found at once; positions finds them if they are many.
	searches  int
	positions map[string]int32
	MismatchArena
}

// NewRoster sorts the clusters of a fleet. Two of one name are an error.
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

// fewSearches is how many clusters are searched for before a map of all of them is made.
const fewSearches = 64

// Position finds a cluster by name. Lists of scores and decisions are mostly in the order of names, so the cluster
// behind the one that was found last is tried first: that spares most look-ups in a map that fits no cache.
func (r *Roster) Position(name string) (int32, bool) {
	if next := r.lastFound + 1; int(next) < len(r.Clusters) && r.Clusters[next].Name == name {
		r.lastFound = next
		return next, true
	}
	at, ok := r.search(name)
	if ok {
		r.lastFound = at
	}
	return at, ok
}

func (r *Roster) search(name string) (int32, bool) {
	if r.searches++; r.searches <= fewSearches {
		at, ok := slices.BinarySearchFunc(r.Clusters, name, func(c *Cluster, name string) int { return cmp.Compare(c.Name, name) })
		return int32(at), ok
	}
	if r.positions == nil {
		r.positions = make(map[string]int32, len(r.Clusters))
		for i, c := range r.Clusters {
			r.positions[c.Name] = int32(i)
		}
	}
	at, ok := r.positions[name]
	return at, ok
}

// Names are the names of the clusters at some positions.
func (r *Roster) Names(positions []int32) []string {
	names := make([]string, len(positions))
	for i, at := range positions {
		names[i] = r.Clusters[at].Name
	}
	return names
}

// Reject notes why a cluster goes no further. The upstream reason is what the hub says beside the mismatches; it may be
// empty. The mismatches are in a list from Reserve.
func (r *Roster) Reject(at int32, stage, upstreamReason string, mismatches []Mismatch) {
	r.Rejections[at] = Rejection{
		Cluster: r.Clusters[at].Name, Stage: stage, UpstreamReason: upstreamReason, Mismatches: r.Commit(mismatches),
	}
}

// Rejected are the rejections, by name. The Roster cannot be used after that.
func (r *Roster) Rejected() []Rejection {
	return slices.DeleteFunc(r.Rejections, func(rejection Rejection) bool { return rejection.Stage == "" })
}

// MismatchArena cuts lists of mismatches from larger blocks, so that ten thousand rejections do not cost ten thousand
// allocations.
type MismatchArena struct {
	// free is the rest of the block.
	free []Mismatch
}

// Reserve returns a list of length 0 and capacity n, which is taken only by Commit.
func (a *MismatchArena) Reserve(n int) []Mismatch {
	const block = 512
	if cap(a.free) < n {
		a.free = make([]Mismatch, max(block, n))
	}
	return a.free[:0:n]
}

// Commit takes the list that was reserved last.
func (a *MismatchArena) Commit(list []Mismatch) []Mismatch {
	a.free = a.free[len(list):cap(a.free)]
	return list
}
