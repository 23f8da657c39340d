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
		if score, reason := providertest.AttributeOf(t, d, "score"), providertest.AttributeOf(t, d,
			"reason"); score.IsNull() != reason.IsNull() {
			t.Errorf("%s: score %s, reason %s", name, score, reason)
		}
		names = append(names, name)
		reasons[name] = providertest.Plain(t, providertest.AttributeOf(t, d, "reason"))
	}
	return names, reasons
}

// TestUnrankedDecisions have neither scores nor reasons: all that pass the filters are chosen. The scores of KubeFleet's PickN
// decide which clusters leave if it wants fewer.
func TestUnrankedDecisions(t *testing.T) {
	clusters := list{withCores("c", "1"), withCores("a", "2"), withCores("b", "4")}
	for name, tt := range map[string]struct {
		config object
		ranked bool
	}{
		"ocm":            {object{"ocm": object{}}, false},
		"ocm, a number":  {object{"ocm": object{"number_of_clusters": int64(3)}}, false},
		"ocm, fewer":     {object{"ocm": object{"number_of_clusters": int64(2)}}, true},
		"hybrid":         {object{"hybrid": object{"replicas": int64(3)}}, false},
		"PickAll":        {object{"kubefleet": object{"placement_type": "PickAll"}}, false},
		"PickFixed":      {object{"kubefleet": object{"placement_type": "PickFixed", "cluster_names": list{"c", "a"}}}, false},
		"PickN":          {object{"kubefleet": object{"placement_type": "PickN", "number_of_clusters": int64(3)}}, true},
		"without others": {object{"ocm": object{"number_of_clusters": int64(5)}, "on_unsatisfied": "accept"}, false},
	} {
		data := object{"name": "web", "clusters": clusters}
		maps.Copy(data, tt.config)
		l := providertest.NewPlacement(t, t)
		config := providertest.Config(t, l.Type(), data)
		l.Apply(l.Plan(config))
		l.Settled(config)
		names, reasons := decisionsIn(l, t, l.State)
		for cluster, reason := range reasons {
			if (reason != nil) != tt.ranked {
				t.Errorf("%s: %s: %v", name, cluster, reason)
			}
		}
		if !tt.ranked && !slices.IsSorted(names) {
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

// TestUpgradeVersion1 reads a state of version 1, whose empty outputs are null. The next plan has no changes.
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
	encoded, err := json.Marshal(old)
	if err != nil {
		t.Fatal(err)
	}
	resp := l.Upgraded(1, encoded)
	if len(resp.Diagnostics) > 0 {
		t.Fatal(providertest.Said(resp.Diagnostics))
	}
	if state := l.Decode(resp.UpgradedState); !state.Equal(l.State) {
		t.Errorf("the state has changed:%s", l.Changed(l.State, state))
	}
	undecided := l.Decode(l.Upgraded(1, []byte(`{"id":"web","name":"web","decisions_by_cluster":{}}`)).UpgradedState)
	if !l.Attribute(undecided, "conditions").IsNull() {
		t.Error("an imported placement has conditions")
	}
}
