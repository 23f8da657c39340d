// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"errors"
	"slices"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// TestPredictable: a placement that the hub moves in a way that is not known is told, and one that it does not move is not.
func TestPredictable(t *testing.T) {
	named := func(name string) planner.Placement { return planner.Placement{Name: name, OCM: &ocm.Spec{}} }
	disabled := named("disabled")
	disabled.Unscheduled = "it is disabled"
	later := &decisions.Decided{Placement: named("later"), SpecError: errors.New(`unknown field "x"`)}
	subjects, skipped := predictable([]*decisions.Decided{
		{Placement: named("web"), Satisfied: true}, later, {Placement: disabled},
	}, "")
	if len(subjects) != 1 || subjects[0].Name != "web" || len(skipped) != 2 {
		t.Fatalf("%d subjects, skipped %v", len(subjects), skipped)
	}
	want := []string{`later: the spec of the placement is of a later version than the provider knows: unknown field "x".`}
	if got := linesOf(skipped); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
