package provider

import (
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
)

// resultOf is a data source with its arguments and its outputs, with or without a report.
func resultOf(t testing.TB, config object, withReport bool) tftypes.Value {
	t.Helper()
	config = maps.Clone(config)
	config["with_report"] = withReport
	read, diags := plan(t, configOf(t, placementType(), config))
	for _, d := range diags {
		t.Fatal(shown(d))
	}
	return tftypes.NewValue(placementType(), read)
}

// with is an object with some attributes replaced. A nil value removes the attribute.
func with(t testing.TB, of tftypes.Value, changes map[string]any) tftypes.Value {
	t.Helper()
	var attributes map[string]tftypes.Value
	if err := of.As(&attributes); err != nil {
		t.Fatal(err)
	}
	data := object{}
	for name, value := range attributes {
		data[name] = value
	}
	for name, value := range changes {
		if data[name] = value; value == nil {
			delete(data, name)
		}
	}
	return dynamicOf(t, data)
}

// TestExplainFunction explains what place and the data source return, and the report alone. With a report all say the same.
func TestExplainFunction(t *testing.T) {
	for dialect, config := range fullConfigs() {
		t.Run(dialect, func(t *testing.T) {
			placed, mistake := call(t, "place", placementconfig.ResultType.TerraformType(t.Context()), config)
			if mistake != nil {
				t.Fatal(mistake.Text)
			}
			text := callText(t, "explain", placed)
			if again := callText(t, "explain", resultOf(t, config, true)); again != text {
				t.Errorf("the data source is explained differently:\n%s", cmp.Diff(text, again))
			}
			var outputs map[string]tftypes.Value
			if err := placed.As(&outputs); err != nil {
				t.Fatal(err)
			}
			stays := with(t, placed, map[string]any{"moves": nil})
			if again := callText(t, "explain", outputs["report"]); again != callText(t, "explain", stays) {
				t.Errorf("the report alone is explained differently:\n%s", cmp.Diff(text, again))
			}
			checkWithoutReport(t, text, callText(t, "explain", resultOf(t, config, false)))
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
		text := callText(t, "explain", resultOf(t, config, withReport))
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

// TestExplainUndecided explains a placement that was imported, and one that is not known yet.
func TestExplainUndecided(t *testing.T) {
	l := placementLifecycle(t, t)
	if diags := l.imported("shop/web", nil); len(diags) > 0 {
		t.Fatal(shown(diags[0]))
	}
	if got := callText(t, "explain", l.state); !strings.HasPrefix(got, "### Placement shop/web: not decided yet\n") {
		t.Errorf("an imported placement is explained as\n%s", got)
	}
	deferred := with(t, resultOf(t, fullConfig(), false), map[string]any{"decisions": unknown{}})
	value, mistake := call(t, "explain", tftypes.String, deferred)
	if mistake != nil || value.IsKnown() {
		t.Errorf("of an unknown placement the text is %v, %v", value, mistake)
	}
}

// TestExplainNothing sends null as OpenTofu does: an argument without data.
func TestExplainNothing(t *testing.T) {
	resp, err := testServer().CallFunction(t.Context(), &tfprotov6.CallFunctionRequest{
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
	result := resultOf(t, fullConfig(), false)
	const pass = "pass a resource or data source multicluster_placement or multicluster_rollout, the result of place, or the report of a placement"
	for name, test := range map[string]struct {
		argument any
		says     string
	}{
		"null":               {nil, "found null; " + pass + ". The `report` of a placement is null without `with_report = true`: pass the placement instead"},
		"a bool":             {true, "found a bool; " + pass},
		"a list":             {list{result}, "found a list; " + pass},
		"an empty object":    {object{}, "found an empty object; " + pass},
		"another object":     {object{"satisfied_by": "x", "clusters": list{}}, "found an object with the attributes clusters, satisfied_by; " + pass},
		"a null report":      {object{"report": tftypes.NewValue(tftypes.String, nil)}, "found an object with the attributes report; " + pass},
		"a part":             {with(t, result, map[string]any{"decisions": nil}), "found an object without decisions; " + pass},
		"instances":          {object{"eu": result, "us": result}, `found an object of placements, such as ["eu"]; pass one of them; ` + pass},
		"a text":             {"x", "the text is not the report of a placement: invalid character"},
		"JSON":               {"{}", "the text is not the report of a placement: it has no clusters; " + pass},
		"a later report":     {`{"version":2,"clusters":[]}`, "found version 2; this release of the provider reads version 1"},
		"a wrong report":     {with(t, result, map[string]any{"report": "x"}), "report: not the report of a placement: invalid character"},
		"a wrong decision":   {with(t, result, map[string]any{"decisions": list{object{"name": "a"}}}), "decisions[0].name: unsupported attribute"},
		"no cluster":         {with(t, result, map[string]any{"decisions": list{object{}}}), "decisions[0].cluster_name: the attribute must be set"},
		"a wrong count":      {with(t, result, map[string]any{"rejection_summary": object{"x": "y"}}), `rejection_summary["x"]: found "y"; it must be a number`},
		"no kind of moves":   {with(t, result, map[string]any{"moves": "x"}), "moves: found a string; it must be an object"},
		"a wrong time":       {with(t, result, map[string]any{"next_change": "x"}), `next_change: found "x"; it must be a time of RFC 3339`},
		"a number":           {int64(1), "found a number; " + pass},
		"of another kind":    {object{"decisions": list{}, "satisfied": true}, "found an object without rejection_summary; " + pass},
		"groups as a string": {with(t, result, map[string]any{"decision_groups": "x"}), "decision_groups: found a string; it must be a list of objects"},
	} {
		t.Run(name, func(t *testing.T) {
			_, mistake := call(t, "explain", tftypes.String, test.argument)
			if mistake == nil {
				t.Fatal("there was no error")
			}
			if *mistake.FunctionArgument != 0 || !strings.Contains(mistake.Text, test.says) || strings.HasSuffix(mistake.Text, ".") {
				t.Errorf("got %q, want %q", mistake.Text, test.says)
			}
		})
	}
}
