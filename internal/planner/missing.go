// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"context"
	"errors"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/shortfall"
)

// Nearest finds the nearest change with which the placement chooses a cluster that it has not chosen: see [shortfall.Near].
func (a *Answer) Nearest(ctx context.Context, cluster string) (*shortfall.Nearest, error) {
	return shortfall.Near(ctx, a.lacking(), cluster)
}

// lacking is the question what the placement lacks.
func (a *Answer) lacking() *shortfall.Question {
	asked := a.request
	checks := shortfall.Checks(len(a.inventory.Clusters) + len(a.inventory.Targets))
	if a.isKept || asked.AsksOverHTTP() {
		// What is kept does not depend on the placement, and every decision would be a request to an advisor.
		checks = 0
	}
	return &shortfall.Question{
		Placement: &asked.Placement, Fleet: &asked.Fleet, Inventory: &a.inventory, Result: &a.Result, Checks: checks,
		Decide: func(ctx context.Context, p *Placement, f *Fleet) (placement.Result, error) {
			changed := *asked
			changed.Placement, changed.Fleet, changed.OnUnsatisfied = *p, *f, UnsatisfiedAccept
			// All checks together cost no more than a decision may.
			changed.MaxCELCost = (asked.MaxCELCost + uint64(checks) - 1) / uint64(checks)
			result, err := changed.Schedule(ctx)
			if err == nil && changed.Now.IsZero() && !result.NextChange.IsZero() {
				err = errors.New("the decision depends on the time")
			}
			return result, err
		},
	}
}

// AsksOverHTTP reports whether an advisor of the placement is asked over HTTP.
func (r *Request) AsksOverHTTP() bool {
	return r.Advisors != nil && r.Hybrid != nil && slices.ContainsFunc(r.Hybrid.Advisors, func(a hybrid.Advisor) bool {
		return a.Recommendations == nil && r.Advisors.Has(a.Name)
	})
}
