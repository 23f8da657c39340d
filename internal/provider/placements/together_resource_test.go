// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// newTogether is a resource without a state.
func newTogether(t *testing.T, fail providertest.Fataler) *providertest.Resource {
	t.Helper()
	return providertest.NewResource(t, fail, "multicluster_placements")
}

func togetherConfig(t testing.TB, l *providertest.Resource, data object) tftypes.Value {
	t.Helper()
	data = maps.Clone(data)
	if _, ok := data["name"]; !ok {
		data["name"] = "teams"
	}
	return providertest.Config(t, l.Type(), data)
}

// TestTogetherLifecycle: every dialect with every argument is created, planned again without a change, moved and destroyed, and a
// placement that is added to the map moves none that prefers to stay.
func TestTogetherLifecycle(t *testing.T) {
	for dialect, data := range providertest.TogetherConfigs() {
		t.Run(dialect, func(t *testing.T) {
			l := newTogether(t, t)
			config := togetherConfig(t, l, data)
			for _, d := range l.Validate(config) {
				t.Error(providertest.Shown(d))
			}
			p := l.Plan(config)
			if !l.Attribute(p.State, "outcomes").IsFullyKnown() {
				t.Error("the outcomes are not known in the plan")
			}
			l.Apply(p)
			l.Settled(config)
			l.Apply(l.Plan(tftypes.NewValue(l.Type(), nil)))
			if !l.State.IsNull() {
				t.Error("something is left")
			}
		})
	}
}

// TestTogetherKeeps: the state is where a plan starts. One more placement moves nobody, one that is removed and comes back starts
// anew, and a cluster that leaves is told for every placement that had it.
func TestTogetherKeeps(t *testing.T) {
	l := newTogether(t, t)
	apply := func(fleet list, placements object) map[string][]string {
		t.Helper()
		config := togetherConfig(t, l, object{"clusters": fleet, "placements": placements})
		l.Apply(l.Plan(config))
		l.Settled(config)
		return outcomesOf(t, l.Attribute(l.State, "outcomes"))
	}
	first := apply(numbered(50), teams(12))
	if distinct(first) != 36 {
		t.Errorf("%d clusters: %v", distinct(first), first)
	}
	second := apply(numbered(50), teams(13))
	added := second["team-12"]
	delete(second, "team-12")
	if diff := gocmp.Diff(first, second); diff != "" || len(added) != 3 {
		t.Errorf("one more team moves others: %v\n%s", added, diff)
	}
	if third := apply(numbered(50), teams(12)); !gocmp.Equal(first, third) {
		t.Errorf("a team that leaves moves others:\n%s", gocmp.Diff(first, third))
	}
	gone := first["team-00"][0]
	without := slices.DeleteFunc(numbered(50), func(c any) bool { return c.(object)["name"] == gone })
	moved := apply(without, teams(12))
	if slices.Contains(moved["team-00"], gone) || len(moved["team-00"]) != 3 {
		t.Errorf("%s is gone: %v", gone, moved["team-00"])
	}
	moved["team-00"] = first["team-00"]
	if diff := gocmp.Diff(first, moved); diff != "" {
		t.Errorf("others move:\n%s", diff)
	}
}

