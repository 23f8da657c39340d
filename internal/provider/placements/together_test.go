// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// numbered are so many clusters.
func numbered(count int) list {
	clusters := make(list, count)
	for i := range clusters {
		clusters[i] = object{"name": fmt.Sprintf("c%02d", i)}
	}
	return clusters
}

// teams are so many placements of three clusters each.
func teams(count int) object {
	placements := object{}
	for i := range count {
		placements[fmt.Sprintf("team-%02d", i)] = object{"ocm": object{"number_of_clusters": int64(3)}}
	}
	return placements
}

// placeAll calls the function.
func placeAll(t testing.TB, argument object) (clusters map[string][]string, mistake string) {
	t.Helper()
	value, failure := providertest.Call(t, "place_all", framework.TypeOf[planner.TogetherOutputs]().TerraformType(t.Context()), argument)
	if failure != nil {
		return nil, failure.Text
	}
	return outcomesOf(t, providertest.AttributeOf(t, value, "outcomes")), ""
}

// outcomesOf are the chosen clusters by key.
func outcomesOf(t testing.TB, outcomes tftypes.Value) map[string][]string {
	t.Helper()
	var entries map[string]tftypes.Value
	if err := outcomes.As(&entries); err != nil {
		t.Fatal(err)
	}
	clusters := map[string][]string{}
	for key, entry := range entries {
		clusters[key] = chosenIn(t, entry)
	}
	return clusters
}

// chosenIn are the clusters of decisions_by_cluster.
func chosenIn(t testing.TB, outputs tftypes.Value) []string {
	t.Helper()
	var chosen map[string]tftypes.Value
	if err := providertest.AttributeOf(t, outputs, "decisions_by_cluster").As(&chosen); err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(chosen))
}

// distinct are the clusters that any of the placements has.
func distinct(clusters map[string][]string) int {
	all := map[string]bool{}
	for _, names := range clusters {
		for _, name := range names {
			all[name] = true
		}
	}
	return len(all)
}

// TestPlaceAllTeams: twelve teams with three clusters each get 36 of 50 clusters; alone they would get the same three.
func TestPlaceAllTeams(t *testing.T) {
	clusters, mistake := placeAll(t, object{"clusters": numbered(50), "placements": teams(12)})
	if mistake != "" || distinct(clusters) != 36 {
		t.Errorf("%d clusters: %v\n%s", distinct(clusters), clusters, mistake)
	}
}

// together is a configuration with placements of all schedulers, with prior decisions.
func drawTogether(t *rapid.T) object {
	fleet := numbered(rapid.IntRange(2, 6).Draw(t, "clusters"))
	placements := object{}
	for i := range rapid.IntRange(1, 4).Draw(t, "placements") {
		number := int64(rapid.IntRange(1, 3).Draw(t, "number"))
		entry := object{"on_unsatisfied": "accept"}
		switch rapid.SampledFrom([]string{"ocm", "ocm", "ocm", "kubefleet", "hybrid"}).Draw(t, "dialect") {
		case "ocm":
			entry["ocm"] = object{"number_of_clusters": number}
		case "kubefleet":
			entry["kubefleet"] = object{"placement_type": "PickN", "number_of_clusters": number}
		case "hybrid":
			entry["hybrid"] = object{"replicas": number, "advisors": list{object{"name": "alphabet"}}}
		}
		var prior list
		if rapid.Bool().Draw(t, "exists") {
			prior = list{}
		}
		for _, k := range rapid.SliceOfNDistinct(rapid.IntRange(0, len(fleet)-1), 0, 2, rapid.ID).Draw(t, "prior") {
			prior = append(prior, object{"cluster_name": fleet[k].(object)["name"]})
		}
		if prior != nil {
			entry["previous_decisions"] = prior
		}
		placements[fmt.Sprintf("p%d", i)] = entry
	}
	return object{"clusters": fleet, "placements": placements}
}

// byHand calls the function place for one placement after the other, with the decisions of the others, until nothing changes.
func byHand(t *testing.T, config object) (clusters map[string][]string, isSettled bool) {
	placements := config["placements"].(object)
	isNew := func(key string) int {
		if placements[key].(object)["previous_decisions"] == nil {
			return 1
		}
		return 0
	}
	order := slices.SortedFunc(maps.Keys(placements), func(a, b string) int {
		return cmp.Or(cmp.Compare(isNew(a), isNew(b)), cmp.Compare(a, b))
	})
	clusters, prior := map[string][]string{}, map[string]any{}
	for _, key := range order {
		prior[key] = placements[key].(object)["previous_decisions"]
		clusters[key] = givenIn(prior[key])
	}
	others := func(key string) list {
		decisions := list{}
		for _, other := range order {
			if other != key && placements[other].(object)["ocm"] != nil {
				decisions = append(decisions, object{"placement": other, "clusters": texts(clusters[other])})
			}
		}
		return decisions
	}
	for pass := 0; pass < 8 && !isSettled; pass++ {
		isSettled = true
		for _, key := range order {
			argument := maps.Clone(placements[key].(object))
			argument["name"], argument["clusters"], argument["previous_decisions"] = key, config["clusters"], prior[key]
			argument["placement_decisions"] = others(key)
			value, mistake := providertest.Call(t, "place", placementconfig.ResultType.TerraformType(t.Context()), argument)
			if mistake != nil {
				t.Fatal(mistake.Text)
			}
			if names := chosenIn(t, value); !slices.Equal(names, clusters[key]) {
				clusters[key], isSettled = names, false
				prior[key] = providertest.AttributeOf(t, value, "decisions")
			}
		}
	}
	return clusters, isSettled
}

