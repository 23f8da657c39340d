// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package world_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// TestOnHub: of a placement that cannot be predicted it is told why, and whether the hub moves it.
func TestOnHub(t *testing.T) {
	named := func(name string) planner.Placement { return planner.Placement{Name: name, OCM: &ocm.Spec{}} }
	disabled := named("disabled")
	disabled.Unscheduled = "it is disabled"
	later := &decisions.Decided{Placement: named("later"), SpecError: errors.New(`unknown field "x"`)}
	placements, skipped := world.OnHub([]*decisions.Decided{
		{Placement: named("web"), Satisfied: true}, later, {Placement: disabled},
	}, "")
	if len(placements) != 1 || placements[0].Name != "web" {
		t.Fatalf("%d placements", len(placements))
	}
	want := []world.Skipped{
		{Name: "later", Why: `the spec of the placement is of a later version than the provider knows: unknown field "x".`,
			IsScheduled: true},
		{Name: "disabled", Why: "the hub does not schedule the placement: it is disabled."},
	}
	if !slices.Equal(skipped, want) {
		t.Errorf("got %+v\nwant %+v", skipped, want)
	}
}
