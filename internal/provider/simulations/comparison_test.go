// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// compared validates and reads the data source; nil if it failed.
func compared(t *testing.T, config object) (map[string]tftypes.Value, []*tfprotov6.Diagnostic) {
	t.Helper()
	const name = "multicluster_comparison"
	return providertest.PlanData(t, name, providertest.Config(t, providertest.DataSchema(name).Type, config))
}

// fullComparison has every argument but manifests.
func fullComparison() object {
	return object{
		"now": "2026-01-01T00:00:00Z",
		"clusters": list{
			object{"name": "a", "labels": object{"region": "eu"}, "claims": object{"zone": "a"}},
			object{"name": "b", "labels": object{"region": "us"}, "claims": object{"zone": "b"}},
		},
		"from": list{
			object{"name": "web", "hybrid": object{"target_labels": object{"match_labels": object{"region": "eu"}}}},
			object{"name": "api", "namespace": "shop", "ocm": object{"number_of_clusters": int64(1)}},
		},
		"to": list{
			object{"name": "api", "namespace": "shop", "ocm": object{"number_of_clusters": int64(1)}},
			object{"name": "web", "ocm": object{}, "previous_decisions": list{object{"cluster_name": "a"}}},
		},
	}
}

var comparisonResult = framework.TypeOf[comparison.Outputs]()

// TestComparison: the data source and the function say the same: what each pair of one name does.
func TestComparison(t *testing.T) {
	state, diags := compared(t, fullComparison())
	if len(diags) > 0 {
		t.Fatal(providertest.Said(diags))
	}
	result, failed := providertest.Call(t, "compare_placements", comparisonResult.TerraformType(t.Context()), fullComparison())
	if failed != nil {
		t.Fatal(failed.Text)
	}
	for name := range comparisonResult.AttrTypes {
		want := providertest.Plain(t, providertest.AttributeOf(t, result, name))
		if diff := cmp.Diff(want, providertest.Plain(t, state[name])); diff != "" {
			t.Errorf("%s: -function +data source:\n%s", name, diff)
		}
	}
	got := map[string]any{}
	for name, c := range providertest.Plain(t, state["comparisons"]).(map[string]any) {
		got[name] = c.(map[string]any)["verdict"]
	}
	want := map[string]any{"web": comparison.Different, "shop/api": comparison.Equal}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestComparison_unknownAndNull puts an unknown value and a null in the place of every value. What is unknown is no mistake; a null
// is no more than one.
func TestComparison_unknownAndNull(t *testing.T) {
	t.Parallel()
	for at, variant := range providertest.Replaced(fullComparison(), unknown{}) {
		if _, diags := compared(t, variant.(object)); len(diags) > 0 {
			t.Errorf("unknown %s: %s", at, providertest.Said(diags))
		}
	}
	for at, variant := range providertest.Replaced(fullComparison(), nil) {
		_, diags := compared(t, variant.(object))
		diags = slices.DeleteFunc(diags, func(d *tfprotov6.Diagnostic) bool {
			return d.Severity != tfprotov6.DiagnosticSeverityError
		})
		if len(diags) > 1 {
			t.Errorf("null %s: %s", at, providertest.Said(diags))
		}
	}
}

// TestComparison_mistakes: each mistake is one error at its place.
func TestComparison_mistakes(t *testing.T) {
	placement := func(name string) object { return object{"name": name, "ocm": object{}} }
	for name, test := range map[string]struct {
		from, to list
		want     string
	}{
		"empty":         {list{}, list{placement("web")}, "from: the list is empty"},
		"misspelt name": {list{placement("web"), placement("api")}, list{placement("web"), placement("apy")}, `from[1].name: found "api"`},
		"one more":      {list{placement("web")}, list{placement("web"), placement("api")}, `to[1].name: found "api"`},
		"twice": {
			list{placement("web"), placement("web")}, list{placement("web"), placement("web")}, `from[1].name`,
		},
		"misspelt attribute": {list{object{"ocm": object{"number_of_cluster": int64(1)}}}, list{placement("web")}, `"number_of_clusters"`},
		"no scheduler":       {list{object{"name": "web"}}, list{placement("web")}, "from[0]: no scheduler is configured"},
	} {
		config := fullComparison()
		config["from"], config["to"] = test.from, test.to
		_, diags := compared(t, config)
		if len(diags) != 1 || !strings.Contains(providertest.Said(diags), test.want) {
			t.Errorf("%s: want one error with %q, got %s", name, test.want, providertest.Said(diags))
		}
	}
}