// givenIn are the clusters of previous decisions.
func givenIn(decisions any) (names []string) {
	given, _ := decisions.(list)
	for _, decision := range given {
		names = append(names, decision.(object)["cluster_name"].(string))
	}
	slices.Sort(names)
	return names
}

func texts(names []string) list {
	texts := list{}
	for _, name := range names {
		texts = append(texts, name)
	}
	return texts
}

// TestPlaceAllByHand: the placements get what the function place gives one after the other, in whatever order their fleet is given.
func TestPlaceAllByHand(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		config := drawTogether(r)
		want, isSettled := byHand(t, config)
		for key, names := range want {
			if names == nil {
				want[key] = []string{}
			}
		}
		for range 2 {
			got, mistake := placeAll(t, config)
			if diff := gocmp.Diff(want, got); diff != "" || mistake != "" {
				r.Fatalf("settled: %t\n-by hand +together:\n%s\n%s", isSettled, diff, mistake)
			}
			config["clusters"] = rapid.Permutation(config["clusters"].(list)).Draw(r, "order")
		}
	})
}

// TestTogetherMistakes: a mistake in one placement is told at its place, with the nearest name.
func TestTogetherMistakes(t *testing.T) {
	valid := object{"number_of_clusters": int64(1)}
	many := object{}
	for i := range planner.MaxTogether + 1 {
		many[fmt.Sprintf("p%d", i)] = object{"ocm": valid}
	}
	for want, placements := range map[string]object{
		`placements["a"].ocm.number_of_cluster: `:                     {"a": object{"ocm": object{"number_of_cluster": int64(1)}}},
		`did you mean "kubefleet"?`:                                   {"a": object{"kubeflet": object{}}},
		`placements["a"]: no scheduler is configured`:                 {"a": object{}},
		`placements["a"].kubefleet: ocm is also set`:                  {"a": object{"ocm": valid, "kubefleet": object{}}},
		`placements["A b"]: found "A b"`:                              {"A b": object{"ocm": valid}},
		`placements["a"].max_moves: only the resource`:                {"a": object{"ocm": valid, "max_moves": "1"}},
		`placements["a"].ocm.number_of_clusters: found -1`:            {"a": object{"ocm": object{"number_of_clusters": int64(-1)}}},
		`placements["b"].name: found "x", which placements[a] has`:    {"a": object{"ocm": valid, "name": "x"}, "b": object{"ocm": valid, "name": "x"}},
		`placements["a"].ocm: 1 cluster decisions unscheduled`:        {"a": object{"ocm": object{"number_of_clusters": int64(2)}}},
		`placements: found 1001`:                                      many,
		`placements["a"].on_unsatisfied: found "no"`:                  {"a": object{"ocm": valid, "on_unsatisfied": "no"}},
		`placements["a"].previous_decisions[1].cluster_name: found "`: {"a": object{"ocm": valid, "previous_decisions": list{object{"cluster_name": "x"}, object{"cluster_name": "x"}}}},
	} {
		_, diags := providertest.PlanData(t, "multicluster_placements", providertest.Config(t,
			providertest.DataSchema("multicluster_placements").Type, object{"clusters": numbered(1), "placements": placements}))
		if len(diags) != 1 || !strings.Contains(diags[0].Detail, want) {
			t.Errorf("want %s\n got %s", want, providertest.Said(diags))
		}
		if _, mistake := placeAll(t, object{"clusters": numbered(1), "placements": placements}); !strings.Contains(mistake, want) {
			t.Errorf("want %s\n got %s", want, mistake)
		}
	}
}

