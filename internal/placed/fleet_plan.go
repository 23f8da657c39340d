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
)

// predictor predicts what the hub decides for a placement of the plan.
type predictor struct {
	operation
	ref hub.Reference
	// isChanged says that the plan changes the placement, and spec is what the hub then has; nil for what is configured.
	isChanged bool
	spec      *manifest.Placement
}

// question asks what changes of the fleet move of the placement.
func (p *predictor) question() *effects.Placement {
	return &effects.Placement{
		Predictor: p, Plan: p.Hub.Plan, What: p.What, Dialect: p.config.Dialect(), IsLimited: p.config.Limit.MaxMoves != nil,
	}
}

// Baseline is what the hub has of the placement before the plan.
func (p *predictor) Baseline(ctx context.Context) (hubdecision.Baseline, error) {
	return p.baseline(ctx, p.ref, false, p.Client.Shared)
}

// Predict predicts what the hub decides with a fleet.
func (p *predictor) Predict(
	ctx context.Context, baseline hubdecision.Baseline, fleet *hubview.Planned,
) (*hubdecision.Expectation, error) {
	spec := p.spec
	if !p.isChanged {
		spec = &baseline.Decided.Placement
	}
	expected, _, err := p.expect(ctx, baseline, spec, fleet, p.isChanged)
	return expected, err
}

// guard reports how the changes of the plan in the fleet move a placement that the plan does not change, and watches for more of
// them.
func (p *operation) guard(ctx context.Context, ref hub.Reference) planner.Findings {
	question := (&predictor{operation: *p, ref: ref}).question()
	findings := p.Hub.Plan.Watch(question)
	moves, err := question.Ask(ctx, nil)
	if err != nil {
		return append(findings, p.failed(err)...)
	}
	return append(findings, moves...)
}
