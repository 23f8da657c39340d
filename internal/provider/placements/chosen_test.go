// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// chosenBy chooses a number of clusters by their cores.
func chosenBy(number int64, clusters ...any) object {
	return object{"name": "web", "clusters": clusters, "ocm": object{
		"number_of_clusters": number,
		"prioritizer_policy": object{"configurations": list{object{"score_coordinate": object{"built_in": "ResourceAllocatableCPU"}}}},
	}}
}

// withCores is a cluster with a number of cores.
func withCores(name, cores string) object {
	return object{"name": name, "allocatable": object{"cpu": cores}, "labels": object{}}
}

// decisionsIn are the names of the decisions in a state, in their order, with their reasons.
func decisionsIn(l *providertest.Resource, t *testing.T, state tftypes.Value) (names []string, reasons map[string]any) {
	t.Helper()
	reasons = map[string]any{}
	for _, d := range providertest.ElementsOf(t, l.Attribute(state, "decisions")) {
		name := providertest.StringOf(t, providertest.AttributeOf(t, d, "cluster_name"))
		if reason := providertest.AttributeOf(t, d, "reason"); reason.IsNull() {
			t.Errorf("%s: no reason", name)
		}
		names = append(names, name)
		reasons[name] = providertest.Plain(t, providertest.AttributeOf(t, d, "reason"))
	}
	return names, reasons
}

// TestUnrankedDecisions have a reason without numbers, in the order of the names: all that pass the filters are chosen. They have
// the scores that the scheduler has. Those of KubeFleet's PickN decide which clusters leave if it wants fewer.
func TestUnrankedDecisions(t *testing.T) {
	clusters := list{withCores("c", "1"), withCores("a", "2"), withCores("b", "4")}
	const all, ranked = "all that match are chosen", ""
	named := func(key, operator string, values ...any) object {
		return object{"required_cluster_selector": object{"label_selector": object{
			"match_expressions": list{object{"key": key, "operator": operator, "values": values}},
		}}}
	}
	for name, tt := range map[string]struct {
		config object
		// want is the reason of a; empty if it quotes the score.
		want   string
		scored bool
	}{
		"ocm":           {object{"ocm": object{}}, all, true},
		"ocm, a number": {object{"ocm": object{"number_of_clusters": int64(3)}}, all, true},
		"ocm, fewer":    {object{"ocm": object{"number_of_clusters": int64(2)}}, ranked, true},
		"ocm, a predicate": {object{"ocm": object{"predicates": list{named("env", "NotIn", "dev")}}},
			"matches env notin (dev); " + all, true},
		"ocm, predicates": {object{"ocm": object{"predicates": list{named("env", "NotIn", "dev"), object{
			"required_cluster_selector": object{
				"claim_selector": object{"match_expressions": list{object{"key": "cloud", "operator": "In", "values": list{"a"}}}},
				"cel_selector":   object{"cel_expressions": list{"true"}},
			},
		}}}}, "matches env notin (dev) or claims cloud in (a); true; " + all, true},
		"ocm, an empty predicate": {object{"ocm": object{"predicates": list{named("env", "NotIn", "dev"), object{
			"required_cluster_selector": object{"label_selector": object{}},
		}}}}, all, true},
		"hybrid":  {object{"hybrid": object{"replicas": int64(3)}}, "no candidate was eliminated", true},
		"PickAll": {object{"kubefleet": object{"placement_type": "PickAll"}}, `Successfully scheduled resources for placement in "a" (affinity score: 0, topology spread score: 0): picked by scheduling policy`, false},
		"PickFixed": {object{"kubefleet": object{"placement_type": "PickFixed", "cluster_names": list{"c", "a"}}},
			`Successfully scheduled resources for placement in "a": picked by scheduling policy`, false},
		"PickN":          {object{"kubefleet": object{"placement_type": "PickN", "number_of_clusters": int64(3)}}, ranked, true},
		"without others": {object{"ocm": object{"number_of_clusters": int64(5)}, "on_unsatisfied": "accept"}, all, true},
	} {
		data := object{"name": "web", "clusters": clusters}
		maps.Copy(data, tt.config)
		l := providertest.NewPlacement(t, t)
		config := providertest.Config(t, l.Type(), data)
		l.Apply(l.Plan(config))
		l.Settled(config)
		names, reasons := decisionsIn(l, t, l.State)
		if reason := reasons["a"]; tt.want != ranked && reason != tt.want || tt.want == ranked && reason == nil {
			t.Errorf("%s: %v", name, reason)
		}
		for _, d := range providertest.ElementsOf(t, l.Attribute(l.State, "decisions")) {
			if score := providertest.AttributeOf(t, d, "score"); score.IsNull() == tt.scored {
				t.Errorf("%s: score %s", name, score)
			}
		}
		if tt.want != ranked && !slices.IsSorted(names) {
			t.Errorf("%s: decided %v, which is not in alphabetical order", name, names)
		}
	}
}