// TestTogetherEmptyFleet: a fleet without clusters is an error at the fleet, unless every placement accepts that.
func TestTogetherEmptyFleet(t *testing.T) {
	for action, want := range map[string]string{"error": "There is no cluster to choose from", "accept": ""} {
		_, mistake := placeAll(t, object{"clusters": list{}, "placements": object{
			"a": object{"ocm": object{}, "on_unsatisfied": "accept"}, "b": object{"ocm": object{}, "on_unsatisfied": action},
		}})
		if !strings.Contains(mistake, want) || (want == "") != (mistake == "") || strings.Contains(mistake, "placements[") {
			t.Errorf("%s: %s", action, mistake)
		}
	}
}

// TestTogetherUnknown: an unknown value, wherever it is, is no mistake, and null is as if it were not there.
func TestTogetherUnknown(t *testing.T) {
	typ := providertest.DataSchema("multicluster_placements").Type
	for dialect, config := range providertest.TogetherConfigs() {
		state, diags := providertest.PlanData(t, "multicluster_placements", providertest.Config(t, typ, config))
		if len(diags) > 0 || !state["outcomes"].IsFullyKnown() || state["outcomes"].IsNull() {
			t.Errorf("%s: %s", dialect, providertest.Said(diags))
		}
		for place, variant := range providertest.Replaced(config, unknown{}) {
			if _, diags := providertest.PlanData(t, "multicluster_placements", providertest.Config(t, typ, variant)); len(diags) > 0 {
				t.Errorf("%s: unknown %s: %s", dialect, place, providertest.Said(diags))
			}
		}
		for place, variant := range providertest.Replaced(config, nil) {
			state, diags := providertest.PlanData(t, "multicluster_placements", providertest.Config(t, typ, variant))
			if state == nil && len(diags) == 0 {
				t.Errorf("%s: null %s: neither a state nor a diagnostic", dialect, place)
			}
		}
	}
}

// BenchmarkPlaceAll decides 40 placements over 1 000 clusters.
func BenchmarkPlaceAll(b *testing.B) {
	fleet := numbered(1000)
	for i := range fleet {
		fleet[i].(object)["labels"] = object{"region": fmt.Sprintf("r%d", i%5)}
		fleet[i].(object)["allocatable"] = object{"cpu": fmt.Sprint(i%7 + 1), "memory": "64Gi"}
	}
	placements := teams(40)
	for b.Loop() {
		clusters, mistake := placeAll(b, object{"clusters": fleet, "placements": placements})
		if mistake != "" || distinct(clusters) != 120 {
			b.Fatal(distinct(clusters), mistake)
		}
	}
}

// TestTogetherOfBothKinds: placements of both hubs choose from one fleet, in which clusters of both kinds may have one name.
func TestTogetherOfBothKinds(t *testing.T) {
	fleet := list{
		object{"name": "a", "kind": "ManagedCluster"}, object{"name": "a", "kind": "MemberCluster"},
		object{"name": "b", "kind": "MemberCluster"},
	}
	placements := object{"web": object{"ocm": object{}}, "api": object{"kubefleet": object{"placement_type": "PickAll"}}}
	clusters, mistake := placeAll(t, object{"clusters": fleet, "placements": placements})
	if want := (map[string][]string{"web": {"a"}, "api": {"a", "b"}}); mistake != "" || !gocmp.Equal(clusters, want) {
		t.Errorf("got %v, want %v\n%s", clusters, want, mistake)
	}
	fleet = append(fleet, object{"name": "b", "kind": "MemberCluster"})
	_, mistake = placeAll(t, object{"clusters": fleet, "placements": placements})
	if want := `clusters[3].name: found "b": clusters[2] already has this name`; !strings.Contains(mistake, want) {
		t.Errorf("got %s, want %s", mistake, want)
	}
}

// TestTogetherWithHub: no hub is read; the error says what to pass.
func TestTogetherWithHub(t *testing.T) {
	hub := object{"hub": object{"host": "https://hub.example.com", "token": "t"}}
	config := object{"placements": object{"a": object{"ocm": object{}}}}
	_, diags := providertest.PlanDataWith(t, hub, "multicluster_placements", providertest.Config(t,
		providertest.DataSchema("multicluster_placements").Type, config))
	if len(diags) != 1 || !strings.Contains(diags[0].Detail, "locals { clusters = data.multicluster_clusters.all.clusters }") {
		t.Error(providertest.Said(diags))
	}
}

// TestTogetherInterrupted: a question that is cancelled ends with an error, and not with a part of the answer.
func TestTogetherInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	server := providertest.NewServer()
	providertest.ConfigureWith(t, server, nil)
	typ := providertest.DataSchema("multicluster_placements").Type
	config, err := tfprotov6.NewDynamicValue(typ, providertest.Config(t, typ, object{"clusters": numbered(50), "placements": teams(12)}))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := server.ReadDataSource(ctx, &tfprotov6.ReadDataSourceRequest{TypeName: "multicluster_placements", Config: &config})
	if err == nil && len(resp.Diagnostics) == 0 {
		t.Error("there is an answer")
	}
}
