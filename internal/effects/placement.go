// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package effects

import (
	"context"
	"errors"
	"sync"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// PlacementMoves asks what a change of the fleet moves of a placement of the same plan.
type PlacementMoves struct {
	fleetQuestion
	// What names the placement in sentences.
	What    string
	Dialect placement.Dialect
	// IsLimited says that max_moves limits the moves.
	IsLimited bool
	// Baseline is what the hub has of the placement before the plan.
	Baseline func(ctx context.Context) (hubdecision.Baseline, error)
	// Predict predicts what the hub decides with a fleet. It is nil if nothing can be predicted.
	Predict func(ctx context.Context, baseline hubdecision.Baseline, fleet *hubview.Planned) (*hubdecision.Expectation, error)
	Plan    *Plan
	// Prior is what the hub has, and Expected what it decides, as far as the changes until now are known; nil if that was not asked.
	Prior    *hubdecision.Baseline
	Expected *hubdecision.Forecast

	mu sync.Mutex
	// isDone says that the placement is not compared any more.
	isDone bool
}

// Ask says what the changes until now move, unless a change that was planned before has said so. Without a change it is the
// placement that was planned last.
func (p *PlacementMoves) Ask(ctx context.Context, change *Change) (findings finding.List, err error) {
	moves, drops, err := p.compare(ctx)
	for _, move := range moves {
		switch {
		case change == nil:
			move.Text = "This plan changes the fleet of the hub. " + move.Text
		case move.Warning && !drops:
			continue
		default:
			why := "Reason: the planned change of this object. " + change.What + " belongs to the fleet of the placement. "
			if !move.Warning {
				why = p.What + " moves. " + why
			}
			move.At, move.Text = "", why+move.Text
		}
		findings = append(findings, move)
	}
	return findings, err
}

// NotKnown are the findings about changes that cannot be compared with the placement.
func (p *PlacementMoves) NotKnown(change *Change, why error) finding.List {
	switch {
	case !errors.Is(why, errUnknownValues):
		return finding.List{finding.Warning("", p.What+" is not compared with this change", excerpt.Sentence(why.Error()))}
	case p.IsLimited:
		return finding.List{finding.Warning("", "max_moves does not limit the effect of a change that is not known yet",
			unknownValues(change)+"What the hub decides after this change cannot be predicted for: "+p.What+".")}
	}
	return nil
}

// compare predicts what the hub decides with the fleet of the plan. It returns nothing if that is what it would decide without
// it, or what was reported already. Drops says that the placement leaves other clusters than predicted so far, or is not compared
// any more.
func (p *PlacementMoves) compare(ctx context.Context) (moves finding.List, drops bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	planned := p.Plan.Planned()
	if names, _ := planned.Objects(hubobject.PlannedKinds...); len(names) == 0 || p.isDone {
		return nil, false, nil
	}
	if p.Prior == nil {
		if err := p.begin(ctx); err != nil || p.isDone {
			return nil, false, err
		}
	}
	if p.Plan.Count(0) {
		p.isDone = true
		return finding.List{finding.Warning(string(p.Dialect), p.What+" is not compared with the rest of the plan", "The plan changes "+
			"too many objects of the fleet one by one. Add depends_on with these objects to the placement: then it is compared once, "+
			"with all of them.")}, true, nil
	}
	next, err := p.Predict(ctx, *p.Prior, planned)
	if err != nil || next == nil || next.Same(p.Expected) {
		return nil, false, err
	}
	drops = !hubdecision.SameClusters(next.Leaving(*p.Prior), p.Expected.Leaving(*p.Prior))
	p.Expected = next.Forecast
	moves = next.Findings(ctx)
	p.isDone = moves.HasError()
	return moves, drops || p.isDone, nil
}

// begin predicts what the hub decides without the plan. Nothing is compared if that is not possible.
func (p *PlacementMoves) begin(ctx context.Context) error {
	baseline, err := p.Baseline(ctx)
	if err != nil {
		return err
	}
	if p.isDone = baseline.Decided == nil; p.isDone {
		return nil
	}
	expected, err := p.Predict(ctx, baseline, &hubview.Planned{View: p.Plan.client.Shared})
	if p.isDone = expected == nil; expected != nil {
		p.Prior, p.Expected = &baseline, expected.Forecast
	}
	return err
}