// TestScoresWithoutMoves: no output changes if scores change and no cluster moves.
func TestScoresWithoutMoves(t *testing.T) {
	for number := range int64(4) {
		l := providertest.NewPlacement(t, t)
		apply := func(clusters ...any) []tftypes.Value {
			t.Helper()
			data := chosenBy(number, clusters...)
			data["on_unsatisfied"] = "accept"
			config := providertest.Config(t, l.Type(), data)
			l.Apply(l.Plan(config))
			l.Settled(config)
			var values []tftypes.Value
			for _, name := range placementconfig.ResultNames() {
				values = append(values, l.Attribute(l.State, name))
			}
			return values
		}
		before := apply(withCores("a", "9"), withCores("b", "8"), withCores("c", "2"))
		after := apply(withCores("a", "20"), withCores("b", "23"), withCores("c", "4"))
		if number == 1 { // It moves.
			continue
		}
		if diff := cmp.Diff(before, after, cmp.Comparer(func(a, b tftypes.Value) bool { return a.Equal(b) })); diff != "" {
			t.Errorf("%d clusters: -want +got:\n%s", number, diff)
		}
	}
}

// TestStayedDecisions: clusters that stay keep their position, score and reason. One that joins takes the position of one that
// leaves.
func TestStayedDecisions(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	apply := func(number int64, clusters ...any) ([]string, map[string]any) {
		t.Helper()
		config := providertest.Config(t, l.Type(), chosenBy(number, clusters...))
		l.Apply(l.Plan(config))
		l.Settled(config)
		return decisionsIn(l, t, l.State)
	}
	names, before := apply(3, withCores("a", "9"), withCores("b", "8"), withCores("c", "7"), withCores("d", "1"))
	if !slices.Equal(names, []string{"a", "b", "c"}) {
		t.Fatalf("decided %v", names)
	}
	names, after := apply(3, withCores("a", "7"), withCores("c", "8"), withCores("d", "1"), withCores("e", "5"))
	if !slices.Equal(names, []string{"a", "e", "c"}) || after["a"] != before["a"] || after["c"] != before["c"] || after["e"] == nil {
		t.Errorf("decided %v: %v, and before: %v", names, after, before)
	}
	if names, _ = apply(4, withCores("a", "7"), withCores("c", "8"), withCores("d", "1"), withCores("e", "5"),
		withCores("f", "1")); !slices.Equal(
		names, []string{"a", "e", "c", "d"}) {
		t.Errorf("one more: decided %v", names)
	}
	if names, _ = apply(2, withCores("a", "7"), withCores("d", "1"), withCores("e", "5"), withCores("f", "1")); !slices.Equal(
		names, []string{"a", "e"}) {
		t.Errorf("fewer: decided %v", names)
	}

	// The score of another scheduler is another score.
	data := chosenBy(0, withCores("a", "7"), withCores("d", "1"), withCores("e", "5"))
	delete(data, "ocm")
	data["hybrid"] = object{"replicas": int64(2), "advisors": list{object{"name": "cost", "recommendations": list{
		object{"name": "a", "score": int64(90)}, object{"name": "e", "score": int64(70)}, object{"name": "d", "score": int64(1)},
	}}}}
	l.Apply(l.Plan(providertest.Config(t, l.Type(), data)))
	if _, other := decisionsIn(l, t, l.State); other["a"] == nil || other["a"] == before["a"] {
		t.Errorf("another scheduler: %v", other)
	}
}

