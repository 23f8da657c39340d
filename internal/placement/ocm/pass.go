package ocm

import (
	"context"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// pass is one run of the scheduler. Clusters are known by their position in the roster.
type pass struct {
	// ctx ends the pass early: see placement.Interrupted.
	ctx context.Context
	// err is why the pass ended early.
	err error
	req Placement
	inv placement.Inventory
	placement.Roster
	// available are the clusters of the eligible sets.
	available []int32
	// current tells which clusters the placement has decided for before; it is nil if there are none.
	current []bool
	// scores finds AddOnPlacementScores for CEL. It is made for the first expression that asks.
	scores map[scoreKey]int
	// celCost is what the CEL expressions cost so far, for all clusters.
	celCost uint64
	// nextChange is the first instant at which a toleration or a score ends that the answer rests on.
	nextChange deadline

	result placement.Result
}

func newPass(ctx context.Context, req Placement, inv placement.Inventory) (*pass, error) {
	roster, err := placement.NewRoster(ctx, inv.Clusters)
	if err != nil {
		return nil, err
	}
	p := &pass{ctx: ctx, req: req, inv: inv, Roster: roster, result: placement.Result{Dialect: placement.DialectOCM}}
	for i := range inv.Decisions {
		if p.interrupted(i) {
			return nil, p.err
		}
		if p.owns(&inv.Decisions[i]) {
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

// owns reports whether a PlacementDecision is this placement's. Its label decides, and its namespace; not its name.
func (p *pass) owns(d *placement.PlacementDecision) bool {
	return d.Placement == p.req.Name && d.Namespace == p.req.Namespace
}

func (p *pass) setCurrent(name string) {
	if at, ok := p.Position(name); ok {
		if p.current == nil {
			p.current = make([]bool, len(p.Clusters))
		}
		p.current[at] = true
	}
}

func (p *pass) isCurrent(at int32) bool {
	return p.current != nil && p.current[at]
}
