// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// imported is a spec on a hub, and the arguments that an import gives it.
type imported struct {
	spec string
	want object
}

// placedImports are the specs of objects that another client created, and the arguments that an import generates: without the
// defaults of the CRDs, but for those in the items of lists.
func placedImports(r *onhub.PlacedRun) map[string]imported {
	if r.IsOCM() {
		return map[string]imported{
			"nothing": {"", object{"ocm": object{}}},
			"everything": {
				"clusterSets: [P-set], numberOfClusters: 2, sortBy: ClusterName, tolerations: [{key: gpu, operator: Equal, value: 'true'}, " +
					"{operator: Exists}], predicates: [{requiredClusterSelector: {labelSelector: {matchLabels: {test: T}}, claimSelector: " +
					"{matchExpressions: [{key: zone, operator: In, values: [a1]}]}}}], prioritizerPolicy: {mode: Exact, configurations: " +
					"[{scoreCoordinate: {builtIn: Steady}, weight: 3}, {scoreCoordinate: {type: BuiltIn, builtIn: Balance}}]}, " +
					"decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 1, decisionGroups: [{groupName: canary, " +
					"groupClusterSelector: {labelSelector: {matchLabels: {name: a}}}}]}}",
				object{
					"ocm": object{
						"cluster_sets": list{"P-set"}, "number_of_clusters": json.Number("2"),
						"tolerations": list{object{"key": "gpu", "operator": "Equal", "value": "true"}, object{"operator": "Exists"}},
						"predicates": list{object{"required_cluster_selector": object{
							"label_selector": object{"match_labels": object{"test": "T"}},
							"claim_selector": object{"match_expressions": list{object{"key": "zone", "operator": "In", "values": list{"a1"}}}},
						}}},
						"prioritizer_policy": object{"mode": "Exact", "configurations": list{
							object{"score_coordinate": object{"type": "BuiltIn", "built_in": "Steady"}, "weight": json.Number("3")},
							object{"score_coordinate": object{"type": "BuiltIn", "built_in": "Balance"}, "weight": json.Number("1")},
						}},
					},
					"decision_strategy": object{"group_strategy": object{"clusters_per_decision_group": "1", "decision_groups": list{object{
						"group_name": "canary", "group_cluster_selector": object{"label_selector": object{"match_labels": object{"name": "a"}}},
					}}}},
				},
			},
		}
	}
	selectors := list{object{"group": "", "version": "v1", "kind": r.Selects(), "name": "x",
		"selection_scope": "NamespaceWithResources"}}
	const resources = "resourceSelectors: [{group: '', version: v1, kind: KIND, name: x}]"
	return map[string]imported{
		"nothing": {resources, object{"kubefleet": object{"placement_type": "PickAll"}, "resource_selectors": selectors}},
		"everything": {
			resources + ", policy: {placementType: PickN, numberOfClusters: 2, affinity: {clusterAffinity: " +
				"{requiredDuringSchedulingIgnoredDuringExecution: {clusterSelectorTerms: [{labelSelector: {matchLabels: {test: T}}}]}, " +
				"preferredDuringSchedulingIgnoredDuringExecution: [{weight: 5, preference: {propertySorter: {name: node-count, sortOrder: " +
				"Descending}}}]}}, topologySpreadConstraints: [{topologyKey: zone}], tolerations: [{key: gpu, operator: Exists}]}, " +
				"revisionHistoryLimit: 3, strategy: {rollingUpdate: {maxUnavailable: 1, maxSurge: 25%}, applyStrategy: {type: " +
				"ServerSideApply, serverSideApplyConfig: {force: true}}, deleteStrategy: {propagationPolicy: Abandon}}",
			object{
				"resource_selectors": selectors, "revision_history_limit": json.Number("3"),
				"kubefleet": object{
					"placement_type": "PickN", "number_of_clusters": json.Number("2"), "affinity": object{"cluster_affinity": object{
						"required_during_scheduling_ignored_during_execution": object{"cluster_selector_terms": list{
							object{"label_selector": object{"match_labels": object{"test": "T"}}},
						}},
						"preferred_during_scheduling_ignored_during_execution": list{object{
							"weight": json.Number("5"), "preference": object{"property_sorter": object{"name": "node-count", "sort_order": "Descending"}},
						}},
					}},
					"topology_spread_constraints": list{object{"topology_key": "zone", "max_skew": json.Number("1"),
						"when_unsatisfiable": "DoNotSchedule"}}, "tolerations": list{object{"key": "gpu", "operator": "Exists"}},
				},
				"strategy": object{
					"rolling_update": object{"max_unavailable": "1"}, "type": "RollingUpdate",
					"apply_strategy":  object{"type": "ServerSideApply", "server_side_apply_config": object{"force": true}},
					"delete_strategy": object{"propagation_policy": "Abandon"},
				},
			},
		},
	}
}

