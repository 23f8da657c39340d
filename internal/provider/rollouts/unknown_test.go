// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestRolloutUnknown puts an unknown value in the place of every value, one after the other. Nothing may be found wrong.
func TestRolloutUnknown(t *testing.T) {
	for of, config := range providertest.FullRollouts() {
		count := 0
		for at, variant := range providertest.Replaced(config, unknown{}) {
			count++
			if _, diags := planRollout(t, variant); len(diags) > 0 {
				t.Errorf("%s: unknown %s: %s", of, at, providertest.Said(diags))
			}
		}
		if count < 20 {
			t.Errorf("%s: only %d places were tried", of, count)
		}
	}
}

// TestRolloutNull does the same with null. Either the rollout is computed, or one diagnostic says what is missing.
func TestRolloutNull(t *testing.T) {
	for of, config := range providertest.FullRollouts() {
		for at, variant := range providertest.Replaced(config, nil) {
			state, diags := planRollout(t, variant)
			diags = slices.DeleteFunc(diags, func(d *tfprotov6.Diagnostic) bool {
				return d.Severity == tfprotov6.DiagnosticSeverityWarning
			})
			if state == nil && len(diags) == 0 || len(diags) > 1 {
				t.Errorf("%s: null %s: want a state or one diagnostic: %s", of, at, providertest.Said(diags))
			}
		}
	}
}

// TestRolloutMisspelt misspells every attribute below those of the schema. Each gives one error, which names the right one.
func TestRolloutMisspelt(t *testing.T) {
	t.Parallel()
	for of, config := range providertest.FullRollouts() {
		delete(config, "cluster_status") // Its keys may be anything.
		for how, rename := range providertest.Misspellings {
			for place, variant := range providertest.Renamed(config, rename) {
				at, name := strings.TrimPrefix(place.At, "."), place.Name
				if len(name) < 5 || strings.Contains(at, "binding.") {
					continue // The binding is not read.
				}
				_, diags := planRollout(t, variant)
				diags = slices.DeleteFunc(diags, func(d *tfprotov6.Diagnostic) bool {
					return d.Severity == tfprotov6.DiagnosticSeverityWarning
				})
				want := []string{at + ": unsupported attribute; ", fmt.Sprintf("did you mean %q?", name)}
				if len(diags) != 1 || !strings.HasPrefix(diags[0].Detail, want[0]) || !strings.Contains(diags[0].Detail, want[1]) {
					t.Errorf("%s, %s, %s: want one error with %q: %s", of, how, at, want, providertest.Said(diags))
				}
			}
		}
	}
}

// TestRolloutKindsOfValue puts a value of the wrong kind in the place of every value. Each gives one error at most.
func TestRolloutKindsOfValue(t *testing.T) {
	t.Parallel()
	for what, wrong := range map[string]any{"an object": object{"zzz": "zzz"}, "a text": "no such thing"} {
		for of, config := range providertest.FullRollouts() {
			for at, variant := range providertest.Replaced(config, wrong) {
				value, ok := providertest.ConfigIfTyped(t, rolloutType(), variant)
				if !ok {
					continue // Terraform refuses it.
				}
				_, diags := providertest.PlanData(t, "multicluster_rollout", value)
				diags = slices.DeleteFunc(diags, func(d *tfprotov6.Diagnostic) bool {
					return d.Severity == tfprotov6.DiagnosticSeverityWarning
				})
				if len(diags) > 1 {
					t.Errorf("%s, %s, %s: %d errors: %s", of, what, at, len(diags), providertest.Said(diags))
				}
			}
		}
	}
}