// TestTogetherLimits: max_moves of one placement and of all are errors at their attributes, with the names.
func TestTogetherLimits(t *testing.T) {
	one := func(name, limit any) object {
		entry := object{"ocm": object{
			"number_of_clusters": int64(1),
			"predicates": list{object{"required_cluster_selector": object{"label_selector": object{
				"match_labels": object{"for": name},
			}}}},
		}}
		if limit != nil {
			entry["max_moves"] = limit
		}
		return entry
	}
	fleet := func(labels ...string) (clusters list) {
		for i, label := range labels {
			clusters = append(clusters, object{"name": fmt.Sprintf("c%d", i), "labels": object{"for": label}})
		}
		return clusters
	}
	l := newTogether(t, t)
	both := object{"a": one("a", nil), "b": one("b", nil)}
	before := object{"clusters": fleet("a", "b", "x", "x"), "placements": both}
	l.Apply(l.Plan(togetherConfig(t, l, before)))
	after := fleet("x", "x", "a", "b")
	for name, c := range map[string]struct {
		config object
		at     string
		want   []string
	}{
		"none": {object{"clusters": after, "placements": both}, "", nil},
		"one": {object{"clusters": after, "placements": object{"a": one("a", "0"), "b": one("b", nil)}}, `placements["a"]`,
			[]string{`placements["a"].max_moves: 1 of 1 cluster would lose the workload; max_moves = "0" allows 0.`, "c0 leaves"}},
		"all": {object{"clusters": after, "placements": both, "max_moves": "1"}, "max_moves",
			[]string{`All placements together: 2 of 2 clusters would lose the workload; max_moves = "1" allows 1.`, "a: c0\nb: c1"}},
		"percent": {object{"clusters": after, "placements": both, "max_moves": "50%"}, "max_moves", []string{`allows 1.`}},
		"enough":  {object{"clusters": after, "placements": both, "max_moves": "2"}, "", nil},
		"removed": {object{"clusters": before["clusters"], "placements": object{"a": one("a", nil)}, "max_moves": "0"}, "max_moves",
			[]string{"b (removed): c1"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := l.Plan(togetherConfig(t, l, c.config))
			if p.Failed() != (c.want != nil) {
				t.Fatal(providertest.Said(p.Diags))
			}
			errors := slices.DeleteFunc(p.Diags, func(d *tfprotov6.Diagnostic) bool {
				return d.Severity != tfprotov6.DiagnosticSeverityError
			})
			for _, want := range c.want {
				if len(errors) != 1 || !strings.Contains(errors[0].Detail, want) || providertest.PathOf(errors[0].Attribute) != c.at {
					t.Errorf("want %s\n got %s", want, providertest.Said(errors))
				}
			}
		})
	}
}

// TestTogetherResourceUnknown: what is unknown is no mistake.
func TestTogetherResourceUnknown(t *testing.T) {
	for dialect, data := range providertest.TogetherConfigs() {
		for place, variant := range providertest.Replaced(data, unknown{}) {
			l := newTogether(t, t)
			config := togetherConfig(t, l, variant.(object))
			for _, d := range l.Validate(config) {
				t.Errorf("%s: unknown %s: %s", dialect, place, providertest.Shown(d))
			}
			p := l.Plan(config)
			if l.Attribute(p.State, "outcomes").IsFullyKnown() && !strings.HasSuffix(place, ".group") {
				t.Errorf("%s: unknown %s: the outcomes are known", dialect, place)
			}
			if p.Failed() {
				t.Errorf("%s: unknown %s: %s", dialect, place, providertest.Said(p.Diags))
			}
		}
	}
}

// TestTogetherWaiting: as long as the fleet is unknown everything is, and the keys are known; an unknown placement of KubeFleet
// leaves others alone, and one that Balance may count does not.
func TestTogetherWaiting(t *testing.T) {
	pick := object{"number_of_clusters": int64(1)}
	fixed := func(names any) object {
		return object{"kubefleet": object{"placement_type": "PickFixed", "cluster_names": names}}
	}
	for name, c := range map[string]struct {
		config object
		known  []string
	}{
		"fleet":     {object{"clusters": unknown{}, "placements": object{"a": object{"ocm": pick}}}, nil},
		"keys":      {object{"clusters": numbered(2), "placements": unknown{}}, nil},
		"placement": {object{"clusters": numbered(2), "placements": object{"a": unknown{}, "b": object{"ocm": pick}, "c": fixed(list{"c00"})}}, []string{"c"}},
		"of KubeFleet": {object{"clusters": numbered(2), "placements": object{
			"a": fixed(list{unknown{}}), "b": object{"ocm": pick}, "c": fixed(list{"c00"}),
		}}, []string{"b", "c"}},
		"name":  {object{"name": unknown{}, "clusters": numbered(2), "placements": object{"a": object{"ocm": pick}}}, []string{"a"}},
		"limit": {object{"clusters": numbered(2), "max_moves": unknown{}, "placements": object{"a": object{"ocm": pick}}}, nil},
	} {
		l := newTogether(t, t)
		p := l.Plan(togetherConfig(t, l, c.config))
		outcomes := l.Attribute(p.State, "outcomes")
		var known []string
		if outcomes.IsKnown() {
			var entries map[string]tftypes.Value
			if err := outcomes.As(&entries); err != nil {
				t.Fatal(err)
			}
			for _, key := range slices.Sorted(maps.Keys(entries)) {
				if entries[key].IsFullyKnown() {
					known = append(known, key)
				}
			}
		}
		if p.Failed() || !slices.Equal(known, c.known) || outcomes.IsKnown() == (name == "keys") {
			t.Errorf("%s: known: %v\n%s", name, known, providertest.Said(p.Diags))
		}
	}
}