// TestHubPlaced_import imports placements of every kind by their names, generates their configurations, and has nothing to do
// then.
func TestHubPlaced_import(t *testing.T) {
	t.Parallel()
	for _, kind := range onhub.PlacedKinds {
		r := onhub.NewPlacedRun(t, fakehub.Start(t), kind)
		r.Says(r.ImportID(r.ID()))
		if !r.State.IsNull() {
			t.Error("a placement that does not exist was imported")
		}
		for name, tt := range placedImports(r) {
			t.Run(kind+" "+name, func(t *testing.T) { tt.check(t, kind) })
		}
	}
}

// check imports a placement of a kind.
func (tt imported) check(t *testing.T, kind string) {
	t.Helper()
	r := onhub.NewPlacedRun(t, fakehub.Start(t), kind)
	r.F.Create(strings.ReplaceAll(
		"{apiVersion: "+r.APIVersion()+", kind: "+kind+", metadata: {name: "+r.Name+", namespace: "+r.Namespace+", labels: {team: x}}, "+
			"spec: {"+tt.spec+"}}", "KIND", r.Selects()))
	r.Decide("a", "b")
	r.Says(r.ImportID(r.ID()))
	r.WantChosen("a", "b")
	config := r.Generated()
	shown := object{}
	for _, argument := range placed.Arguments {
		if value := providertest.Plain(t, r.Attribute(config, argument)); value != nil {
			shown[argument] = value
		}
	}
	test := strings.TrimSuffix(r.F.Prefix, "-")
	wanted, _ := plainly(tt.want, func(text string) string {
		return map[string]string{"T": test, "P-set": r.F.Prefix + "set"}[text]
	}).(map[string]any)
	if diff := cmp.Diff(wanted, shown); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for range 2 {
		p := r.TryConfig(config)
		r.Says(p.Diags)
		if !p.State.Equal(r.State) {
			t.Errorf("the plan is not empty:%s", r.Changed(r.State, p.State))
		}
	}
	// An import takes over what has the value of the state, so a change of a field that another manager has set is no conflict.
	if diags := r.CarryOut(r.TryConfig(further(r, config))); providertest.Failed(diags) {
		t.Errorf("a change after the import: %s", providertest.Said(diags))
	}
}

// further is a configuration that differs in an attribute that no list has.
func further(r *onhub.PlacedRun, config tftypes.Value) tftypes.Value {
	r.T.Helper()
	var attributes map[string]tftypes.Value
	if err := config.As(&attributes); err != nil {
		r.T.Fatal(err)
	}
	attributes = maps.Clone(attributes)
	if r.IsOCM() {
		attributes["decision_strategy"] = providertest.DynamicOf(r.T,
			object{"group_strategy": object{"clusters_per_decision_group": "2"}})
	} else {
		attributes["revision_history_limit"] = tftypes.NewValue(tftypes.Number, 4)
	}
	return tftypes.NewValue(config.Type(), attributes)
}

// plainly replaces texts in test data.
func plainly(data any, replace func(string) string) any {
	switch of := data.(type) {
	case string:
		if other := replace(of); other != "" {
			return other
		}
	case list:
		items := make([]any, len(of))
		for i := range of {
			items[i] = plainly(of[i], replace)
		}
		return items
	case object:
		fields := map[string]any{}
		for name := range of {
			fields[name] = plainly(of[name], replace)
		}
		return fields
	}
	return data
}

// TestHubPlaced_ambiguous imports a name that two kinds have: the configuration has to say which one is meant.
func TestHubPlaced_ambiguous(t *testing.T) {
	t.Parallel()
	ocm, fleet := onhub.NewPlacedRun(t, fakehub.Start(t), "Placement"), onhub.NewPlacedRun(t, fakehub.Start(t), "ResourcePlacement")
	fleet.F = ocm.F
	fleet.Namespace = ocm.Namespace
	ocm.F.Create(ocm.Imports())
	ocm.F.Create(fleet.Imports())
	ocm.Says(ocm.ImportID(ocm.ID()), "ERROR the hub has both the Placement N/web and the ResourcePlacement N/web. To manage one "+
		"of them, configure it with ocm, kubefleet or hybrid and set adopt = true")
	for _, r := range []*onhub.PlacedRun{ocm, fleet} {
		r.State = r.Nothing()
		r.Provider = onhub.Provider(ocm.F.Server)
		config := r.Config(2, object{"adopt": true, "force_conflicts": true})
		r.Says(r.Do(config), r.Title()+"will move", r.Title()+"has not been decided by the hub yet")
		if string(r.Get().GetUID()) != r.Value("uid") {
			t.Error("another object was taken over")
		}
	}
}

// TestHubPlaced_importName imports a name alone from a hub of Open Cluster Management, where every placement has a namespace.
func TestHubPlaced_importName(t *testing.T) {
	t.Parallel()
	r := onhub.NewPlacedRun(t, fakehub.Start(t), "Placement")
	r.F.Create(r.Imports())
	r.Decide("a", "b")
	proxy := r.F.Server.Proxy(t)
	proxy.On(hubtest.Match{Path: "/apis/placement.kubernetes-fleet.io"}, hubtest.Always, hubtest.Refuse(404, "NotFound", "no"))
	r.Provider = object{"hub": object{"config_path": proxy.Kubeconfig}}
	r.Says(r.ImportID(r.Name), "ERROR The id cannot be imported|found \""+r.Name+"\", and the hub has no ClusterResourcePlacements, which "+
		"have no namespace. A Placement has one: the id is namespace/name, such as \"default/"+r.Name+"\".")
	r.Says(r.ImportID(r.ID()))
}

