// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placed

import (
	"context"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/effects"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// question asks what changes of the fleet move of the placement as it is now, which has the name on the hub. Spec is what the
// plan changes it to, nil for what is configured.
func (p *operation) question(ref hub.Reference, isChanged bool, spec *manifest.Placement) *effects.PlacementMoves {
	now := *p
	return &effects.PlacementMoves{
		What: p.What, Dialect: p.config.Dialect(), IsLimited: p.config.Limit.MaxMoves != nil, Plan: p.Hub.Plan,
		Baseline: func(ctx context.Context) (hubdecision.Baseline, error) {
			return now.baseline(ctx, ref, false, p.Client.Shared)
		},
		Predict: func(
			ctx context.Context, baseline hubdecision.Baseline, fleet *hubview.Planned,
		) (*hubdecision.Expectation, error) {
			if !isChanged {
				spec = &baseline.Decided.Placement
			}
			expected, _, err := now.expect(ctx, baseline, spec, fleet, isChanged)
			return expected, err
		},
	}
}

// guard reports how the changes of the plan in the fleet move a placement that the plan does not change, and watches for more of
// them.
func (p *operation) guard(ctx context.Context, ref hub.Reference) planner.Findings {
	question := p.question(ref, false, nil)
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
