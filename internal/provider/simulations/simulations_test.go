// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations_test

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/resilience"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
)

// plan validates and reads the data source.
func plan(t *testing.T, config object) (map[string]any, []*tfprotov6.Diagnostic) {
	t.Helper()
	state, diags := asked(t, "simulation", config)
	if state == nil {
		return nil, diags
	}
	outputs := map[string]any{}
	for name, value := range state {
		if value.IsFullyKnown() && (name == "results" || name == "skipped") {
			outputs[name] = providertest.Plain(t, value)
		}
	}
	return outputs, diags
}

// TestDemands: placements take their room in their order, and a mistake in a demand is at its place.
func TestDemands(t *testing.T) {
	cluster := func(name string) object {
		return object{"name": name, "allocatable": object{"cpu": "4", "memory": "8Gi"}}
	}
	web := func(name string, demand any) object {
		return object{"name": name, "ocm": object{"number_of_clusters": int64(1)}, "demand": demand}
	}
	config := func(demand any) object {
		return object{
			"clusters": list{cluster("a"), cluster("b")}, "steps": list{list{object{"lose": object{"clusters": list{"b"}}}}},
			"placements": list{web("web", object{"cpu": "3"}), web("api", demand)},
		}
	}
	outputs, diags := plan(t, config(object{"cpu": int64(2), "memory": "1Gi"}))
	if len(diags) > 0 {
		t.Fatal(providertest.Said(diags))
	}
	if got := fmt.Sprint(outputs["results"]); !strings.Contains(got, "not enough cpu (such as a)") || !strings.Contains(got, "unchanged:1") {
		t.Error(got)
	}
	for want, demand := range map[string]any{
		`placements[1].demand: found "cpus", which no cluster`:          object{"cpus": "1"},
		`placements[1].demand["cpu"]: found "-1": must not be negative`: object{"cpu": "-1"},
		`placements[1].demand["cpu"]: found "x"`:                        object{"cpu": "x"},
		"placements[1].demand: ":                                        "4",
	} {
		if _, diags := plan(t, config(demand)); len(diags) != 1 || !strings.Contains(providertest.Shown(diags[0]), want) {
			t.Errorf("want %s: %s", want, providertest.Said(diags))
		}
	}
	alone := config(object{"cpu": "1"})
	delete(alone, "steps")
	_, mistake := providertest.Call(t, "resilience", framework.TypeOf[resilience.Outputs]().TerraformType(t.Context()), alone)
	if mistake == nil || !strings.Contains(mistake.Text, "placements[0].demand") {
		t.Error(mistake)
	}
}

// call calls the function simulate.
func call(t *testing.T, argument object) (tftypes.Value, *tfprotov6.FunctionError) {
	t.Helper()
	return providertest.Call(t, "simulate", framework.TypeOf[simulate.Outputs]().TerraformType(t.Context()), argument)
}

