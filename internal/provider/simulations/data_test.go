// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// Test data of values.
type (
	object  = providertest.Object
	list    = providertest.List
	unknown = providertest.Unknown
)

// asked validates and reads a data source; nil if it failed.
func asked(t *testing.T, name string, config object) (map[string]tftypes.Value, []*tfprotov6.Diagnostic) {
	t.Helper()
	name = "multicluster_" + name
	return providertest.PlanData(t, name, providertest.Config(t, providertest.DataSchema(name).Type, config))
}

// checkSameAnswer wants a data source and its function to say the same, and returns it.
func checkSameAnswer(t *testing.T, source, function string, result types.ObjectType, config object) map[string]any {
	t.Helper()
	state, diags := asked(t, source, config)
	if len(diags) > 0 {
		t.Fatal(providertest.Said(diags))
	}
	returned, failed := providertest.Call(t, function, result.TerraformType(t.Context()), config)
	if failed != nil {
		t.Fatal(failed.Text)
	}
	answer := map[string]any{}
	for name := range result.AttrTypes {
		answer[name] = providertest.Plain(t, state[name])
		if diff := cmp.Diff(providertest.Plain(t, providertest.AttributeOf(t, returned, name)), answer[name]); diff != "" {
			t.Errorf("%s: -function +data source:\n%s", name, diff)
		}
	}
	return answer
}

// checkUnknownAndNull puts an unknown value and a null in the place of every value of a configuration, which has at least so many.
// What is unknown is no mistake; a null is no more than one.
func checkUnknownAndNull(t *testing.T, source string, config object, least int) {
	t.Helper()
	count := 0
	for at, variant := range providertest.Replaced(config, unknown{}) {
		count++
		if _, diags := asked(t, source, variant.(object)); len(diags) > 0 {
			t.Errorf("unknown %s: %s", at, providertest.Said(diags))
		}
	}
	if count < least {
		t.Errorf("only %d places were tried", count)
	}
	for at, variant := range providertest.Replaced(config, nil) {
		_, diags := asked(t, source, variant.(object))
		if diags = errorsOf(diags); len(diags) > 1 {
			t.Errorf("null %s: %s", at, providertest.Said(diags))
		}
	}
}

func errorsOf(diags []*tfprotov6.Diagnostic) []*tfprotov6.Diagnostic {
	return slices.DeleteFunc(diags, func(d *tfprotov6.Diagnostic) bool { return d.Severity != tfprotov6.DiagnosticSeverityError })
}
