// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestPlacementFullConfig makes sure that the configurations that the tests below vary are right, and name every
// argument of the schema.
func TestPlacementFullConfig(t *testing.T) {
	named := map[string]bool{}
	for dialect, config := range providertest.DataConfigs() {
		state, diags := providertest.PlanPlacement(t, providertest.Config(t, providertest.PlacementType(), config))
		for _, d := range diags {
			t.Errorf("%s: %s", dialect, providertest.Shown(d))
		}
		if state == nil || state["decisions"].IsNull() || !state["decisions"].IsFullyKnown() {
			t.Errorf("%s: decisions are not known", dialect)
		}
		for name := range config {
			named[name] = true
		}
	}
	for name, attribute := range providertest.DataSchema("multicluster_placement").Attributes {
		if !named[name] && !attribute.Computed {
			t.Errorf("no configuration has %s", name)
		}
	}
}

// TestPlacementUnknown puts an unknown value in the place of every value of the configurations, one after the other,
// down to the leaves. Nothing may be found wrong with any of them: what is unknown is no mistake, and neither is what
// may come of it.
func TestPlacementUnknown(t *testing.T) {
	t.Parallel()
	for dialect, config := range providertest.DataConfigs() {
		count := 0
		for at, variant := range providertest.Replaced(config, unknown{}) {
			count++
			_, diags := providertest.PlanPlacement(t, providertest.Config(t, providertest.PlacementType(), variant))
			for _, d := range diags {
				t.Errorf("%s: unknown %s: %s", dialect, at, providertest.Shown(d))
			}
		}
		if count < 80 {
			t.Errorf("%s: only %d places were tried", dialect, count)
		}
	}
}

// TestPlacementNull does the same with null, which is how HCL leaves out an argument. Wherever null is allowed by the
// schema, the placement is decided, or one diagnostic tells what is missing.
func TestPlacementNull(t *testing.T) {
	t.Parallel()
	for dialect, config := range providertest.DataConfigs() {
		for at, variant := range providertest.Replaced(config, nil) {
			state, diags := providertest.PlanPlacement(t, providertest.Config(t, providertest.PlacementType(), variant))
			diags = slices.DeleteFunc(diags, func(d *tfprotov6.Diagnostic) bool {
				return d.Severity == tfprotov6.DiagnosticSeverityWarning
			})
			if state == nil && len(diags) == 0 {
				t.Errorf("%s: null %s: neither a state nor a diagnostic", dialect, at)
			}
			// Without its type a placement is PickAll, which has neither a number nor constraints.
			if len(diags) > 1 && at != ".kubefleet.placement_type" {
				t.Errorf("%s: null %s: more than one diagnostic: %s; %s", dialect, at, providertest.Shown(diags[0]),
					providertest.Shown(diags[1]))
			}
		}
	}
}
