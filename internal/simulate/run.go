// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate

import (
	"context"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
)

// Step is the answer to one list of edits.
type Step struct {
	// World has the edits, and Outcomes are what is decided in it, in the order of its placements.
	World    World
	Outcomes []Outcome
	// Edits are what the edits do.
	Edits []string
}

// Run applies the edits of each step and decides, each step on the decisions of the one before. The steps are valid: see
// [edit.ValidateSteps]. At is their path. The first error ends it.
func Run(ctx context.Context, w World, steps [][]edit.Edit, at *field.Path) ([]Step, finding.List) {
	if found := w.checkNames(steps, at); found != nil {
		return nil, found
	}
	answers := make([]Step, len(steps))
	var warnings finding.List
	for i := range steps {
		edited, found := w.Apply(ctx, steps[i], at.Index(i))
		if warnings = append(warnings, found...); found.HasError() {
			return nil, found
		}
		outcomes, found := edited.Decide(ctx)
		if found.HasError() {
			return nil, found
		}
		answers[i] = Step{World: edited, Outcomes: outcomes, Edits: make([]string, len(steps[i]))}
		for n := range steps[i] {
			answers[i].Edits[n] = steps[i][n].String()
		}
		w = edited.Next(outcomes)
	}
	return answers, warnings[:min(len(warnings), finding.Shown)]
}
