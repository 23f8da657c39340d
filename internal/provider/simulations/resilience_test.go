// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/resilience"
)

// fullQuestion has every argument but manifests and placement.
func fullQuestion() object {
	return object{
		"now": "2026-01-01T00:00:00Z",
		"clusters": list{
			object{"name": "a", "labels": object{"region": "eu"}, "claims": object{"zone": "a"}},
			object{"name": "b", "labels": object{"region": "us"}, "claims": object{"zone": "b"}},
			object{"name": "c", "labels": object{"region": "us"}},
		},
		"cluster_sets": list{
			object{"name": "all", "selector_type": "LabelSelector", "label_selector": object{"match_labels": object{}}},
		},
		"placements": list{
			object{
				"name": "web", "ocm": object{"number_of_clusters": int64(2)},
				"previous_decisions": list{object{"cluster_name": "a"}},
			},
			object{"name": "api", "kubefleet": object{"placement_type": "PickAll"}},
			object{"name": "rule", "hybrid": object{"replicas": int64(1), "advisors": list{object{"name": "alphabet"}}}},
		},
		"failure_domains": object{
			"labels": list{"region"}, "claims": list{"zone"}, "cluster_sets": list{"all"},
		},
		"drill": object{"domain": "label", "key": "region", "value": "eu"},
	}
}

// TestResilience: the data source and the function say the same.
func TestResilience(t *testing.T) {
	checkSameAnswer(t, "resilience", "resilience", framework.TypeOf[resilience.Outputs](), fullQuestion())
}

func TestResilienceUnknownAndNull(t *testing.T) {
	t.Parallel()
	checkUnknownAndNull(t, "resilience", fullQuestion(), 30)
}

// TestResilienceMistakes: each mistake is one error at its place.
func TestResilienceMistakes(t *testing.T) {
	for name, tt := range map[string]struct {
		failureDomains object
		want           string
	}{
		"misspelt attribute": {object{"label": list{"region"}}, `did you mean "labels"?`},
		"misspelt label":     {object{"labels": list{"regoin"}}, `failure_domains.labels[0]: No cluster of the fleet has the label "regoin"`},
		"misspelt set":       {object{"cluster_sets": list{"al"}}, `did you mean "all"?`},
		"not a list":         {object{"labels": int64(3)}, "failure_domains.labels: "},
	} {
		config := fullQuestion()
		config["failure_domains"] = tt.failureDomains
		_, diags := asked(t, "resilience", config)
		if len(diags) != 1 || !strings.Contains(providertest.Said(diags), tt.want) {
			t.Errorf("%s: want one error with %q, got %s", name, tt.want, providertest.Said(diags))
		}
	}
}

// TestResilienceDrillMistakes: each mistake of a drill is one error at its place.
func TestResilienceDrillMistakes(t *testing.T) {
	for name, tt := range map[string]struct {
		drill object
		want  string
	}{
		"unknown cluster": {object{"value": "aa"}, `drill.value: The fleet has no cluster "aa"; did you mean "a"?`},
		"unknown domain":  {object{"domain": "region", "value": "eu"}, "drill.domain: "},
		"no key":          {object{"domain": "label", "value": "eu"}, "drill.key: "},
		"no value":        {object{"domain": "label", "key": "region"}, "drill"},
	} {
		config := fullQuestion()
		config["drill"] = tt.drill
		_, diags := asked(t, "resilience", config)
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
	state, diags := asked(t, "resilience", object{"manifests": list{string(text)}, "failure_domains": object{"labels": list{"region"}}})
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
