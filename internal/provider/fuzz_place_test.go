// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// placeCase is an argument of place, and what it asks for.
type placeCase struct {
	argument object
	// names are the clusters, and most is how many of them may be chosen.
	names []string
	most  int
}

func drawPlaceCase(t *rapid.T) placeCase {
	c := placeCase{argument: object{"name": "web", "now": "2026-08-11T12:00:00Z", "on_unsatisfied": planner.UnsatisfiedAccept}}
	dialect := rapid.SampledFrom(placementconfig.Dialects).Draw(t, "dialect")
	clusters := list{}
	for i := range rapid.IntRange(1, 9).Draw(t, "clusters") {
		name := fmt.Sprintf("c%d", i)
		c.names = append(c.names, name)
		clusters = append(clusters, drawPlacedCluster(t, name, dialect))
	}
	c.most = len(clusters)
	c.argument["clusters"] = clusters
	var number any
	if rapid.Bool().Draw(t, "limited") {
		c.most = rapid.IntRange(0, 6).Draw(t, "number")
		number = int64(c.most)
	}
	if rapid.Bool().Draw(t, "grouped") {
		c.argument["decision_strategy"] = object{"group_strategy": object{
			"clusters_per_decision_group": rapid.SampledFrom([]any{int64(1), int64(3), "40%", "100%"}).Draw(t, "group size"),
			"decision_groups": list{object{"group_name": "canary", "group_cluster_selector": object{
				"label_selector": drawSelector(t),
			}}},
		}}
	}
	switch dialect {
	case placementconfig.DialectOCM:
		c.argument[dialect] = drawPlacedOCM(t, number)
		drawClusterSets(t, c.argument)
	case placementconfig.DialectKubeFleet:
		c.argument[dialect] = drawPlacedKubeFleet(t, number)
	default:
		c.argument[dialect] = object{
			"replicas": number, "target_labels": drawSelector(t),
			"advisors": list{object{"name": "alphabet"}, object{"name": "resource_hint", "rules": `{"resourceHint":{"type":"memory"}}`}},
		}
	}
	previous := list{}
	for _, name := range c.names {
		if rapid.IntRange(0, 3).Draw(t, "decided before") == 0 {
			previous = append(previous, object{"cluster_name": name, "score": int64(10)})
		}
	}
	c.argument["previous_decisions"] = previous
	return c
}

func drawPlacedCluster(t *rapid.T, name, dialect string) object {
	effect := "NoSelect"
	if dialect == placementconfig.DialectKubeFleet {
		effect = "NoSchedule"
	}
	taints := list{}
	for _, key := range []string{"gpu", "maintenance"} {
		if rapid.IntRange(0, 3).Draw(t, key) == 0 {
			minute := rapid.IntRange(0, 59).Draw(t, "minute")
			taints = append(taints, object{"key": key, "effect": effect, "time_added": fmt.Sprintf("2026-08-11T11:%02d:00Z", minute)})
		}
	}
	amounts := object{"cpu": rapid.SampledFrom([]any{"1", "500m", int64(4), "10"}).Draw(t, "cpu"),
		"memory": rapid.SampledFrom([]any{"1Gi", "2G"}).Draw(t, "memory")}
	c := object{
		"name": name, "taints": taints, "allocatable": amounts, "capacity": amounts,
		"labels": object{
			"env": rapid.SampledFrom([]any{"prod", "dev"}).Draw(t, "env"), "zone": rapid.SampledFrom([]any{"a", "b", nil}).Draw(t, "zone"),
			placement.ClusterSetLabel: rapid.SampledFrom([]any{"blue", "green"}).Draw(t, "set"),
		},
	}
	if dialect == placementconfig.DialectKubeFleet {
		c["available"] = amounts
		c["properties"] = object{"cost": rapid.SampledFrom([]any{"1", "2.5", "3"}).Draw(t, "cost")}
	}
	return c
}

func drawSelector(t *rapid.T) object {
	return rapid.SampledFrom([]object{
		{}, {"match_labels": object{"env": "prod"}},
		{"match_expressions": list{object{"key": "zone", "operator": "In", "values": list{"a", "b"}}}},
		{"match_expressions": list{object{"key": "zone", "operator": "DoesNotExist"}}},
	}).Draw(t, "selector")
}

func drawClusterSets(t *rapid.T, argument object) {
	if rapid.Bool().Draw(t, "with sets") {
		argument["cluster_sets"] = list{
			object{"name": "blue"}, object{"name": "prod", "selector_type": "LabelSelector",
				"label_selector": object{"match_labels": object{"env": "prod"}}},
		}
	}
}

func drawPlacedOCM(t *rapid.T, number any) object {
	predicates := list{}
	for range rapid.IntRange(0, 2).Draw(t, "predicates") {
		selector := object{"label_selector": drawSelector(t)}
		if rapid.IntRange(0, 3).Draw(t, "cel") == 0 {
			selector["cel_selector"] = object{"cel_expressions": list{`managedCluster.metadata.labels["env"] == "prod"`}}
		}
		predicates = append(predicates, object{"required_cluster_selector": selector})
	}
	tolerations := list{}
	for _, key := range []string{"gpu", "maintenance"} {
		if rapid.Bool().Draw(t, "tolerates "+key) {
			seconds := rapid.SampledFrom([]any{nil, int64(0), int64(900)}).Draw(t, "seconds")
			tolerations = append(tolerations, object{"key": key, "operator": "Exists", "toleration_seconds": seconds})
		}
	}
	weight := rapid.Int64Range(-3, 3).Draw(t, "weight")
	return object{
		"number_of_clusters": number, "predicates": predicates, "tolerations": tolerations,
		"prioritizer_policy": object{"configurations": list{
			object{"weight": weight, "score_coordinate": object{"built_in": "ResourceAllocatableCPU"}},
			object{"weight": int64(1), "score_coordinate": object{"built_in": "Steady"}},
		}},
	}
}

