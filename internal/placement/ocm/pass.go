package ocm

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// pass is one run of the scheduler. Clusters are known by their position in clusters, which is by name: so a smaller
// position is a smaller name, and no step has to compare names again.
type pass struct {
	// ctx ends the pass early: see placement.Interrupted.
	ctx context.Context
	// err is why the pass ended early.
	err      error
	req      Placement
	inv      placement.Inventory
	clusters []*placement.Cluster
	// available are the clusters of the eligible sets.
	available []int32
	// current tells which clusters the placement has decided for before; it is nil if there are none.
	current []bool
	// positions finds clusters by name. It is made for the first that asks.
	positions map[string]int32
	// lastFound is the position that was found last.
	lastFound int32
	// rejections has an entry for each cluster; those of clusters that were not rejected are zero.
	rejections []placement.Rejection
	// mismatches is the free rest of the block that the rejections' mismatches are cut from.
	mismatches []placement.Mismatch
	// scores finds AddOnPlacementScores for CEL. It is made for the first expression that asks.
	scores map[scoreKey]int
	// celCost is what the CEL expressions cost so far, for all clusters.
	celCost uint64
	// nextChange is the first instant at which a toleration or a score ends that the answer rests on.
	nextChange deadline

	result placement.Result
}

func newPass(ctx context.Context, req Placement, inv placement.Inventory) (*pass, error) {
	p := &pass{
		ctx:        ctx,
		req:        req,
		inv:        inv,
		clusters:   make([]*placement.Cluster, len(inv.Clusters)),
		rejections: make([]placement.Rejection, len(inv.Clusters)),
		result:     placement.Result{Dialect: placement.DialectOCM},
	}
	for i := range inv.Clusters {
		if p.interrupted(i) {
			return nil, p.err
		}
		p.clusters[i] = &inv.Clusters[i]
	}
	byName := func(a, b *placement.Cluster) int { return cmp.Compare(a.Name, b.Name) }
	if !slices.IsSortedFunc(p.clusters, byName) {
		slices.SortFunc(p.clusters, byName)
	}
	for i := 1; i < len(p.clusters); i++ {
		if p.clusters[i].Name == p.clusters[i-1].Name {
			return nil, fmt.Errorf("the fleet has two clusters named %s", excerpt.Quote(p.clusters[i].Name))
		}
	}
	for i := range inv.Decisions {
		if p.interrupted(i) {
			return nil, p.err
		}
		if p.own(&inv.Decisions[i]) {
			for _, name := range inv.Decisions[i].Clusters {
				p.setCurrent(name)
			}
		}
	}
	return p, nil
}

// interrupted reports whether the pass has to end. Every loop over clusters asks it in every step; whoever has asked
// returns what it has, and Schedule returns the error in place of the result.
func (p *pass) interrupted(step int) bool {
	if p.err == nil {
		p.err = placement.Interrupted(p.ctx, step)
	}
	return p.err != nil
}

// own reports whether a PlacementDecision is this placement's. Its label decides, and its namespace; not its name.
func (p *pass) own(d *placement.PlacementDecision) bool {
	return d.Placement == p.req.Name && d.Namespace == p.req.Namespace
}

func (p *pass) setCurrent(name string) {
	if at, ok := p.position(name); ok {
		if p.current == nil {
			p.current = make([]bool, len(p.clusters))
		}
		p.current[at] = true
	}
}

func (p *pass) isCurrent(at int32) bool {
	return p.current != nil && p.current[at]
}

// position finds a cluster by name. Lists of scores and decisions are mostly in the order of names, so the cluster
// behind the one that was found last is tried first: that spares most look-ups in a map that fits no cache.
func (p *pass) position(name string) (int32, bool) {
	if next := p.lastFound + 1; int(next) < len(p.clusters) && p.clusters[next].Name == name {
		p.lastFound = next
		return next, true
	}
	if p.positions == nil {
		p.positions = make(map[string]int32, len(p.clusters))
		for i, c := range p.clusters {
			p.positions[c.Name] = int32(i)
		}
	}
	at, ok := p.positions[name]
	if ok {
		p.lastFound = at
	}
	return at, ok
}

func (p *pass) names(clusters []int32) []string {
	names := make([]string, len(clusters))
	for i, at := range clusters {
		names[i] = p.clusters[at].Name
	}
	return names
}

// reject notes why a cluster goes no further. The mismatches are in a list from room.
func (p *pass) reject(at int32, stage string, mismatches []placement.Mismatch) {
	p.rejections[at] = placement.Rejection{Cluster: p.clusters[at].Name, Stage: stage, Mismatches: mismatches}
	p.mismatches = p.mismatches[len(mismatches):cap(p.mismatches)]
}

// room returns an empty list with room for n mismatches, which is taken only when reject keeps the list. Lists are
// cut from larger blocks, so that ten thousand rejections do not cost ten thousand allocations.
func (p *pass) room(n int) []placement.Mismatch {
	const block = 512
	if cap(p.mismatches) < n {
		p.mismatches = make([]placement.Mismatch, max(block, n))
	}
	return p.mismatches[:0:n]
}

// addRejections moves the rejections into the result.
func (p *pass) addRejections() {
	p.result.Rejected = slices.DeleteFunc(p.rejections, func(r placement.Rejection) bool { return r.Stage == "" })
}