// kubectlPlacement is a placement that kubectl has made, whose lists have defaults of the CRD.
func kubectlPlacement(r *onhub.PlacedRun) string {
	spec := "numberOfClusters: 2, clusterSets: [P-set], prioritizerPolicy: {mode: Exact, configurations: [{scoreCoordinate: " +
		"{builtIn: Steady}}]}, tolerations: [{key: gpu, value: 'true'}], predicates: [{requiredClusterSelector: {labelSelector: " +
		"{matchLabels: {test: T}}}}]"
	if !r.IsOCM() {
		spec = "resourceSelectors: [{group: '', version: v1, kind: " + r.Selects() +
			", name: x}], policy: {placementType: PickN, numberOfClusters: 2, tolerations: [{key: gpu, value: 'true'}], " +
			"topologySpreadConstraints: [{topologyKey: zone}]}, strategy: {rollingUpdate: {maxUnavailable: 30%}}"
	}
	return "{apiVersion: " + r.APIVersion() + ", kind: " + r.Kind + ", metadata: {name: " + r.Name + ", namespace: " + r.Namespace +
		"}, spec: {" + spec + "}}"
}

// sameAsKubectl is the configuration of that placement with a number of clusters.
func sameAsKubectl(r *onhub.PlacedRun, n int64, tolerations any, further ...object) object {
	config := object{"name": r.Name, "namespace": r.Namespace}
	if r.IsOCM() {
		config["ocm"] = object{
			"number_of_clusters": n, "cluster_sets": list{r.F.Prefix + "set"}, "tolerations": tolerations,
			"prioritizer_policy": object{
				"mode": "Exact", "configurations": list{object{"score_coordinate": object{"built_in": "Steady"}}},
			},
			"predicates": list{
				object{
					"required_cluster_selector": object{
						"label_selector": object{"match_labels": object{"test": strings.TrimSuffix(r.F.Prefix, "-")}},
					},
				},
			},
		}
	} else {
		config["kubefleet"] = object{
			"placement_type": "PickN", "number_of_clusters": n, "tolerations": tolerations,
			"topology_spread_constraints": list{object{"topology_key": "zone"}},
		}
		config["resource_selectors"] = list{object{"group": "", "version": "v1", "kind": r.Selects(), "name": "x"}}
		config["strategy"] = object{"type": "RollingUpdate", "rolling_update": object{"max_unavailable": "30%"}}
	}
	if r.Namespace == "" {
		delete(config, "namespace")
	}
	for _, f := range further {
		config = providertest.Merged(config, f)
	}
	return config
}

// TestHubOwner_placement: kubectl has made a placement. Adopting the same values is no conflict although the CRD has set defaults
// in its lists, and after that or after an import, changes are none.
func TestHubOwner_placement(t *testing.T) {
	for _, kind := range onhub.PlacedKinds {
		for _, imports := range []bool{true, false} {
			r := onhub.NewPlacedRun(t, fakehub.Start(t), kind)
			r.F.Create(kubectlPlacement(r))
			further := object{"max_moves": "100%"}
			tolerations := list{object{"key": "gpu", "value": "true"}}
			if imports {
				noErrors(r, r.ImportID(r.ID()))
			} else {
				further["adopt"] = true
			}
			noErrors(r, r.Do(sameAsKubectl(r, 2, tolerations, further)))
			generation := r.Get().GetGeneration()
			if generation != 1 {
				t.Errorf("%s, imported %t: the spec has changed: %v", kind, imports, r.Get().Object["spec"])
			}
			path := "spec."
			if !r.IsOCM() {
				path += "policy."
			}
			noErrors(r, r.Do(sameAsKubectl(r, 1, tolerations, further)))
			if n := onhub.FieldOf(t, r.Get(), path+"numberOfClusters"); n != int64(1) {
				t.Errorf("%s, imported %t: %v clusters", kind, imports, n)
			}
			// What the configuration no longer sets is removed.
			noErrors(r, r.Do(sameAsKubectl(r, 1, nil, further)))
			if onhub.FieldOf(t, r.Get(), path+"tolerations") != nil {
				t.Errorf("%s, imported %t: the tolerations are still there", kind, imports)
			}
		}
	}
}

// noErrors checks that there are no errors and no conflicts.
func noErrors(r *onhub.PlacedRun, diags []*tfprotov6.Diagnostic) {
	r.T.Helper()
	if providertest.Failed(diags) || strings.Contains(providertest.Said(diags), "keeps fields") {
		r.T.Fatal(providertest.Said(diags))
	}
}
