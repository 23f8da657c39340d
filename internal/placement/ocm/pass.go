// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"context"
	"fmt"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

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
	// current says which clusters are currently chosen, by decisions before this pass; it is nil if there are none.
	current []bool
	// scores finds AddOnPlacementScores for CEL. It is built when the first expression needs it.
	scores map[scoreKey]int
	// celCost is what the CEL expressions cost so far, for all clusters.
	celCost uint64
	// nextChange is the first instant at which a toleration or a score expires that the result depends on.
	nextChange deadline

	result placement.Result
}

func newPass(ctx context.Context, req Placement, inv placement.Inventory) (*pass, error) {
	roster, err := placement.NewRoster(ctx, inv.Clusters)
	if err != nil {
		return nil, err
	}
	p := &pass{ctx: ctx, req: req, inv: inv, Roster: roster, result: placement.Result{Dialect: placement.DialectOCM}}
	for i := range inv.Decisions {
		if p.interrupted(i) {
			return nil, p.err
		}
		if p.owns(&inv.Decisions[i]) {
			for _, name := range inv.Decisions[i].Clusters {
				p.setCurrent(name)
			}
		}
	}
	return p, nil
}

// interrupted reports whether the pass must end. Every loop over clusters calls it in every step. A function that is
// interrupted returns what it has so far, and Schedule returns the error instead of the result.
func (p *pass) interrupted(step int) bool {
	if p.err == nil {
		p.err = placement.Interrupted(p.ctx, step)
	}
	return p.err != nil
}

// owns reports whether a PlacementDecision is this placement's. Its label and its namespace determine that, not its name.
func (p *pass) owns(d *placement.PlacementDecision) bool {
	return d.Placement == p.req.Name && d.Namespace == p.req.Namespace
}

func (p *pass) setCurrent(name string) {
	if position, ok := p.Position(name); ok {
		if p.current == nil {
			p.current = make([]bool, len(p.Clusters))
		}
		p.current[position] = true
	}
}

func (p *pass) isCurrent(position int32) bool {
	return p.current != nil && p.current[position]
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
