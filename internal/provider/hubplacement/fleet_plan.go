// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacement

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
)

// watchedPlacement is a placement on a hub that the changes of a plan in its fleet may move.
type watchedPlacement struct {
	hubPlacement
	of hub.Reference

	mu sync.Mutex
	// before is what the hub has, nil as long as it was not read, and spec is the placement there after the plan.
	before *hubdecision.Baseline
	spec   *manifest.Placement
	// at says whether the plan changes the placement, too.
	at fleetTime
	// last is the prediction so far, and isDone says that there are no more of them.
	last   *hubdecision.Forecast
	isDone bool
}

// guard reports how the changes of the plan in the fleet move a placement that the plan does not change, and watches for more of
// them.
func (p *hubPlacement) guard(ctx context.Context, of hub.Reference) diag.Diagnostics {
	g := &watchedPlacement{hubPlacement: *p, of: of, at: afterPlan}
	diags := placementconfig.Findings(p.Hub.Plan.Watch(g))
	if !p.Client.HasPlanned() {
		return diags
	}
	moves, err := g.Compare(ctx)
	if err != nil {
		return append(diags, hubresource.HubError(p.What, err))
	}
	for i := range moves.Found {
		moves.Found[i].Text = "This plan changes the fleet of the hub. " + moves.Found[i].Text
	}
	return append(diags, placementconfig.Findings(moves.Found)...)
}

// What names the placement in sentences.
func (g *watchedPlacement) What() string { return g.Operation.What }

// IsLimited reports whether max_moves limits the moves.
func (g *watchedPlacement) IsLimited() bool { return g.config.Limit.MaxMoves != nil }

// Compare predicts what the hub decides with the fleet of the plan. It returns nothing if that is what it would decide without
// it, or what was reported already.
func (g *watchedPlacement) Compare(ctx context.Context) (moves managed.FleetMoves, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.isDone {
		return moves, nil
	}
	if g.before == nil {
		if err := g.begin(ctx); err != nil || g.isDone {
			return moves, err
		}
	}
	if g.Hub.Plan.IsTooLarge() {
		g.isDone, moves.IsLast = true, true
		moves.Found = planner.Findings{{Warning: true, At: string(g.config.Dialect()), Title: g.Operation.What +
			" is not compared with the rest of the plan", Text: "The plan changes too many objects " +
			"of the fleet one by one. Add depends_on with these objects to the placement: then it is compared once, with all of them."}}
		return moves, nil
	}
	next, _, err := g.expect(ctx, *g.before, g.spec, g.at)
	if err != nil || next == nil || next.Same(g.last) {
		return moves, err
	}
	moves.Drops = !hubdecision.SameClusters(next.Leaving(*g.before), g.last.Leaving(*g.before))
	g.last = next.Forecast
	moves.Found = next.Findings(ctx)
	g.isDone = moves.Found.HasError()
	moves.IsLast = g.isDone
	return moves, nil
}

// begin predicts what the hub decides without the plan. Nothing is compared if that is not possible.
func (g *watchedPlacement) begin(ctx context.Context) error {
	before, err := g.hubState(ctx, g.of, false, g.Client.Shared)
	if err != nil {
		return err
	}
	if before.Decided == nil {
		g.isDone = true
		return nil
	}
	g.before, g.spec = &before, &before.Decided.Placement
	expected, _, err := g.expect(ctx, before, g.spec, beforePlan)
	if g.isDone = expected == nil; expected != nil {
		g.last = expected.Forecast
	}
	return err
}
