package provider

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/functions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
)

// movesIn are the names that joined and left, and how many stayed, in a state.
func (l *lifecycle) movesIn(t *testing.T, state tftypes.Value) (joined, left []string, stayed int64) {
	t.Helper()
	moves := l.attribute(state, "moves")
	names := func(list string) (names []string) {
		for _, move := range elementsOf(t, attributeOf(t, moves, list)) {
			names = append(names, stringOf(t, attributeOf(t, move, "cluster_name")))
			if stringOf(t, attributeOf(t, move, "cause")) == "" || stringOf(t, attributeOf(t, move, "reason")) == "" {
				t.Errorf("%s has a move without a cause or a reason: %s", list, move)
			}
		}
		return names
	}
	counted := counts(t, tftypes.NewValue(tftypes.Map{ElementType: tftypes.Number}, map[string]tftypes.Value{"stayed": attributeOf(t, moves, "stayed")}))
	return names("joined"), names("left"), counted["stayed"]
}

// TestMoves: the output has what the last pass moved in which a cluster joined or left.
func TestMoves(t *testing.T) {
	l := placementLifecycle(t, t)
	expect := func(step string, joined, left []string, stayed int64) {
		t.Helper()
		gotJoined, gotLeft, gotStayed := l.movesIn(t, l.state)
		if !slices.Equal(gotJoined, joined) || !slices.Equal(gotLeft, left) || gotStayed != stayed {
			t.Errorf("%s: joined %v, left %v, %d stayed", step, gotJoined, gotLeft, gotStayed)
		}
	}
	apply := func(on []string, off ...string) {
		t.Helper()
		config := configOf(t, l.typ(), guarded("web", nil, nil, on, off...))
		l.apply(l.plan(config))
		l.settled(config)
	}
	apply([]string{"a", "b"})
	expect("created", nil, nil, 0)
	apply([]string{"b", "c"}, "a")
	expect("moved", []string{"c"}, []string{"a"}, 1)
	apply([]string{"b", "c"}, "a", "d")
	expect("nothing moved", []string{"c"}, []string{"a"}, 1)
	apply([]string{"b", "c", "e"}, "a")
	expect("one more", []string{"e"}, nil, 2)
	config := configOf(t, l.typ(), guarded("api", nil, nil, []string{"a"}))
	l.apply(l.plan(config))
	expect("replaced", nil, nil, 0)
}

// TestMovesOfDataSource compares with the previous decisions.
func TestMovesOfDataSource(t *testing.T) {
	config := guarded("web", nil, nil, []string{"b", "c"}, "a")
	delete(config, "max_moves")
	delete(config, "on_exceeded")
	config["previous_decisions"] = list{object{"cluster_name": "a"}, object{"cluster_name": "b"}}
	state, diags := plan(t, configOf(t, placementType(), config))
	if len(diags) > 0 {
		t.Fatal(said(diags))
	}
	moves := tftypes.NewValue(tftypes.Object{AttributeTypes: map[string]tftypes.Type{"moves": state["moves"].Type()}},
		map[string]tftypes.Value{"moves": state["moves"]})
	joined, left, stayed := placementLifecycle(t, t).movesIn(t, moves)
	if !slices.Equal(joined, []string{"c"}) || !slices.Equal(left, []string{"a"}) || stayed != 1 {
		t.Errorf("joined %v, left %v, %d stayed", joined, left, stayed)
	}
}

