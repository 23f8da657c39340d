package provider

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/hubdecision"
)

// maxComparedClusters bounds the predictions for placements whose fleet one plan changes: the clusters of all of them together. It is some
// seconds of Open Cluster Management's scheduler.
const maxComparedClusters = 5_000_000

// fleetPlan is what a plan changes in the fleet of a hub, and the placements there that this may move. Terraform plans resources in the
// order of their references and otherwise in any order: what is planned later of an object and a placement reports the moves.
type fleetPlan struct {
	// clusters has the names of the ManagedClusters that are planned to be created or changed.
	clusters sync.Map
	compared atomic.Int64

	mu         sync.Mutex
	placements []*guardedPlacement
	// unknown are the objects of which a part is not known yet, as sentences name them.
	unknown []string
}

// guardedPlacement is a placement on a hub that the changes of a plan in its fleet may move.
type guardedPlacement struct {
	hubPlacement
	of   hub.Reference
	plan *fleetPlan

	mu sync.Mutex
	// before is what the hub has, nil as long as it was not read, and spec is the placement there after the plan.
	before *hubdecision.Baseline
	spec   *manifest.Placement
	// last is the prediction so far, and isDone says that there are no more of them.
	last   *hubdecision.Forecast
	isDone bool
}

// guard reports how the changes of the plan in the fleet move a placement that the plan does not change, and watches for more of them.
func (p *hubPlacement) guard(ctx context.Context, of hub.Reference) diag.Diagnostics {
	g := &guardedPlacement{hubPlacement: *p, of: of, plan: p.provider.fleetPlan}
	diags := g.watch()
	if !p.Client.HasPlanned() {
		return diags
	}
	moves, err := g.compare(ctx)
	if err != nil {
		return append(diags, hubError(p.what, err))
	}
	for i := range moves.found {
		moves.found[i].Text = "This plan changes the fleet of the hub. " + moves.found[i].Text
	}
	return append(diags, placementDiagnostics(moves.found)...)
}

// watch compares the placement with what is planned from now on. With max_moves it warns of what is not known.
func (g *guardedPlacement) watch() (diags diag.Diagnostics) {
	g.plan.mu.Lock()
	defer g.plan.mu.Unlock()
	g.plan.placements = append(g.plan.placements, g)
	if g.config.limit.MaxMoves != nil && len(g.plan.unknown) > 0 {
		diags.Append(notCompared(excerpt.List(g.plan.unknown, ", "), g.what))
	}
	return diags
}

// notCompared is the warning about an object that is not known well enough to predict decisions.
func notCompared(object, placement string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("max_moves does not limit the effect of a change that is not known yet", "A part of the configuration is not known "+
		"yet, of: "+object+". What the hub decides after this change cannot be predicted for: "+placement+".")
}

// fleetMoves are the predicted moves of a placement.
type fleetMoves struct {
	found planner.Findings
	// drops says that the placement leaves other clusters than predicted so far.
	drops bool
}

// compare predicts what the hub decides with the fleet of the plan. It returns nothing if that is what it would decide without it, or what
// was reported already.
func (g *guardedPlacement) compare(ctx context.Context) (moves fleetMoves, err error) {
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
	if g.plan.compared.Load() > maxComparedClusters {
		g.isDone = true
		moves.found = planner.Findings{{Warning: true, At: string(g.config.Dialect()), Title: g.what + " is not compared with the rest of the plan", Text: "The plan changes too many objects " +
			"of the fleet one by one. Add depends_on with these objects to the placement: then it is compared once, with all of them."}}
		return moves, nil
	}
	next, _, err := g.expect(ctx, *g.before, g.spec, expectation{})
	if err != nil || next == nil || next.Same(g.last) {
		return moves, err
	}
	moves.drops = !hubdecision.SameClusters(next.Leaving(*g.before), g.last.Leaving(*g.before))
	g.last = next
	_, moves.found, err = g.expect(ctx, *g.before, g.spec, expectation{limited: true})
	g.isDone = moves.found.HasError()
	return moves, err
}

// begin predicts what the hub decides without the plan. Nothing is compared if that is not possible.
func (g *guardedPlacement) begin(ctx context.Context) error {
	before, err := g.hubState(ctx, g.of, false, g.Client.DecidedListed)
	if err != nil {
		return err
	}
	if before.Decided == nil {
		g.isDone = true
		return nil
	}
	g.before, g.spec = &before, &before.Decided.Placement
	g.last, _, err = g.expect(ctx, before, g.spec, expectation{asIs: true})
	g.isDone = g.last == nil
	return err
}

// changes notes that a plan changes an object of the fleet, and reports which placements that moves.
func (f *fleetPlan) changes(
	ctx context.Context, client *hub.Client, what string, change *hub.Change, checked *managed.Checked,
) (diags diag.Diagnostics) {
	if checked.IsReplaced {
		return f.deletes(ctx, client, what, change.Reference)
	}
	isNoted, err := client.Plan(ctx, change, checked.Found, checked.After)
	switch {
	case err != nil:
		diags.Append(hubError(what, err))
	case isNoted:
		diags.Append(f.report(ctx, what)...)
	}
	return diags
}

// deletes notes that a plan deletes an object of the fleet, if only to create it again, and reports which placements that moves.
func (f *fleetPlan) deletes(ctx context.Context, client *hub.Client, what string, of hub.Reference) diag.Diagnostics {
	if !client.PlanDelete(of) {
		return nil
	}
	return f.report(ctx, what)
}

// brings reports whether the plan creates or changes a cluster, whose namespace the hub creates.
func (f *fleetPlan) brings(cluster string) bool {
	_, planned := f.clusters.Load(cluster)
	return planned
}

// report compares the placements that were planned before with a change of the plan. What names the object that changes.
func (f *fleetPlan) report(ctx context.Context, what string) (diags diag.Diagnostics) {
	f.mu.Lock()
	placements := slices.Clone(f.placements)
	f.mu.Unlock()
	for _, g := range placements {
		moves, err := g.compare(ctx)
		if err != nil && !errors.Is(err, context.Canceled) {
			diags.AddWarning(g.what+" is not compared with this change", excerpt.Sentence(err.Error()))
			continue
		}
		for _, f := range moves.found {
			text := "Reason: the planned change of this object. " + what + " belongs to the fleet of the placement. " + f.Text
			switch {
			case !f.Warning:
				diags.AddError(f.Title, g.what+" moves. "+text)
			case moves.drops || g.isDone:
				diags.AddWarning(f.Title, text)
			}
		}
	}
	return diags
}

// isUnknown notes an object that lives on the hub and of which a part is not known yet.
func (f *fleetPlan) isUnknown(what string) (diags diag.Diagnostics) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.unknown = append(f.unknown, what)
	for _, g := range f.placements {
		if g.config.limit.MaxMoves != nil {
			diags.Append(notCompared(what, g.what))
		}
	}
	return diags
}