// fullConfig has an edit of every kind, and every argument but manifests and placement.
func fullConfig() object {
	select1 := list{"a"}
	eu := object{
		"label_selector": object{"match_labels": object{"region": "eu"}},
		"claim_selector": object{"match_expressions": list{object{"key": "zone", "operator": "Exists"}}},
	}
	return object{
		"now":                "2026-01-01T00:00:00Z",
		"failure_domains":    object{"labels": list{"region"}, "claims": list{"zone"}, "cluster_sets": list{"global"}},
		"disruption_budgets": list{object{"name": "api", "max_unavailable": "50%"}},
		"clusters": list{
			object{
				"name": "a", "labels": object{"region": "eu"}, "claims": object{"zone": "a"}, "allocatable": object{"cpu": "4"},
				"available": object{"cpu": "2"}, "properties": object{"cost": "1"},
			},
			object{"name": "b", "labels": object{"region": "us"}}, object{"name": "c", "labels": object{"region": "us"}},
		},
		"cluster_sets":         list{object{"name": "prod"}},
		"cluster_set_bindings": list{object{"name": "global", "namespace": "shop"}},
		"scores":               list{object{"cluster": "a", "name": "usage", "scores": list{object{"name": "cpu", "value": int64(3)}}}},
		"targets":              list{object{"kind": "deployer", "name": "d"}},
		"placement_decisions":  list{object{"placement": "other", "namespace": "shop", "clusters": list{"c"}}},
		"placements": list{
			object{
				"name": "web", "namespace": "shop", "ocm": object{"number_of_clusters": int64(1)},
				"previous_decisions": list{object{"cluster_name": "a"}},
				"decision_strategy":  object{"group_strategy": object{"clusters_per_decision_group": "50%"}},
			},
			object{
				"name": "api", "kubefleet": object{"placement_type": "PickN", "number_of_clusters": int64(2)},
				"demand": object{"cpu": "0"},
			},
			object{"name": "rule", "hybrid": object{"replicas": int64(1), "advisors": list{object{"name": "alphabet"}}}},
		},
		"steps": list{
			list{
				object{"label": object{"clusters": list{"b"}, "set": object{"tier": "x"}, "remove": list{"region"}}},
				object{"claim": object{"selector": eu, "set": object{"zone": "b"}, "remove": list{"none"}}},
				object{"property": object{"clusters": select1, "set": object{"cost": "2"}, "remove": list{"none"}}},
				object{"taint": object{"clusters": select1, "key": "k", "value": "v", "effect": "NoSelect", "kind": "ManagedCluster"}},
			},
			list{
				object{"untaint": object{"clusters": select1, "key": "k", "effect": "NoSelect"}},
				object{"resize": object{"clusters": select1, "resources": object{"cpu": "150%"}, "available": object{"cpu": "1"}}},
				object{"score": object{"clusters": select1, "name": "usage", "set": object{"cpu": int64(9)}, "remove": list{"none"}}},
				object{"set": object{"add": object{
					"name": "eu", "selector_type": "LabelSelector", "label_selector": object{"match_labels": object{"region": "eu"}},
				}}},
				object{"set": object{"remove": "prod"}},
			},
			list{
				object{"binding": object{"add": object{"name": "eu", "namespace": "shop"}}},
				object{"binding": object{"remove": object{"name": "global", "namespace": "shop"}}},
				object{"evict": object{"clusters": list{"c"}, "placement": "api"}},
				object{"at": "2026-02-01T00:00:00Z"},
				object{"spec": object{
					"placement": "shop/web", "ocm": object{"number_of_clusters": int64(2)},
					"decision_strategy": object{"group_strategy": object{"clusters_per_decision_group": int64(1)}},
				}},
				object{"spec": object{"placement": "api", "kubefleet": object{"placement_type": "PickN", "number_of_clusters": int64(1)}}},
				object{"spec": object{
					"placement": "rule", "hybrid": object{"replicas": int64(2), "advisors": list{object{"name": "alphabet"}}},
				}},
				object{"add": object{"name": "z", "labels": object{"region": "eu"}}},
				object{"lose": object{"clusters": list{"b"}}},
			},
		},
	}
}

// TestFullConfig: a configuration with every kind of edit is right, and the function says the same.
func TestFullConfig(t *testing.T) {
	outputs, diags := plan(t, fullConfig())
	if len(diags) > 0 {
		t.Fatal(providertest.Said(diags))
	}
	result, failed := call(t, fullConfig())
	if failed != nil {
		t.Fatal(failed.Text)
	}
	if diff := cmp.Diff(providertest.Plain(t, providertest.AttributeOf(t, result, "results")), outputs["results"]); diff != "" {
		t.Errorf("-function +data source:\n%s", diff)
	}
	kinds := map[string]bool{}
	for _, step := range fullConfig()["steps"].(list) {
		for _, edit := range step.(list) {
			for kind := range edit.(object) {
				kinds[kind] = true
			}
		}
	}
	if len(kinds) != 14 {
		t.Errorf("the configuration has the edits %v", kinds)
	}
}

func TestUnknownAndNull(t *testing.T) {
	t.Parallel()
	checkUnknownAndNull(t, "simulation", fullConfig(), 100)
}

