// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package functions_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/resilience"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
)

// TestExplainFunction explains what place and the data source return, and the report alone. With a report all say the same.
func TestExplainFunction(t *testing.T) {
	for dialect, config := range providertest.FullConfigs() {
		t.Run(dialect, func(t *testing.T) {
			placed, mistake := providertest.Call(t, "place", placementconfig.ResultType.TerraformType(t.Context()), config)
			if mistake != nil {
				t.Fatal(mistake.Text)
			}
			text := providertest.CallText(t, "explain", placed)
			if again := providertest.CallText(t, "explain", providertest.ResultOf(t, config, true)); again != text {
				t.Errorf("the data source is explained differently:\n%s", cmp.Diff(text, again))
			}
			var outputs map[string]tftypes.Value
			if err := placed.As(&outputs); err != nil {
				t.Fatal(err)
			}
			stays := providertest.With(t, placed, map[string]any{"moves": nil})
			if again := providertest.CallText(t, "explain", outputs["report"]); again != providertest.CallText(t, "explain", stays) {
				t.Errorf("the report alone is explained differently:\n%s", cmp.Diff(text, again))
			}
			checkWithoutReport(t, text, providertest.CallText(t, "explain", providertest.ResultOf(t, config, false)))
		})
	}
}

// checkWithoutReport checks that an explanation without a report says what the one with a report does, except what only a report
// has.
func checkWithoutReport(t *testing.T, full, short string) {
	t.Helper()
	const hint = "set `with_report = true` in the placement."
	if !strings.Contains(short, hint) || strings.Contains(full, hint) {
		t.Errorf("only without a report the text says how to get one; got\n%s", short)
	}
	for _, said := range []string{"<details>", "#### Rounds"} {
		if strings.Contains(short, said) {
			t.Errorf("without a report there is %q:\n%s", said, short)
		}
	}
	before, _, _ := strings.Cut(full, "#### Decisions")
	if !strings.HasPrefix(short, before) {
		t.Errorf("without a report the text does not start with\n%s\nbut is\n%s", before, short)
	}
}

// TestExplainMoves shows what moved, and why.
func TestExplainMoves(t *testing.T) {
	config := object{
		"name": "web", "namespace": "shop", "on_unsatisfied": "accept",
		"clusters": list{
			object{"name": "eu-1", "labels": object{"env": "prod"}}, object{"name": "us-1", "labels": object{"env": "dev"}},
			object{"name": "us-2", "labels": object{"env": "prod"}},
		},
		"cluster_set_bindings": list{object{"name": "global", "namespace": "shop"}},
		"previous_decisions":   list{object{"cluster_name": "eu-1"}, object{"cluster_name": "us-1"}},
		"ocm": object{"predicates": list{object{"required_cluster_selector": object{
			"label_selector": object{"match_labels": object{"env": "prod"}},
		}}}},
	}
	for _, withReport := range []bool{false, true} {
		text := providertest.CallText(t, "explain", providertest.ResultOf(t, config, withReport))
		for _, want := range []string{
			"### Placement shop/web: 2 of 3 clusters chosen\n",
			"The last change of the decisions: 1 cluster joins, 1 cluster leaves, 1 cluster stays.\n",
			"| Cluster | Before | After | Why |\n",
			"| us-1 | chosen | not chosen | label env is \"dev\"; predicates\\[0\\] wants env=prod |\n",
			"| us-2 | not chosen | chosen | ",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not in\n%s", want, text)
			}
		}
	}
}

// TestExplainWhatIf explains what simulate and resilience return.
func TestExplainWhatIf(t *testing.T) {
	question := object{
		"clusters": list{
			object{"name": "eu-1", "labels": object{"region": "eu"}}, object{"name": "us-1", "labels": object{"region": "us"}},
		},
		"placement":       object{"name": "web", "ocm": object{"number_of_clusters": int64(2)}},
		"failure_domains": object{"labels": list{"region"}},
	}
	for name, test := range map[string]struct {
		result tftypes.Type
		steps  list
		want   []string
	}{
		"simulate": {
			framework.TypeOf[simulate.Outputs]().TerraformType(t.Context()), list{list{object{"lose": object{"clusters": list{"eu-1"}}}}},
			[]string{
				"### Simulation: 1 of 1 placement moves\n", "| web | eu-1 | chosen | not chosen |",
				`n3["eu<br/>0 clusters#44; 0 decisions"]:::failed`,
			},
		},
		"resilience": {
			framework.TypeOf[resilience.Outputs]().TerraformType(t.Context()), nil,
			[]string{"### Resilience of 1 placement: 4 bottlenecks\n", `["region<br/>us<br/>1 cluster"]:::failed`, "| region=eu | web | 2 → 1 |"},
		},
	} {
		asked := maps.Clone(question)
		if test.steps != nil {
			asked["steps"] = test.steps
		}
		answer, mistake := providertest.Call(t, name, test.result, asked)
		if mistake != nil {
			t.Fatal(mistake.Text)
		}
		text := providertest.CallText(t, "explain", answer)
		for _, want := range test.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not in\n%s", name, want, text)
			}
		}
	}
}

