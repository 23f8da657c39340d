// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"fmt"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

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
