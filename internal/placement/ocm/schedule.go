// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

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
	if !p.interrupted() && misconfigured == nil {
		var prioritizers []prioritizer
		if prioritizers, misconfigured = p.prioritizers(); misconfigured == nil {
			p.rank(feasible, prioritizers)
		}
	}
	if !p.interrupted() {
		badGroups, p.err = match.Group(p.ctx, &p.result, p.req.DecisionStrategy.GroupStrategy, p.req.Name, p.req.Namespace, p.Named)
	}
	if misconfigured == nil {
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

// pass is one run of the scheduler. It refers to clusters by their position in the roster.
type pass struct {
	// ctx can end the pass early: see placement.Interrupted.
	ctx context.Context
	// err is why the pass ended early.
	err error
	req Placement
	inv placement.Inventory
	placement.Roster
	// available are the clusters of the eligible sets.
	available []int32
	// current says which clusters are currently chosen, by decisions before this pass.
	current []bool
	// scores finds AddOnPlacementScores for CEL. It is built when the first expression needs it.
	scores map[scoreKey]*placement.Score
	// celCost is what the CEL expressions cost so far, for all clusters.
	celCost uint64

	result placement.Result
}

func newPass(ctx context.Context, req Placement, inv placement.Inventory) (*pass, error) {
	roster, err := placement.NewRoster(inv.Clusters)
	if err != nil {
		return nil, err
	}
	p := &pass{
		ctx: ctx, req: req, inv: inv, Roster: roster, current: make([]bool, len(inv.Clusters)),
		result: placement.Result{Dialect: placement.DialectOCM},
	}
	for i := range inv.Decisions {
		if !p.owns(&inv.Decisions[i]) {
			continue
		}
		for _, name := range inv.Decisions[i].Clusters {
			if position, ok := p.Position(name); ok {
				p.current[position] = true
			}
		}
	}
	return p, nil
}

// interrupted reports whether the pass must end. The parts of a pass call it, and its CEL expressions for each cluster: all else
// takes a fraction of a second for the largest fleets. A function that is interrupted returns what it has so far, and Schedule
// returns the error instead of the result.
func (p *pass) interrupted() bool {
	if p.err == nil {
		p.err = placement.Interrupted(p.ctx, 0)
	}
	return p.err != nil
}

// owns reports whether a PlacementDecision is this placement's. Its label and its namespace determine that, not its name.
func (p *pass) owns(d *placement.PlacementDecision) bool {
	return d.Placement == p.req.Name && d.Namespace == p.req.Namespace
}

// The types of a Placement's conditions.
const (
	// ConditionSatisfied is True if the requested number of clusters was chosen.
	ConditionSatisfied = "PlacementSatisfied"
	// ConditionMisconfigured is True if the request has a mistake that only the scheduler finds.
	ConditionMisconfigured = "PlacementMisconfigured"
)

// The reasons of a ConditionSatisfied that no cluster set is open to the placement, or only empty ones are.
const (
	ReasonNoBindings     = "NoManagedClusterSetBindings"
	ReasonNoIntersection = "NoIntersection"
	ReasonSetsEmpty      = "AllManagedClusterSetsEmpty"
)

// addConditions writes the conditions in upstream's words.
func (p *pass) addConditions(bound sets, misconfigured *placement.Misconfiguration) {
	condition := placement.Condition{
		Type: ConditionMisconfigured, Status: "False",
		Reason: "Succeedconfigured", Message: "Placement configurations check pass",
	}
	if misconfigured != nil {
		condition = placement.Condition{
			Type: ConditionMisconfigured, Status: "True",
			Reason: "Misconfigured", Message: misconfigured.Plugin + ":" + misconfigured.Message,
		}
	}
	satisfied := p.satisfied(bound)
	p.result.Satisfied = satisfied.Status == "True"
	p.result.Conditions = []placement.Condition{condition, satisfied}
}

// satisfied returns the condition PlacementSatisfied, with the first reason that applies. Upstream gives
// NoManagedClusterMatched for everything that leaves no decision: predicates, taints, a number of 0, a mistake.
func (p *pass) satisfied(bound sets) placement.Condition {
	unscheduled := 0
	if n := p.req.NumberOfClusters; n != nil {
		unscheduled = int(*n) - len(p.result.Decisions)
	}
	status, reason, message := "False", "", ""
	switch {
	case bound.bound == 0:
		reason = ReasonNoBindings
		message = "No valid ManagedClusterSetBindings found in placement namespace"
	case len(bound.eligible) == 0:
		reason = ReasonNoIntersection
		message = fmt.Sprintf("None of ManagedClusterSets [%s] is bound to placement namespace",
			strings.Join(p.req.ClusterSets, ","))
	case len(p.available) == 0:
		reason = ReasonSetsEmpty
		message = fmt.Sprintf("All ManagedClusterSets [%s] have no member ManagedCluster",
			strings.Join(bound.eligible, ","))
	case len(p.result.Decisions) == 0:
		reason = "NoManagedClusterMatched"
		message = "No ManagedCluster matches any of the cluster predicate"
	case unscheduled == 0:
		status, reason = "True", "AllDecisionsScheduled"
		message = "All cluster decisions scheduled"
	default:
		reason = "NotAllDecisionsScheduled"
		message = fmt.Sprintf("%d cluster decisions unscheduled", unscheduled)
	}
	return placement.Condition{Type: ConditionSatisfied, Status: status, Reason: reason, Message: message}
}
