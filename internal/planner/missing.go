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

// findShortfall finds what a placement lacks that is not satisfied, once.
func (r *Request) findShortfall(ctx context.Context, answer *Answer) (err error) {
	if answer.Shortfall != nil {
		return nil
	}
	asked := answer.request
	checks := shortfall.Checks(len(answer.inventory.Clusters) + len(answer.inventory.Targets))
	if answer.isKept || asked.AsksOverHTTP() {
		// What is kept does not depend on the placement, and every decision would be a request to an advisor.
		checks = 0
	}
	answer.Shortfall, err = shortfall.Find(ctx, &shortfall.Question{
		Placement: &asked.Placement, Fleet: &asked.Fleet, Inventory: &answer.inventory, Result: &answer.Result, Checks: checks,
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
	})
	return err
}

// AsksOverHTTP reports whether an advisor of the placement is asked over HTTP.
func (r *Request) AsksOverHTTP() bool {
	return r.Advisors != nil && r.Hybrid != nil && slices.ContainsFunc(r.Hybrid.Advisors, func(a hybrid.Advisor) bool {
		return a.Recommendations == nil && r.Advisors.Has(a.Name)
	})
}
