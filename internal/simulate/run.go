// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package simulate answers what if: it edits a copy of a world, decides its placements again, and says what moves. It is pure,
// and stands above world.
//
// [New] makes a world whose placements may have demands, and [Run] edits and decides for a list of steps.
package simulate

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// Subject is a placement of a simulation.
type Subject struct {
	world.Placement
	// Demand is what the placement takes of each chosen cluster. Clusters of which the placements before it leave less are
	// rejected.
	Demand placement.Resources
}

// demands reports whether the placement takes something.
func (s Subject) demands() bool {
	return slices.ContainsFunc(s.Demand, func(r placement.Resource) bool { amount := r.Quantity(); return amount.Sign() > 0 })
}

// New makes the world of a simulation: see [world.New].
func New(ctx context.Context, fleet planner.Fleet, subjects []Subject, options world.Options) (world.World, finding.List) {
	w, _, findings := begin(ctx, fleet, subjects, options)
	return w, findings
}

// begin is [New] with the demands in the world; nil if nothing is demanded.
func begin(
	ctx context.Context, fleet planner.Fleet, subjects []Subject, options world.Options,
) (w world.World, demanded *demands, findings finding.List) {
	placements := make([]world.Placement, len(subjects))
	for i := range subjects {
		placements[i] = subjects[i].Placement
	}
	if slices.ContainsFunc(subjects, (Subject).demands) {
		if findings := checkDemands(&fleet, subjects); findings != nil {
			return world.World{}, nil, findings
		}
		demanded = &demands{of: lists.Map(subjects, func(s Subject) placement.Resources { return s.Demand })}
		options.Filter = demanded.filter
	}
	w, findings = world.New(ctx, fleet, placements, options)
	return w, demanded, findings
}

// Step is the answer to one list of edits.
type Step struct {
	// World has the edits, and Outcomes are what is decided in it, in the order of its placements.
	World    world.World
	Outcomes []world.Outcome
	// Edits are what the edits do, and Blocked the evictions that the hub does not execute.
	Edits   []string
	Blocked []BlockedEviction
}

// Run applies the edits of each step and decides, each step on the decisions of the one before. The steps are valid: see
// [edit.ValidateSteps]. Path is their path. The first error ends it.
func Run(ctx context.Context, w world.World, steps [][]edit.Edit, path *field.Path) ([]Step, finding.List) {
	if findings := checkNames(&w, steps, path); findings != nil {
		return nil, findings
	}
	answers := make([]Step, len(steps))
	var warnings finding.List
	for i := range steps {
		after, findings := apply(ctx, w, steps[i], path.Index(i))
		if warnings = append(warnings, findings...); findings.HasError() {
			return nil, findings
		}
		outcomes, findings := after.Decide(ctx)
		if warnings = append(warnings, findings...); findings.HasError() {
			return nil, findings
		}
		answers[i] = Step{World: after.World, Outcomes: outcomes, Edits: make([]string, len(steps[i])), Blocked: after.blocked}
		for n := range steps[i] {
			answers[i].Edits[n] = steps[i][n].String()
		}
		w = after.Next(outcomes)
	}
	return answers, warnings[:min(len(warnings), finding.Shown)]
}