// TestMisspelt misspells every attribute of the steps and the placements. Each gives one error, at its place, that names the
// right one.
func TestMisspelt(t *testing.T) {
	t.Parallel()
	// Names that users choose are right in any spelling.
	isKey := regexp.MustCompile(`\.(set|resources|available|match_labels|demand)\.`)
	config := fullConfig()
	for _, step := range config["steps"].(list) {
		for _, edit := range step.(list) {
			// The name is too short.
			delete(edit.(object), "at")
		}
	}
	config["steps"].(list)[2] = slices.DeleteFunc(config["steps"].(list)[2].(list), func(edit any) bool { return len(edit.(object)) == 0 })
	for how, rename := range providertest.Misspellings {
		for of, variant := range providertest.Renamed(config, rename) {
			at, name := strings.TrimPrefix(of.At, "."), of.Name
			if !strings.HasPrefix(at, "steps") && !strings.HasPrefix(at, "placements") || isKey.MatchString(at) {
				continue
			}
			_, diags := plan(t, variant.(object))
			want := fmt.Sprintf("did you mean %q?", name)
			if len(diags) != 1 || !strings.HasPrefix(diags[0].Detail, at+": unsupported attribute; ") ||
				!strings.Contains(diags[0].Detail, want) {
				t.Errorf("%s, %s: want one error with %q: %s", how, at, want, providertest.Said(diags))
			}
		}
	}
}

// TestWholePlacement: a placement is a resource or a data source multicluster_placement as it is; what a simulation and a
// question about losses do not read of it is not used.
func TestWholePlacement(t *testing.T) {
	for _, schema := range []providertest.Schema{
		providertest.DataSchema("multicluster_placement"), providertest.ResourceSchema("multicluster_placement"),
	} {
		whole := object{}
		for name := range schema.Attributes {
			whole[name] = nil
		}
		whole["name"], whole["decisions"] = "web", list{object{"cluster_name": "a"}}
		whole["ocm"], whole["kubefleet"], whole["hybrid"] = object{"number_of_clusters": int64(1)}, nil, nil
		whole["satisfied"], whole["moves"] = true, unknown{}
		config := object{"clusters": list{object{"name": "a"}, object{"name": "b"}}, "placements": list{whole}}
		if _, diags := asked(t, "resilience", config); len(diags) > 0 {
			t.Error(providertest.Said(diags))
		}
		config["steps"] = list{list{object{"lose": object{"clusters": list{"a"}}}}}
		if _, diags := plan(t, config); len(diags) > 0 {
			t.Error(providertest.Said(diags))
		}
	}
}

