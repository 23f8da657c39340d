// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/resilience"
)

// Test data of values.
type (
	losses   = providertest.List
	question = providertest.Object
)

// survived validates and reads the data source; nil if it failed.
func survived(t *testing.T, config question) (map[string]tftypes.Value, []*tfprotov6.Diagnostic) {
	t.Helper()
	const name = "multicluster_resilience"
	return providertest.PlanData(t, name, providertest.Config(t, providertest.DataSchema(name).Type, config))
}

var resilienceResult = framework.TypeOf[resilience.Outputs]()

// fullQuestion has every argument but manifests and placement.
func fullQuestion() question {
	return question{
		"now": "2026-01-01T00:00:00Z",
		"clusters": losses{
			question{"name": "a", "labels": question{"region": "eu"}, "claims": question{"zone": "a"}},
			question{"name": "b", "labels": question{"region": "us"}, "claims": question{"zone": "b"}},
			question{"name": "c", "labels": question{"region": "us"}},
		},
		"cluster_sets": losses{
			question{"name": "all", "selector_type": "LabelSelector", "label_selector": question{"match_labels": question{}}},
		},
		"placements": losses{
			question{
				"name": "web", "ocm": question{"number_of_clusters": int64(2)},
				"previous_decisions": losses{question{"cluster_name": "a"}},
			},
			question{"name": "api", "kubefleet": question{"placement_type": "PickAll"}},
			question{"name": "rule", "hybrid": question{"replicas": int64(1), "advisors": losses{question{"name": "alphabet"}}}},
		},
		"failure_domains": question{
			"labels": losses{"region"}, "claims": losses{"zone"}, "cluster_sets": losses{"all"},
		},
		"drill": question{"domain": "label", "key": "region", "value": "eu"},
	}
}

// TestResilience: the data source and the function say the same.
func TestResilience(t *testing.T) {
	state, diags := survived(t, fullQuestion())
	if len(diags) > 0 {
		t.Fatal(providertest.Said(diags))
	}
	result, failed := providertest.Call(t, "resilience", resilienceResult.TerraformType(t.Context()), fullQuestion())
	if failed != nil {
		t.Fatal(failed.Text)
	}
	for name := range resilienceResult.AttrTypes {
		want := providertest.Plain(t, providertest.AttributeOf(t, result, name))
		if diff := cmp.Diff(want, providertest.Plain(t, state[name])); diff != "" {
			t.Errorf("%s: -function +data source:\n%s", name, diff)
		}
	}
}

// TestResilienceUnknownAndNull puts an unknown value and a null in the place of every value. What is unknown is no mistake; a
// null is no more than one.
func TestResilienceUnknownAndNull(t *testing.T) {
	t.Parallel()
	count := 0
	for at, variant := range providertest.Replaced(fullQuestion(), providertest.Unknown{}) {
		count++
		if _, diags := survived(t, variant.(question)); len(diags) > 0 {
			t.Errorf("unknown %s: %s", at, providertest.Said(diags))
		}
	}
	if count < 30 {
		t.Errorf("only %d places were tried", count)
	}
	for at, variant := range providertest.Replaced(fullQuestion(), nil) {
		_, diags := survived(t, variant.(question))
		diags = slices.DeleteFunc(diags, func(d *tfprotov6.Diagnostic) bool {
			return d.Severity != tfprotov6.DiagnosticSeverityError
		})
		if len(diags) > 1 {
			t.Errorf("null %s: %s", at, providertest.Said(diags))
		}
	}
}

// TestResilienceMistakes: each mistake is one error at its place.
func TestResilienceMistakes(t *testing.T) {
	for name, tt := range map[string]struct {
		failureDomains question
		want           string
	}{
		"misspelt attribute": {question{"label": losses{"region"}}, `did you mean "labels"?`},
		"misspelt label":     {question{"labels": losses{"regoin"}}, `failure_domains.labels[0]: No cluster of the fleet has the label "regoin"`},
		"misspelt set":       {question{"cluster_sets": losses{"al"}}, `did you mean "all"?`},
		"not a list":         {question{"labels": int64(3)}, "failure_domains.labels: "},
	} {
		config := fullQuestion()
		config["failure_domains"] = tt.failureDomains
		_, diags := survived(t, config)
		if len(diags) != 1 || !strings.Contains(providertest.Said(diags), tt.want) {
			t.Errorf("%s: want one error with %q, got %s", name, tt.want, providertest.Said(diags))
		}
	}
}

// TestResilienceDrillMistakes: each mistake of a drill is one error at its place.
func TestResilienceDrillMistakes(t *testing.T) {
	for name, tt := range map[string]struct {
		drill question
		want  string
	}{
		"unknown cluster": {question{"value": "aa"}, `drill.value: The fleet has no cluster "aa"; did you mean "a"?`},
		"unknown domain":  {question{"domain": "region", "value": "eu"}, "drill.domain: "},
		"no key":          {question{"domain": "label", "value": "eu"}, "drill.key: "},
		"no value":        {question{"domain": "label", "key": "region"}, "drill"},
	} {
		config := fullQuestion()
		config["drill"] = tt.drill
		_, diags := survived(t, config)
		if len(diags) != 1 || !strings.Contains(providertest.Said(diags), tt.want) {
			t.Errorf("%s: want one error with %q, got %s", name, tt.want, providertest.Said(diags))
		}
	}
}

// TestResilienceOfManifests: every placement of the manifests is asked about, with its own decisions.
func TestResilienceOfManifests(t *testing.T) {
	text, err := os.ReadFile("../../../examples/what_if/fleet.yaml")
	if err != nil {
		t.Fatal(err)
	}
	state, diags := survived(t, question{"manifests": losses{string(text)}, "failure_domains": question{"labels": losses{"region"}}})
	if len(diags) > 0 {
		t.Fatal(providertest.Said(diags))
	}
	var got []string
	for _, of := range providertest.Plain(t, state["bottlenecks"]).([]any) {
		impact := of.(map[string]any)
		got = append(got, impact["value"].(string)+" "+impact["placement"].(string))
	}
	if diff := cmp.Diff([]string{"eu shop/web", "eu api"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
