// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

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

// TestComparison: the data source and the function say the same: what each pair of one name does.
func TestComparison(t *testing.T) {
	answer := checkSameAnswer(t, "comparison", "compare_placements", framework.TypeOf[comparison.Outputs](), fullComparison())
	got := map[string]any{}
	for name, c := range answer["comparisons"].(map[string]any) {
		got[name] = c.(map[string]any)["verdict"]
	}
	want := map[string]any{"web": comparison.Different, "shop/api": comparison.Equal}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestComparison_counterexample: the counterexample is a fleet on which the placements differ at once, with what matters alone.
func TestComparison_counterexample(t *testing.T) {
	t.Parallel()
	config := fullComparison()
	costs := func(expression object) list {
		return list{object{"name": "web", "ocm": object{"number_of_clusters": int64(1), "predicates": list{object{
			"required_cluster_selector": object{"claim_selector": object{"match_expressions": list{expression}}},
		}}}}}
	}
	config["from"] = costs(object{"key": "cost", "operator": "In", "values": list{"low"}})
	config["to"] = costs(object{"key": "cost", "operator": "Exists"})
	answered := func() object {
		state, diags := asked(t, "comparison", config)
		if len(diags) > 0 {
			t.Fatal(providertest.Said(diags))
		}
		return providertest.Plain(t, state["comparisons"]).(map[string]any)["web"].(map[string]any)
	}
	text := answered()["counterexample"].(string)
	if want := `[{"claims":{"cost":"other"},"name":"a"}]`; text != want {
		t.Errorf("got %s, want %s", text, want)
	}
	var clusters []any
	if err := json.Unmarshal([]byte(text), &clusters); err != nil {
		t.Fatal(err)
	}
	config["clusters"] = clusters
	if again := answered(); again["verdict"] != comparison.Different {
		t.Errorf("over the counterexample: %v", again["text"])
	}
}

func TestComparison_unknownAndNull(t *testing.T) {
	t.Parallel()
	checkUnknownAndNull(t, "comparison", fullComparison(), 30)
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
		_, diags := asked(t, "comparison", config)
		if len(diags) != 1 || !strings.Contains(providertest.Said(diags), test.want) {
			t.Errorf("%s: want one error with %q, got %s", name, test.want, providertest.Said(diags))
		}
	}
}