// TestMistakes: each mistake is one error at its place.
func TestMistakes(t *testing.T) {
	web := object{"name": "web", "ocm": object{"number_of_clusters": int64(1)}}
	fleet := list{object{"name": "eu-1", "labels": object{"region": "eu"}}, object{"name": "eu-2"}}
	of := func(further object) object {
		return providertest.Merged(object{"clusters": fleet, "placement": web, "now": "2026-01-01T00:00:00Z"}, further)
	}
	first := object{"label": object{"clusters": list{"eu-1"}, "set": object{"tier": "x"}}}
	edit := func(edits ...any) object { return of(object{"steps": list{list{first}, edits}}) }
	for name, tt := range map[string]struct {
		config object
		want   string
	}{
		"no step":       {of(object{"steps": list{}}), "the list is empty"},
		"an empty step": {edit(), "steps[1]: the list is empty; a step has at least one edit"},
		"no edit":       {edit(object{}), "steps[1][0]: "},
		"two changes":   {edit(object{"lose": object{"clusters": list{"eu-1"}}, "at": "2026-02-01T00:00:00Z"}), "steps[1][0].at"},
		"no cluster":    {edit(object{"lose": object{"clusters": list{"eu-3"}}}), "steps[1][0].lose.clusters[0]: The fleet has no cluster"},
		"a near name":   {edit(object{"lose": object{"clusters": list{"eu1"}}}), `did you mean "eu-`},
		"no match":      {edit(object{"lose": object{"selector": object{"label_selector": object{"match_labels": object{"a": "b"}}}}}), "steps[1][0].lose.selector"},
		"no fleet left": {edit(object{"lose": object{"clusters": list{"eu-1", "eu-2"}}}), "steps[1][0].lose"},
		"an old one":    {edit(object{"add": object{"name": "eu-1"}}), "steps[1][0].add.name"},
		"no such taint": {edit(object{"untaint": object{"clusters": list{"eu-1"}, "key": "x"}}), "steps[1][0].untaint"},
		"a wrong effect": {
			edit(object{"taint": object{"clusters": list{"eu-1"}, "key": "x", "effect": "NoExecute"}}), "steps[1][0].taint.effect",
		},
		"the same label": {edit(object{"label": object{"clusters": list{"eu-1"}, "set": object{"region": "eu"}}}), "steps[1][0].label"},
		"no amount": {
			edit(object{"resize": object{"clusters": list{"eu-1"}, "resources": object{"cpu": "half"}}}),
			`steps[1][0].resize.resources["cpu"]`,
		},
		"nothing to scale": {
			edit(object{"resize": object{"clusters": list{"eu-1"}, "resources": object{"cpu": "50%"}}}), "steps[1][0].resize",
		},
		"no such resource": {
			edit(object{"resize": object{"clusters": list{"eu-1"}, "available": object{"memroy": "1Gi"}}}),
			`steps[1][0].resize.available["memroy"]: No cluster of the fleet has the resource "memroy", and no placement reads it`,
		},
		"an amount among the properties": {
			edit(object{"property": object{"clusters": list{"eu-1"}, "set": object{"resources.kubernetes-fleet.io/available-cpu": "1"}}}),
			`steps[1][0].property.set["resources.kubernetes-fleet.io/available-cpu"]: KubeFleet ignores it: it takes it from the resources of ` +
				`the cluster. Use the edit resize with available = { cpu = ... }`,
		},
		"no such property": {
			providertest.Merged(edit(object{"property": object{"clusters": list{"eu-1"}, "set": object{"x": "1"}}}), object{"placement": object{
				"kubefleet": object{"placement_type": "PickAll"}}}),
			`steps[1][0].property.set["x"]: No cluster of the fleet has the property "x", and no placement reads it`,
		},
		"the effect of the other product": {
			edit(object{"taint": object{"clusters": list{"eu-1"}, "key": "x", "effect": "NoSchedule"}}), "steps[1][0].taint: Only MemberClusters",
		},
		"a verb of kubectl": {edit(object{"drain": object{"clusters": list{"eu-1"}}}), "steps[1][0].drain: unsupported attribute; use taint, and"},
		"two misspelt names": {
			providertest.Merged(edit(first), object{"placement": object{"ocm": object{}, "demands": object{}, "nam": "web"}}),
			`placement.demands: unsupported attributes demands `,
		},
		"no such set":     {edit(object{"set": object{"remove": "prod"}}), "steps[1][0].set.remove"},
		"no such binding": {edit(object{"binding": object{"remove": object{"name": "a", "namespace": "b"}}}), "steps[1][0].binding.remove"},
		"no eviction": {
			edit(object{"evict": object{"clusters": list{"eu-1"}, "placement": "web"}}), "Only MemberClusters have evictions",
		},
		"no such placement": {
			edit(object{"spec": object{"placement": "wep", "ocm": object{}}}), `did you mean "web"?`,
		},
		"another scheduler": {
			edit(object{"spec": object{"placement": "web", "kubefleet": object{"placement_type": "PickAll"}}}),
			"steps[1][0].spec.kubefleet",
		},
		"a wrong spec": {
			edit(object{"spec": object{"placement": "web", "ocm": object{"number_of_clusters": int64(-1)}}}),
			"steps[1][0].spec.ocm.number_of_clusters",
		},
		"the same time": {edit(object{"at": "2026-01-01T00:00:00Z"}), "steps[1][0].at"},
		"two of a name": {
			providertest.Merged(edit(first), object{"placement": nil, "placements": list{web, web}}), "placements[1].name",
		},
		"no name": {
			providertest.Merged(edit(first), object{"placement": nil, "placements": list{web, object{"ocm": object{}}}}),
			"placements[1].name: the object must have a name",
		},
		"no placement": {providertest.Merged(edit(first), object{"placement": nil}), "placement: "},
		"a placement without scheduler": {
			providertest.Merged(edit(first), object{"placement": object{"name": "web"}}), "no scheduler is configured",
		},
		"a wrong placement": {
			providertest.Merged(edit(first), object{"placement": object{"ocm": object{"number_of_clusters": int64(-1)}}}),
			"placement.ocm.number_of_clusters",
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, diags := plan(t, tt.config)
			if len(diags) != 1 || diags[0].Attribute == nil || !strings.Contains(diags[0].Detail, tt.want) {
				t.Errorf("want one error with %q: %s", tt.want, providertest.Said(diags))
			}
			if _, failed := call(t, tt.config); failed == nil || !strings.Contains(strings.ReplaceAll(failed.Text, "(", "; "),
				strings.TrimSuffix(tt.want, "?")) {
				t.Errorf("the function: want %q: %v", tt.want, failed)
			}
		})
	}
}