// TestDetails: what is asked for beside the decisions can change without another decision.
func TestDetails(t *testing.T) {
	for dialect, sticky := range stickyConfigs() {
		l := placementLifecycle(t, t)
		data := sticky(cluster("a", object{"env": "prod", "tier": "gold"}), cluster("b", object{"env": "dev"}))
		delete(data, "with_report")
		apply := func(changes object) {
			t.Helper()
			data = maps.Clone(data)
			maps.Copy(data, changes)
			config := configOf(t, l.typ(), data)
			p := l.plan(config)
			if len(p.diags) > 0 && changes["with_labels"] == nil {
				t.Errorf("%s: %s", dialect, said(p.diags))
			}
			l.apply(p)
			l.settled(config)
		}
		apply(nil)
		asked := fingerprintOf(t, l.private)
		decisions := l.attribute(l.state, "decisions")
		labels := func() tftypes.Value {
			return attributeOf(t, attributeOf(t, l.attribute(l.state, "decisions_by_cluster"), "a"), "labels")
		}
		if !labels().IsNull() || !l.attribute(l.state, "report").IsNull() {
			t.Errorf("%s: labels %s, report %s", dialect, labels(), l.attribute(l.state, "report"))
		}
		apply(object{"with_report": true, "with_labels": list{"env", "tier", "none"}})
		if l.attribute(l.state, "report").IsNull() {
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
		if !labels().IsNull() || !l.attribute(l.state, "report").IsNull() {
			t.Errorf("%s: labels %s, report %s", dialect, labels(), l.attribute(l.state, "report"))
		}
		if fingerprintOf(t, l.private) != asked || !l.attribute(l.state, "decisions").Equal(decisions) {
			t.Errorf("%s: it is decided anew", dialect)
		}
	}
}

// TestPaused keeps the decisions, whatever changes, and says what would move.
func TestPaused(t *testing.T) {
	l := placementLifecycle(t, t)
	config := func(paused any, on []string, off ...string) object {
		data := guarded("web", nil, nil, on, off...)
		data["paused"] = paused
		return data
	}
	plan := func(data object, says ...string) planned {
		t.Helper()
		p := l.plan(configOf(t, l.typ(), data))
		p.expect(t, false, says...)
		if len(says) == 0 && len(p.diags) > 0 {
			t.Errorf("got %q", said(p.diags))
		}
		return p
	}
	first := config(true, []string{"a", "b"})
	l.apply(plan(first, `"web" has no decisions to keep yet`))
	l.settled(configOf(t, l.typ(), first))
	outputs := func() []tftypes.Value {
		var values []tftypes.Value
		for _, name := range placementconfig.ResultNames() {
			values = append(values, l.attribute(l.state, name))
		}
		return values
	}
	before, asked := outputs(), fingerprintOf(t, l.private)

	gone := config(true, []string{"b", "c"})
	l.apply(plan(gone, `"web" is paused`, "No longer in the fleet, but still chosen: a.", "c joins"))
	broken := config(true, []string{"b", "c"})
	broken[placementconfig.DialectOCM] = object{"number_of_clusters": int64(7)}
	broken["cluster_sets"] = list{object{"name": "x"}}
	l.apply(plan(broken, `"web" is paused`))
	empty := config(true, nil)
	l.apply(plan(empty, "is paused"))
	unknownLabel := config(true, []string{"b"})
	unknownLabel["clusters"].(list)[0].(object)["labels"] = unknown{}
	if p := plan(unknownLabel); !l.attribute(p.state, "decisions").IsFullyKnown() {
		t.Error("the decisions are unknown")
	}
	if diff := cmp.Diff(before, outputs(), cmp.Comparer(func(a, b tftypes.Value) bool { return a.Equal(b) })); diff != "" || fingerprintOf(t, l.private) != asked {
		t.Errorf("-want +got:\n%s", diff)
	}

	p := l.plan(configOf(t, l.typ(), config(true, []string{"a", "b"})))
	p.expect(t, false)
	renamed := config(true, []string{"a", "b"})
	renamed["name"] = "api"
	p = l.plan(configOf(t, l.typ(), renamed))
	p.expect(t, true, "A paused placement cannot be replaced")

	l.apply(plan(config(nil, []string{"b", "c"}), `"web" moves`, "c joins"))
	if got := l.decidedClusters(l.state); !slices.Equal(got, []string{"c", "b"}) {
		t.Errorf("decided %v", got)
	}
}

// TestEmptySelector warns of a selector that selects everything, once and at its line. One that is written out is intended, and
// so is one that was decoded from YAML.
func TestEmptySelector(t *testing.T) {
	decoded, mistake := call(t, "decode_placement", functions.PlacementObject.TerraformType(t.Context()),
		"{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Placement, metadata: {name: web}, spec: {predicates: [{requiredClusterSelector: {labelSelector: {}}}]}}")
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
		"a predicate":      {object{"predicates": list{object{}}}, "ocm.predicates[0]"},
		"a selector":       {selector(object{}), "ocm.predicates[0].required_cluster_selector"},
		"a label selector": {selector(object{"label_selector": object{}}), "ocm.predicates[0].required_cluster_selector.label_selector"},
		"null":             {selector(object{"label_selector": object{"match_labels": nil}}), "ocm.predicates[0].required_cluster_selector.label_selector"},
		"nulls of a typed variable": {selector(object{"label_selector": object{"match_labels": nil, "match_expressions": nil}}),
			"ocm.predicates[0].required_cluster_selector.label_selector"},
		"written out":       {selector(object{"label_selector": object{"match_labels": object{}}}), ""},
		"decoded from YAML": {attributeOf(t, decoded, "ocm"), ""},
	} {
		l := placementLifecycle(t, t)
		config := configOf(t, l.typ(), object{"name": "web", "clusters": list{object{"name": "a"}}, "ocm": tt.ocm})
		diags := slices.Concat(l.validate(config), l.plan(config).diags)
		switch {
		case tt.at == "" && len(diags) > 0:
			t.Errorf("%s: %s", name, said(diags))
		case tt.at == "":
		case len(diags) != 1 || pathOf(diags[0].Attribute) != lineOf(tt.at) || diags[0].Summary != `The placement "web" has an empty selector at `+tt.at:
			t.Errorf("%s: %s", name, said(diags))
		}
	}
}