func drawPlacedKubeFleet(t *rapid.T, number any) object {
	required := object{"cluster_selector_terms": list{object{"label_selector": drawSelector(t)}}}
	if number == nil {
		return object{"placement_type": "PickAll", "affinity": object{"cluster_affinity": object{
			"required_during_scheduling_ignored_during_execution": required,
		}}}
	}
	constraints := list{}
	if rapid.Bool().Draw(t, "spread") {
		when := rapid.SampledFrom([]any{"DoNotSchedule", "ScheduleAnyway"}).Draw(t, "when")
		constraints = append(constraints, object{"topology_key": "zone", "max_skew": int64(1), "when_unsatisfiable": when})
	}
	return object{
		"placement_type": "PickN", "number_of_clusters": number, "topology_spread_constraints": constraints,
		"tolerations": list{object{"key": "gpu", "operator": "Exists"}},
		"affinity": object{"cluster_affinity": object{
			"required_during_scheduling_ignored_during_execution": required,
			"preferred_during_scheduling_ignored_during_execution": list{object{
				"weight": int64(20), "preference": object{"property_sorter": object{"name": "cost", "sort_order": "Ascending"}},
			}},
		}},
	}
}

// shuffled is the same argument with the lists in another order whose order has no meaning.
func (c *placeCase) shuffled(t *rapid.T) object {
	argument := maps.Clone(c.argument)
	for _, name := range []string{"clusters", "cluster_sets", "previous_decisions"} {
		if items, ok := argument[name].(list); ok {
			argument[name] = rapid.Permutation(items).Draw(t, name+" in another order")
		}
	}
	return argument
}

// checkPlaced checks what holds of every decision: each cluster has one fate and a reason, no more are chosen than wanted,
// the groups hold the decisions, and the order of the input has no meaning.
func checkPlaced(server tfprotov6.ProviderServer, result tftypes.Type) func(*rapid.T) {
	return func(t *rapid.T) {
		c := drawPlaceCase(t)
		place := func(argument object) tftypes.Value {
			encoded, err := tfprotov6.NewDynamicValue(tftypes.DynamicPseudoType, providertest.DynamicOf(t, argument))
			if err != nil {
				t.Fatal(err)
			}
			resp, err := server.CallFunction(t.Context(), &tfprotov6.CallFunctionRequest{Name: "place",
				Arguments: []*tfprotov6.DynamicValue{&encoded}})
			if err != nil {
				t.Fatal(err)
			}
			if resp.Error != nil {
				t.Fatalf("%v\n%v", resp.Error.Text, argument)
			}
			value, err := resp.Result.Unmarshal(result)
			if err != nil {
				t.Fatal(err)
			}
			return value
		}
		placed := place(c.argument)
		c.checkReport(t, reportOf(t, placed))
		if again := place(c.shuffled(t)); !again.Equal(placed) {
			differences, _ := placed.Diff(again)
			t.Fatalf("another order, another result: %v\n%v", differences, c.argument)
		}
	}
}

func reportOf(t *rapid.T, placed tftypes.Value) placement.Report {
	var outputs map[string]tftypes.Value
	var text string
	var report placement.Report
	if placed.As(&outputs) != nil || outputs["report"].As(&text) != nil || json.Unmarshal([]byte(text), &report) != nil {
		t.Fatal("there is no report")
	}
	return report
}

// checkReport checks that the report has every cluster once, with a reason, and publishes what is decided.
func (c placeCase) checkReport(t *rapid.T, report placement.Report) {
	var names, decided, grouped []string
	for _, cluster := range report.Clusters {
		if cluster.Reason == "" {
			t.Fatalf("%s has no reason", cluster.Name)
		}
		names = append(names, cluster.Name)
		if cluster.Stage == placement.StageDecided {
			decided = append(decided, cluster.Name)
		}
	}
	for _, slice := range report.PlacementDecisions {
		grouped = append(grouped, slice.Clusters...)
	}
	slices.Sort(names)
	slices.Sort(decided)
	slices.Sort(grouped)
	if !slices.Equal(names, c.names) || !slices.Equal(decided, grouped) {
		t.Fatalf("clusters %v, want %v; decided %v, published %v", names, c.names, decided, grouped)
	}
	if len(decided) > c.most {
		t.Fatalf("%d decisions, and %d were asked for", len(decided), c.most)
	}
}

// FuzzPlace decides drawn placements of all dialects.
func FuzzPlace(f *testing.F) {
	addChoices(f, 128) // rapid takes eight bytes for a decision.
	check := checkPlaced(providertest.NewServer(), placementconfig.ResultType.TerraformType(f.Context()))
	f.Fuzz(rapid.MakeFuzz(check))
}

// TestPlaceProperty draws the same cases as FuzzPlace.
func TestPlaceProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, checkPlaced(providertest.NewServer(), placementconfig.ResultType.TerraformType(t.Context())))
}
