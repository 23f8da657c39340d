// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/functions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// movesIn are the names that joined and left, and how many stayed, in a state.
func movesIn(l *providertest.Resource, t *testing.T, state tftypes.Value) (joined, left []string, stayed int64) {
	t.Helper()
	moves := l.Attribute(state, "moves")
	names := func(list string) (names []string) {
		var reasons map[string]tftypes.Value
		if err := providertest.AttributeOf(t, moves, list).As(&reasons); err != nil {
			t.Fatal(err)
		}
		for _, name := range slices.Sorted(maps.Keys(reasons)) {
			names = append(names, name)
			if cause, reason, _ := strings.Cut(providertest.StringOf(t, reasons[name]), ": "); cause == "" || reason == "" {
				t.Errorf("%s has a move without a cause or a reason: %s", list, reasons[name])
			}
		}
		return names
	}
	counted := providertest.Counts(t, tftypes.NewValue(tftypes.Map{ElementType: tftypes.Number},
		map[string]tftypes.Value{"stayed": providertest.AttributeOf(t, moves, "stayed")}))
	return names("joined"), names("left"), counted["stayed"]
}

// TestMoves: the output has what the last pass moved in which a cluster joined or left.
func TestMoves(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	expect := func(step string, joined, left []string, stayed int64) {
		t.Helper()
		gotJoined, gotLeft, gotStayed := movesIn(l, t, l.State)
		if !slices.Equal(gotJoined, joined) || !slices.Equal(gotLeft, left) || gotStayed != stayed {
			t.Errorf("%s: joined %v, left %v, %d stayed", step, gotJoined, gotLeft, gotStayed)
		}
	}
	apply := func(on []string, off ...string) {
		t.Helper()
		config := providertest.Config(t, l.Type(), guarded("web", nil, nil, on, off...))
		l.Apply(l.Plan(config))
		l.Settled(config)
	}
	apply([]string{"a", "b"})
	expect("created", nil, nil, 0)
	apply([]string{"b", "c"}, "a")
	expect("moved", []string{"c"}, []string{"a"}, 1)
	apply([]string{"b", "c"}, "a", "d")
	expect("nothing moved", []string{"c"}, []string{"a"}, 1)
	apply([]string{"b", "c", "e"}, "a")
	expect("one more", []string{"e"}, nil, 2)
	config := providertest.Config(t, l.Type(), guarded("api", nil, nil, []string{"a"}))
	l.Apply(l.Plan(config))
	expect("replaced", nil, nil, 0)
}

// TestMovesOfDataSource compares with the previous decisions.
func TestMovesOfDataSource(t *testing.T) {
	config := guarded("web", nil, nil, []string{"b", "c"}, "a")
	delete(config, "max_moves")
	delete(config, "on_exceeded")
	config["previous_decisions"] = list{object{"cluster_name": "a"}, object{"cluster_name": "b"}}
	state, diags := providertest.PlanPlacement(t, providertest.Config(t, providertest.PlacementType(), config))
	if len(diags) > 0 {
		t.Fatal(providertest.Said(diags))
	}
	moves := tftypes.NewValue(tftypes.Object{AttributeTypes: map[string]tftypes.Type{"moves": state["moves"].Type()}},
		map[string]tftypes.Value{"moves": state["moves"]})
	joined, left, stayed := movesIn(providertest.NewPlacement(t, t), t, moves)
	if !slices.Equal(joined, []string{"c"}) || !slices.Equal(left, []string{"a"}) || stayed != 1 {
		t.Errorf("joined %v, left %v, %d stayed", joined, left, stayed)
	}
}

// TestDetails: what is asked for beside the decisions can change without another decision.
func TestDetails(t *testing.T) {
	for dialect, sticky := range providertest.StickyConfigs() {
		l := providertest.NewPlacement(t, t)
		data := sticky(providertest.Cluster("a", object{"env": "prod", "tier": "gold"}),
			providertest.Cluster("b", object{"env": "dev"}))
		delete(data, "with_report")
		apply := func(changes object) {
			t.Helper()
			data = maps.Clone(data)
			maps.Copy(data, changes)
			config := providertest.Config(t, l.Type(), data)
			p := l.Plan(config)
			if len(p.Diags) > 0 && changes["with_labels"] == nil {
				t.Errorf("%s: %s", dialect, providertest.Said(p.Diags))
			}
			l.Apply(p)
			l.Settled(config)
		}
		apply(nil)
		asked := providertest.FingerprintOf(t, l.Private)
		decisions := l.Attribute(l.State, "decisions")
		labels := func() tftypes.Value {
			return providertest.AttributeOf(t, providertest.AttributeOf(t, l.Attribute(l.State, "decisions_by_cluster"), "a"), "labels")
		}
		if !labels().IsNull() || !l.Attribute(l.State, "report").IsNull() {
			t.Errorf("%s: labels %s, report %s", dialect, labels(), l.Attribute(l.State, "report"))
		}
		apply(object{"with_report": true, "with_labels": list{"env", "tier", "none"}})
		if l.Attribute(l.State, "report").IsNull() {
			t.Errorf("%s: there is no report", dialect)
		}
		var got map[string]tftypes.Value
		if err := labels().As(&got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"env", "tier"}, slices.Sorted(maps.Keys(got))); diff != "" {
			t.Errorf("%s: -want +got:\n%s", dialect, diff)
		}
		apply(object{"with_report": nil, "with_labels": nil})
		if !labels().IsNull() || !l.Attribute(l.State, "report").IsNull() {
			t.Errorf("%s: labels %s, report %s", dialect, labels(), l.Attribute(l.State, "report"))
		}
		if providertest.FingerprintOf(t, l.Private) != asked || !l.Attribute(l.State, "decisions").Equal(decisions) {
			t.Errorf("%s: it is decided anew", dialect)
		}
	}
}