// TestManifests: the placements of manifests are all simulated, each with its own decisions.
func TestManifests(t *testing.T) {
	text, err := os.ReadFile("../../../examples/what_if/fleet.yaml")
	if err != nil {
		t.Fatal(err)
	}
	taint := func(effect string) object {
		return object{"taint": object{"clusters": list{"eu-1"}, "key": "maintenance", "effect": effect}}
	}
	eu := object{"label_selector": object{"match_labels": object{"region": "eu"}}}
	config := object{"manifests": list{string(text)}, "steps": list{
		list{taint("NoSelect"), taint("NoSchedule")},
		list{object{"evict": object{"clusters": list{"eu-1"}}}},
		list{object{"lose": object{"selector": eu}}},
	}}
	outputs, diags := plan(t, config)
	if len(diags) > 0 {
		t.Fatal(providertest.Said(diags))
	}
	var got []string
	for _, result := range outputs["results"].([]any) {
		of := result.(map[string]any)
		for _, name := range []string{"api", "shop/web"} {
			if moves, ok := of["moves"].(map[string]any)[name].(map[string]any); ok {
				got = append(got, fmt.Sprintf("%s%v%v", name, names(moves["left"]), names(moves["joined"])))
			}
			if _, unsatisfied := of["unsatisfied"].(map[string]any)[name]; unsatisfied {
				got = append(got, name+" is not satisfied")
			}
		}
	}
	want := []string{
		"shop/web[eu-1][us-1]", "api[eu-1][eu-2]", "api[eu-2][]", "api is not satisfied", "shop/web[eu-2][]", "shop/web is not satisfied",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func names(moves any) []string { return slices.Sorted(maps.Keys(moves.(map[string]any))) }

// TestUndecidable: expressions that cost too much are one error, which names the placement, whether it is given or one of several
// of the manifests.
func TestUndecidable(t *testing.T) {
	all := "[" + strings.TrimSuffix(strings.Repeat("0,", 200), ",") + "]"
	bomb := fmt.Sprintf("%[1]s.all(x, %[1]s.all(y, %[1]s.all(z, x + y + z == 0)))", all)
	var clusters list
	manifests := "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\nmetadata: {name: bomb, namespace: shop}\n" +
		"spec:\n  predicates: [{requiredClusterSelector: {celSelector: {celExpressions: ['" + bomb + "']}}}]\n"
	manifests += "---\n{apiVersion: cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSet, metadata: {name: all}, spec: " +
		"{clusterSelector: {selectorType: LabelSelector, labelSelector: {}}}}\n---\n{apiVersion: " +
		"cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSetBinding, metadata: {name: all, namespace: shop}, spec: " +
		"{clusterSet: all}}\n"
	for i := range 600 {
		clusters = append(clusters, object{"name": fmt.Sprintf("c%d", i)})
		manifests += fmt.Sprintf("---\n{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: c%d}}\n", i)
	}
	steps := list{list{object{"lose": object{"clusters": list{"c1"}}}}}
	spec := object{"predicates": list{object{"required_cluster_selector": object{"cel_selector": object{
		"cel_expressions": list{bomb},
	}}}}}
	for want, config := range map[string]object{
		"placements[1].ocm": {"clusters": clusters, "steps": steps, "placements": list{
			object{"name": "web", "ocm": object{}}, object{"name": "bomb", "ocm": spec},
		}},
		`The placement "shop/bomb" (ocm)`: {"manifests": list{manifests}, "steps": steps},
	} {
		if _, failed := call(t, config); failed == nil || !strings.Contains(failed.Text, want) || strings.Count(failed.Text, "bomb") > 1 {
			t.Errorf("want one error with %q: %v", want, failed)
		}
	}
}
