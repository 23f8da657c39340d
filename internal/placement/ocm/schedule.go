// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// The stages of a pass, as Rejection.Stage and FilterResult.Name have them. The filters have upstream's names.
const (
	StageAvailability = "Availability"
	StagePredicate    = "Predicate"
	StageTaint        = "TaintToleration"
)

// Schedule chooses the clusters of inv for req and gives the reason for every cluster. If ctx ends, it returns an error and
// no result.
//
// An error means that the request, or a cluster set that it uses, is wrong. If it is a
// [placement.Misconfiguration], the Result is what the hub would publish in that case; otherwise it is empty.
func Schedule(ctx context.Context, req Placement, inv placement.Inventory) (placement.Result, error) {
	if req.Unscheduled != "" {
		return placement.Result{}, errors.New("the placement is not scheduled: " + req.Unscheduled)
	}
	if n := req.NumberOfClusters; n != nil && *n < 0 {
		// The CRD has no minimum; upstream's controller crashes on such a number.
		return placement.Result{}, fmt.Errorf("numberOfClusters: %d is negative", *n)
	}
	p, err := newPass(ctx, req, inv)
	if err != nil {
		return placement.Result{}, err
	}
	bound, err := p.eligibleSets()
	if err != nil {
		return placement.Result{}, err
	}
	p.available = p.rejectUnavailable(bound)

	misconfigured, badGroups := p.decide()
	if p.err != nil {
		return placement.Result{}, p.err
	}
	// Of two mistakes, upstream's condition reports the one in the groups.
	p.addConditions(bound, cmp.Or(badGroups, misconfigured))
	if mistake := cmp.Or(misconfigured, badGroups); mistake != nil {
		return p.result, mistake
	}
	return p.result, nil
}

// decide runs the filters, the prioritizers and the grouping. The result has what the hub would publish, even if decide
// returns a Misconfiguration of the scheduling or of the decision groups. The groups are made even if the scheduling
// is misconfigured.
func (p *pass) decide() (misconfigured, badGroups *placement.Misconfiguration) {
	feasible, misconfigured := p.filter()
	if p.err == nil && misconfigured == nil {
		var prioritizers []prioritizer
		if prioritizers, misconfigured = p.prioritizers(); misconfigured == nil {
			p.rank(feasible, prioritizers)
		}
	}
	if p.err == nil {
		badGroups, p.err = match.Group(p.ctx, &p.result, p.req.DecisionStrategy.GroupStrategy, p.req.Name, p.req.Namespace, p.Named)
	}
	p.result.NextChange = p.nextChange.Time
	if p.err == nil && misconfigured == nil {
		p.addRequeue()
	}
	p.result.Rejected = p.Rejected()
	return misconfigured, badGroups
}

// filter runs each filter on the clusters that the previous one kept.
func (p *pass) filter() ([]int32, *placement.Misconfiguration) {
	feasible := p.available
	for _, f := range []struct {
		name string
		run  func([]int32) ([]int32, *placement.Misconfiguration)
	}{
		{StagePredicate, p.filterByPredicates},
		{StageTaint, p.filterByTaints},
	} {
		left, misconfigured := f.run(feasible)
		if misconfigured != nil {
			misconfigured.Plugin = f.name
			return nil, misconfigured
		}
		feasible = left
		p.result.Filters = append(p.result.Filters, placement.FilterResult{Name: f.name, Survivors: p.Names(feasible)})
	}
	return feasible, nil
}