// TestTogetherNull: null is as if it were not there: the placements are decided, or something is told.
func TestTogetherNull(t *testing.T) {
	for dialect, data := range providertest.TogetherConfigs() {
		for place, variant := range providertest.Replaced(data, nil) {
			l := newTogether(t, t)
			config := togetherConfig(t, l, variant.(object))
			if len(l.Validate(config)) > 0 {
				continue
			}
			if p := l.Plan(config); !p.Failed() && !l.Attribute(p.State, "outcomes").IsFullyKnown() {
				t.Errorf("%s: null %s: neither outcomes nor a diagnostic", dialect, place)
			}
		}
	}
}

// TestTogetherStable: whatever is decided, the next plan is empty, also with the fleet in another order.
func TestTogetherStable(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		l := newTogether(t, r)
		data := drawTogether(r)
		config := togetherConfig(t, l, data)
		p := l.Plan(config)
		l.Apply(p)
		l.Settled(config)
		data["clusters"] = rapid.Permutation(data["clusters"].(list)).Draw(r, "order")
		if again := l.Plan(togetherConfig(t, l, data)); !again.State.Equal(l.State) {
			r.Fatalf("the second plan changes something:\n%s\n%s", l.State, again.State)
		}
	})
}

// TestTogetherImport: an import has no decisions. With a limit it needs to know them, and compares with previous_decisions.
func TestTogetherImport(t *testing.T) {
	pick := object{"ocm": object{"number_of_clusters": int64(1)}}
	l := newTogether(t, t)
	if diags := l.Imported("teams", nil); len(diags) > 0 {
		t.Fatal(providertest.Said(diags))
	}
	config := object{"clusters": numbered(2), "placements": object{"a": pick}, "max_moves": "0"}
	if p := l.Plan(togetherConfig(t, l, config)); !strings.Contains(providertest.Said(p.Diags), "imported without previous decisions") {
		t.Error(providertest.Said(p.Diags))
	}
	pick["previous_decisions"] = list{object{"cluster_name": "c01"}}
	l.Apply(l.Plan(togetherConfig(t, l, config)))
	if got := outcomesOf(t, l.Attribute(l.State, "outcomes")); !slices.Equal(got["a"], []string{"c01"}) {
		t.Error(got)
	}
}

// TestTogetherMoved: a placement becomes the one whose key is its name, with its decisions and without a move.
func TestTogetherMoved(t *testing.T) {
	single := providertest.NewPlacement(t, t)
	config := object{"name": "web", "clusters": numbered(3), "ocm": object{"number_of_clusters": int64(2)}}
	single.Apply(single.Plan(providertest.Config(t, single.Type(), config)))
	l := newTogether(t, t)
	moveFrom(t, l, single)
	whole := togetherConfig(t, l, object{"clusters": numbered(3), "placements": object{
		"web": object{"ocm": object{"number_of_clusters": int64(2)}}, "api": object{"ocm": object{"number_of_clusters": int64(1)}},
	}})
	l.Apply(l.Plan(whole))
	l.Settled(whole)
	got := outcomesOf(t, l.Attribute(l.State, "outcomes"))
	if want := (map[string][]string{"web": {"c00", "c01"}, "api": {"c02"}}); !gocmp.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// moveFrom moves the state of a resource of another type into the resource.
func moveFrom(t *testing.T, l, source *providertest.Resource) {
	t.Helper()
	state, err := json.Marshal(providertest.Plain(t, source.State))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := l.Server.MoveResourceState(t.Context(), &tfprotov6.MoveResourceStateRequest{
		SourceProviderAddress: "registry.terraform.io/terraform-multicluster/multicluster", SourceTypeName: source.TypeName,
		SourceSchemaVersion: source.Schema.Version, SourceState: &tfprotov6.RawState{JSON: state}, SourcePrivate: source.Private,
		TargetTypeName: l.TypeName,
	})
	if err != nil || len(resp.Diagnostics) > 0 {
		t.Fatal(err, providertest.Said(resp.Diagnostics))
	}
	l.State, l.Private, l.Identity = l.Decode(resp.TargetState), resp.TargetPrivate, resp.TargetIdentity
}