// TestUpgradeVersion1 reads a state of version 1, whose empty outputs are null, and one of version 4, whose groups and moves have
// objects. The next plan has no changes.
func TestUpgradeVersion1(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	config := providertest.Config(t, l.Type(), chosenBy(1, withCores("a", "2"), withCores("b", "1")))
	l.Apply(l.Plan(config))
	var old map[string]json.RawMessage
	if err := json.Unmarshal(l.StateFile(t), &old); err != nil {
		t.Fatal(err)
	}
	old["conditions"] = json.RawMessage("null")
	delete(old, "skipped_kinds")
	old["moves"] = json.RawMessage(`{"joined":[],"left":[],"stayed":0}`)
	const group = `{"index":0,"name":"","cluster_names":["a"],"placement_decisions":["web-decision-1"]}`
	delete(old, "decision_group_names")
	for version, groups := range map[int64]string{1: "[" + group + "]", 4: `{"0":` + group + "}"} {
		old["decision_groups"] = json.RawMessage(groups)
		encoded, err := json.Marshal(old)
		if err != nil {
			t.Fatal(err)
		}
		resp := l.Upgraded(version, encoded)
		if len(resp.Diagnostics) > 0 {
			t.Fatal(providertest.Said(resp.Diagnostics))
		}
		if state := l.Decode(resp.UpgradedState); !state.Equal(l.State) {
			t.Errorf("version %d: the state has changed:%s", version, l.Changed(l.State, state))
		}
	}
	undecided := l.Decode(l.Upgraded(1, []byte(`{"id":"web","name":"web","decisions_by_cluster":{}}`)).UpgradedState)
	if !l.Attribute(undecided, "conditions").IsNull() {
		t.Error("an imported placement has conditions")
	}
}

// TestUpgradeVersion2 reads a state of version 2, whose decisions have neither scores nor reasons because all that match are
// chosen. The next plan has no changes, and neither has one of other scores; the next move brings the scores.
func TestUpgradeVersion2(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	config := func(clusters ...any) tftypes.Value { return providertest.Config(t, l.Type(), chosenBy(2, clusters...)) }
	same := config(withCores("a", "2"), withCores("b", "1"))
	l.Apply(l.Plan(same))
	var old map[string]any
	if err := json.Unmarshal(l.StateFile(t), &old); err != nil {
		t.Fatal(err)
	}
	for _, d := range old["decisions"].([]any) {
		decision := d.(map[string]any)
		decision["score"], decision["reason"] = nil, nil
	}
	encoded, err := json.Marshal(old)
	if err != nil {
		t.Fatal(err)
	}
	resp := l.Upgraded(2, encoded)
	if len(resp.Diagnostics) > 0 {
		t.Fatal(providertest.Said(resp.Diagnostics))
	}
	l.State = l.Decode(resp.UpgradedState)
	if _, reasons := decisionsIn(l, t, l.State); reasons["a"] != planner.AllChosen {
		t.Errorf("the upgraded reasons are %v", reasons)
	}
	l.Settled(same)
	decisions := l.Attribute(l.State, "decisions")
	l.Apply(l.Plan(config(withCores("a", "1"), withCores("b", "4"))))
	if planned := l.Attribute(l.State, "decisions"); !planned.Equal(decisions) {
		t.Errorf("the decisions change with scores: %s", planned)
	}
	l.Apply(l.Plan(config(withCores("b", "4"), withCores("c", "4"))))
	for _, d := range providertest.ElementsOf(t, l.Attribute(l.State, "decisions")) {
		if providertest.AttributeOf(t, d, "score").IsNull() {
			t.Errorf("no score after a move: %s", d)
		}
	}
}