// TestPaused keeps the decisions, whatever changes, and says what would move.
func TestPaused(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	config := func(paused any, on []string, off ...string) object {
		data := guarded("web", nil, nil, on, off...)
		data["paused"] = paused
		return data
	}
	plan := func(data object, says ...string) providertest.Planned {
		t.Helper()
		p := l.Plan(providertest.Config(t, l.Type(), data))
		expect(p, t, false, says...)
		if len(says) == 0 && len(p.Diags) > 0 {
			t.Errorf("got %q", providertest.Said(p.Diags))
		}
		return p
	}
	first := config(true, []string{"a", "b"})
	l.Apply(plan(first, `"web" has no decisions to keep yet`))
	l.Settled(providertest.Config(t, l.Type(), first))
	outputs := func() []tftypes.Value {
		var values []tftypes.Value
		for _, name := range placementconfig.ResultNames() {
			values = append(values, l.Attribute(l.State, name))
		}
		return values
	}
	before, asked := outputs(), providertest.FingerprintOf(t, l.Private)

	gone := config(true, []string{"b", "c"})
	l.Apply(plan(gone, `"web" is paused`, "No longer in the fleet, but still chosen: a.", "c joins"))
	broken := config(true, []string{"b", "c"})
	broken[placementconfig.DialectOCM] = object{"number_of_clusters": int64(7)}
	broken["cluster_sets"] = list{object{"name": "x"}}
	l.Apply(plan(broken, `"web" is paused`))
	empty := config(true, nil)
	l.Apply(plan(empty, "is paused"))
	unknownLabel := config(true, []string{"b"})
	unknownLabel["clusters"].(list)[0].(object)["labels"] = unknown{}
	if p := plan(unknownLabel); !l.Attribute(p.State, "decisions").IsFullyKnown() {
		t.Error("the decisions are unknown")
	}
	if diff := cmp.Diff(before, outputs(), cmp.Comparer(func(a, b tftypes.Value) bool { return a.Equal(b) })); diff != "" ||
		providertest.FingerprintOf(t, l.Private) != asked {
		t.Errorf("-want +got:\n%s", diff)
	}

	p := l.Plan(providertest.Config(t, l.Type(), config(true, []string{"a", "b"})))
	expect(p, t, false)
	renamed := config(true, []string{"a", "b"})
	renamed["name"] = "api"
	p = l.Plan(providertest.Config(t, l.Type(), renamed))
	expect(p, t, true, "A paused placement cannot be replaced")

	l.Apply(plan(config(nil, []string{"b", "c"}), `"web" moves`, "c joins"))
	if got := l.DecidedClusters(l.State); !slices.Equal(got, []string{"c", "b"}) {
		t.Errorf("decided %v", got)
	}
}

// TestEmptySelector warns of a selector that selects everything, once and at its line. One that is written out is intended, and
// so is one that was decoded from YAML.
func TestEmptySelector(t *testing.T) {
	decoded, mistake := providertest.Call(t, "decode_placement", functions.PlacementObject.TerraformType(t.Context()),
		"{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Placement, metadata: {name: web}, spec: {predicates: "+
			"[{requiredClusterSelector: {labelSelector: {}}}]}}")
	if mistake != nil {
		t.Fatal(mistake.Text)
	}
	selector := func(required any) object {
		return object{"predicates": list{object{"required_cluster_selector": required}}}
	}
	for name, tt := range map[string]struct {
		ocm any
		at  string
	}{
		"a predicate": {object{"predicates": list{object{}}}, "ocm.predicates[0]"},
		"a selector":  {selector(object{}), "ocm.predicates[0].required_cluster_selector"},
		"a label selector": {
			selector(object{"label_selector": object{}}), "ocm.predicates[0].required_cluster_selector.label_selector",
		},
		"null": {
			selector(object{"label_selector": object{"match_labels": nil}}), "ocm.predicates[0].required_cluster_selector.label_selector",
		},
		"nulls of a typed variable": {selector(object{"label_selector": object{"match_labels": nil, "match_expressions": nil}}),
			"ocm.predicates[0].required_cluster_selector.label_selector"},
		"written out":       {selector(object{"label_selector": object{"match_labels": object{}}}), ""},
		"decoded from YAML": {providertest.AttributeOf(t, decoded, "ocm"), ""},
	} {
		l := providertest.NewPlacement(t, t)
		config := providertest.Config(t, l.Type(), object{"name": "web", "clusters": list{object{"name": "a"}}, "ocm": tt.ocm})
		diags := slices.Concat(l.Validate(config), l.Plan(config).Diags)
		switch {
		case tt.at == "" && len(diags) > 0:
			t.Errorf("%s: %s", name, providertest.Said(diags))
		case tt.at == "":
		case len(diags) != 1 || providertest.PathOf(diags[0].Attribute) != providertest.LineOf(tt.at) ||
			diags[0].Summary != `The placement "web" has an empty selector at `+tt.at:
			t.Errorf("%s: %s", name, providertest.Said(diags))
		}
	}
}
