// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placed

import (
	"context"
	"errors"
	"sync"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/effects"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// fleetMoves asks what a change of the fleet moves of a placement of the same plan, as the placement is now.
type fleetMoves struct {
	effects.FleetQuestion
	operation
	// ref names the placement on the hub.
	ref hub.Reference
	// isChanged says that the plan changes the placement, too, and spec is what it becomes; nil for what is configured.
	isChanged bool
	spec      *manifest.Placement
	// prior is what the hub has before the plan, and predicted what it decides, as far as the changes until now are known; nil if
	// that was not asked.
	prior     *hubdecision.Baseline
	predicted *hubdecision.Forecast

	mu sync.Mutex
	// isDone says that the placement is not compared any more.
	isDone bool
}

// Ask says what the changes until now move, unless a change that was planned before has said so. Without a change it is the
// placement that was planned last.
func (m *fleetMoves) Ask(ctx context.Context, change *effects.Change) (findings planner.Findings, err error) {
	moves, drops, err := m.compare(ctx)
	for _, move := range moves {
		switch {
		case change == nil:
			move.Text = "This plan changes the fleet of the hub. " + move.Text
		case move.Warning && !drops:
			continue
		default:
			why := "Reason: the planned change of this object. " + change.What + " belongs to the fleet of the placement. "
			if !move.Warning {
				why = m.What + " moves. " + why
			}
			move.At, move.Text = "", why+move.Text
		}
		findings = append(findings, move)
	}
	return findings, err
}

// NotKnown are the findings about changes that cannot be compared with the placement.
func (m *fleetMoves) NotKnown(change *effects.Change, why error) planner.Findings {
	switch {
	case !errors.Is(why, effects.ErrUnknownValues):
		return planner.Findings{finding.Warning("", m.What+" is not compared with this change", excerpt.Sentence(why.Error()))}
	case m.config.Limit.MaxMoves != nil:
		return planner.Findings{finding.Warning("", "max_moves does not limit the effect of a change that is not known yet",
			change.UnknownValues()+"What the hub decides after this change cannot be predicted for: "+m.What+".")}
	}
	return nil
}

// compare predicts what the hub decides with the fleet of the plan. It returns nothing if that is what it would decide without
// it, or what was reported already. Drops says that the placement leaves other clusters than predicted so far, or is not compared
// any more.
func (m *fleetMoves) compare(ctx context.Context) (moves planner.Findings, drops bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	planned := m.Hub.Plan.Planned()
	if names, _ := planned.Objects(hubobject.PlannedKinds...); len(names) == 0 || m.isDone {
		return nil, false, nil
	}
	if m.prior == nil {
		if err := m.begin(ctx); err != nil || m.isDone {
			return nil, false, err
		}
	}
	if m.Hub.Plan.Count(0) {
		m.isDone = true
		return planner.Findings{finding.Warning(string(m.config.Dialect()), m.What+" is not compared with the rest of the plan",
			"The plan changes too many objects of the fleet one by one. Add depends_on with these objects to the placement: then it is "+
				"compared once, with all of them.")}, true, nil
	}
	next, _, err := m.expect(ctx, *m.prior, m.spec, planned, m.isChanged)
	if err != nil || next == nil || next.Same(m.predicted) {
		return nil, false, err
	}
	drops = !hubdecision.SameClusters(next.Leaving(*m.prior), m.predicted.Leaving(*m.prior))
	m.predicted = next.Forecast
	moves = next.Findings(ctx)
	m.isDone = moves.HasError()
	return moves, drops || m.isDone, nil
}

// begin predicts what the hub decides without the plan for a placement that stays as it is. Nothing is compared if that is not
// possible.
func (m *fleetMoves) begin(ctx context.Context) error {
	prior, err := m.baseline(ctx, m.ref, false, m.Client.Shared)
	if err != nil {
		return err
	}
	if m.isDone = prior.Decided == nil; m.isDone {
		return nil
	}
	m.spec = &prior.Decided.Placement
	expected, _, err := m.expect(ctx, prior, m.spec, &hubview.Planned{View: m.Client.Shared}, false)
	if m.isDone = expected == nil; expected != nil {
		m.prior, m.predicted = &prior, expected.Forecast
	}
	return err
}

// guard reports how the changes of the plan in the fleet move a placement that the plan does not change, and watches for more of
// them.
func (p *operation) guard(ctx context.Context, ref hub.Reference) planner.Findings {
	question := &fleetMoves{operation: *p, ref: ref}
	findings := p.Hub.Plan.Watch(question)
	moves, err := question.Ask(ctx, nil)
	if err != nil {
		return append(findings, p.failed(err)...)
	}
	return append(findings, moves...)
}

// nearest warns of the smallest change of the fleet of the plan after which the changed placement is decided otherwise than
// without the change, if the provider asks for the impact. After is the object after the change.
func (p *operation) nearest(ctx context.Context, planned *plannedChange, after *hub.Object) planner.Findings {
	prior := planned.prior.Decided
	if p.Hub.Plan.Compare == nil || prior == nil || planned.forecast == nil {
		return nil
	}
	spec, err := specOf(after)
	if err != nil {
		return p.failed(err)
	}
	from, to := p.requested(&prior.Placement), p.requested(spec)
	demands := []hubview.Demand{hubview.DemandOf(&from.Placement, from.Kind), hubview.DemandOf(&to.Placement, to.Kind)}
	fleet := planner.Fleet{}
	if fleet.Manifests, _, err = p.Client.FleetFor(ctx, p.Hub.Plan.Planned(), demands); err != nil {
		return p.failed(err)
	}
	return p.Hub.Plan.Compare(ctx, p.What, fleet, world.Placement{Placement: from.Placement, Kind: from.Kind, Decided: prior},
		world.Placement{Placement: to.Placement, Kind: to.Kind, Decided: prior}, p.Now().UTC())
}