// TestExplainUndecided explains a placement that was imported, and one that is not known yet.
func TestExplainUndecided(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	if diags := l.Imported("shop/web", nil); len(diags) > 0 {
		t.Fatal(providertest.Shown(diags[0]))
	}
	if got := providertest.CallText(t, "explain", l.State); !strings.HasPrefix(got, "### Placement shop/web: not decided yet\n") {
		t.Errorf("an imported placement is explained as\n%s", got)
	}
	deferred := providertest.With(t, providertest.ResultOf(t, providertest.FullConfig(), false),
		map[string]any{"decisions": unknown{}})
	value, mistake := providertest.Call(t, "explain", tftypes.String, deferred)
	if mistake != nil || value.IsKnown() {
		t.Errorf("of an unknown placement the text is %v, %v", value, mistake)
	}
}

// TestExplainNothing sends null as OpenTofu does: an argument without data.
func TestExplainNothing(t *testing.T) {
	resp, err := providertest.NewServer().CallFunction(t.Context(), &tfprotov6.CallFunctionRequest{
		Name: "explain", Arguments: []*tfprotov6.DynamicValue{{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if resp.Error == nil || !strings.HasPrefix(resp.Error.Text, "found null; pass a resource") {
		t.Errorf("got %v", resp.Error)
	}
}

// TestExplainMistakes has arguments that are not a placement. The text says what was found and what to pass.
func TestExplainMistakes(t *testing.T) {
	result := providertest.ResultOf(t, providertest.FullConfig(), false)
	const pass = "pass a resource or data source multicluster_placement, multicluster_placements or multicluster_rollout, a data " +
		"source multicluster_rendered_manifests, multicluster_simulation, multicluster_resilience, multicluster_cluster_report or " +
		"multicluster_comparison, the result of place, place_all, render, simulate, resilience, cluster_report or " +
		"compare_placements, or the report of a placement"
	for name, test := range map[string]struct {
		argument any
		says     string
	}{
		"null": {
			nil, "found null; " + pass + ". The `report` of a placement is null without `with_report = true`: pass the placement instead",
		},
		"a bool":          {true, "found a bool; " + pass},
		"a list":          {list{result}, "found a list; " + pass},
		"an empty object": {object{}, "found an empty object; " + pass},
		"another object": {
			object{"satisfied_by": "x", "clusters": list{}}, "found an object with the attributes clusters, satisfied_by; " + pass,
		},
		"a null report": {
			object{"report": tftypes.NewValue(tftypes.String, nil)}, "found an object with the attributes report; " + pass,
		},
		"a part": {
			providertest.With(t, result, map[string]any{"decisions": nil}), "found an object without decisions; " + pass,
		},
		"instances": {
			object{"eu": result, "us": result}, `found an object of placements, such as ["eu"]; pass one of them; ` + pass,
		},
		"a text":         {"x", "the text is not the report of a placement: invalid character"},
		"JSON":           {"{}", "the text is not the report of a placement: it has no clusters; " + pass},
		"a later report": {`{"version":2,"clusters":[]}`, "found version 2; this release of the provider reads version 1"},
		"a wrong report": {
			providertest.With(t, result, map[string]any{"report": "x"}), "report: not the report of a placement: invalid character",
		},
		"a wrong decision": {
			providertest.With(t, result, map[string]any{"decisions": list{object{"name": "a"}}}),
			"decisions[0].name: unsupported attribute",
		},
		"no cluster": {
			providertest.With(t, result, map[string]any{"decisions": list{object{}}}),
			"decisions[0].cluster_name: the attribute must be set",
		},
		"a wrong count": {
			providertest.With(t, result, map[string]any{"rejection_summary": object{"x": "y"}}),
			`rejection_summary["x"]: found "y"; it must be a number`,
		},
		"no kind of moves": {
			providertest.With(t, result, map[string]any{"moves": "x"}), "moves: found a string; it must be an object",
		},
		"a wrong time": {
			providertest.With(t, result, map[string]any{"next_change": "x"}), `next_change: found "x"; it must be a time of RFC 3339`,
		},
		"a number":        {int64(1), "found a number; " + pass},
		"of another kind": {object{"decisions": list{}, "satisfied": true}, "found an object without rejection_summary; " + pass},
		"groups as a string": {
			providertest.With(t, result, map[string]any{"decision_groups": "x"}),
			"decision_groups: found a string; it must be an object",
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, mistake := providertest.Call(t, "explain", tftypes.String, test.argument)
			if mistake == nil {
				t.Fatal("there was no error")
			}
			if *mistake.FunctionArgument != 0 || !strings.Contains(mistake.Text, test.says) || strings.HasSuffix(mistake.Text, ".") {
				t.Errorf("got %q, want %q", mistake.Text, test.says)
			}
		})
	}
}
