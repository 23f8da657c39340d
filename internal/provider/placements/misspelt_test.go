// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestEveryNameMisspelt misspells every attribute below those of the schema. Each gives one error, at its place, that names the
// right one.
func TestEveryNameMisspelt(t *testing.T) {
	t.Parallel()
	for dialect, config := range providertest.DataConfigs() {
		for how, rename := range providertest.Misspellings {
			count := 0
			for of, variant := range providertest.Renamed(config, rename) {
				at, name := strings.TrimPrefix(of.At, "."), of.Name
				if len(name) < 3 {
					continue
				}
				count++
				diags := errorsOf(t, providertest.Config(t, providertest.PlacementType(), variant))
				want := []string{at + ": unsupported attribute; ", fmt.Sprintf("did you mean %q?", name)}
				if len(diags) != 1 || !strings.HasPrefix(diags[0].Detail, want[0]) || !strings.Contains(diags[0].Detail, want[1]) {
					t.Errorf("%s, %s, %s: want one error with %q: %s", dialect, how, at, want, providertest.Said(diags))
				}
			}
			if count < 10 {
				t.Errorf("%s, %s: only %d names were tried", dialect, how, count)
			}
		}
	}
}

// errorsOf plans a placement and returns the errors.
func errorsOf(t *testing.T, config tftypes.Value) []*tfprotov6.Diagnostic {
	t.Helper()
	_, diags := providertest.PlanPlacement(t, config)
	return slices.DeleteFunc(diags, func(d *tfprotov6.Diagnostic) bool { return d.Severity != tfprotov6.DiagnosticSeverityError })
}

// TestEveryKindOfValue puts a value of the wrong kind in the place of every value. Each gives one error at most:
// what follows from it is not another one.
func TestEveryKindOfValue(t *testing.T) {
	t.Parallel()
	for what, wrong := range map[string]any{
		"an object": object{"zzz": "zzz"}, "a text": "no such thing",
	} {
		for dialect, config := range providertest.DataConfigs() {
			for at, variant := range providertest.Replaced(config, wrong) {
				value, ok := providertest.ConfigIfTyped(t, providertest.PlacementType(), variant)
				if !ok {
					continue // Terraform refuses it.
				}
				diags := errorsOf(t, value)
				if len(diags) > 1 {
					t.Errorf("%s, %s, %s: %d errors: %s", dialect, what, at, len(diags), providertest.Said(diags))
				}
			}
		}
	}
}
