// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubPlacementDecisions_kubeFleet follows a ClusterResourcePlacement and a ResourcePlacement: not decided yet, decided as
// predicted, of an earlier generation, and otherwise.
func TestHubPlacementDecisions_kubeFleet(t *testing.T) {
	t.Parallel()
	f := onhub.NewDecidedFleet(t, fakehub.Start(t))
	for _, tt := range []struct{ kind, namespace, name, title string }{
		{"ClusterResourcePlacement", "", f.Prefix + "web", `"web"`},
		{"ResourcePlacement", f.Namespace, "web", `"N/web"`},
	} {
		onhub.FleetPlacement(f, tt.kind, tt.name)
		config := func() object {
			config := object{"name": tt.name, "namespace": tt.namespace}
			if tt.namespace == "" {
				config["namespace"] = nil
			}
			return config
		}
		outputs, diags := f.Decisions(config())
		f.Check(outputs, diags, map[string]any{"decisions": []any{}, "satisfied": false, "decision_groups": map[string]any{},
			"prediction_agrees": false},
			"The placement "+tt.title+" has not been decided by the hub yet", "Predicted: 2 clusters (c, b).")

		chosen := func(cluster string, affinity int) hubtest.FleetDecision {
			return hubtest.FleetDecision{Cluster: f.Prefix + cluster, Selected: true, AffinityScore: affinity}
		}
		f.Server.WriteFleetDecisions(t, tt.namespace, tt.name, chosen("c", 7), chosen("b", 3))
		outputs, diags = f.Decisions(config())
		decision := func(cluster, score string) map[string]any {
			policy := ""
			if decisions, _ := outputs["decisions"].([]any); len(decisions) > 0 {
				policy = decisions[0].(map[string]any)["binding"].(map[string]any)["policy"].(string)
			}
			return map[string]any{
				"cluster_name": cluster, "score": json.Number(score),
				"reason": `Successfully scheduled resources for placement in "` + cluster + `" (affinity score: ` + score +
					`, topology spread score: 0): picked by scheduling policy`,
				"binding": map[string]any{"state": "Scheduled", "policy": policy, "topology_spread_score": json.Number("0")},
				"kind":    nil, "namespace": nil,
			}
		}
		f.Check(outputs, diags, map[string]any{
			"decisions": []any{decision("c", "7"), decision("b", "3")}, "satisfied": true, "prediction_agrees": true,
			"prediction_differences": []any{},
			"decision_groups":        map[string]any{"b": json.Number("0"), "c": json.Number("0")}, "decision_group_names": []any{""},
		})
		conditions, _ := outputs["conditions"].([]any)
		if len(conditions) != 2 || conditions[0].(map[string]any)["type"] != "Scheduled" ||
			conditions[1].(map[string]any)["type"] != tt.kind+"Scheduled" {
			t.Errorf("conditions %v", conditions)
		}

		f.Server.MergePatch(t, "test", onhub.FleetVersion, tt.kind, tt.namespace, tt.name, "{spec: {policy: {numberOfClusters: 1}}}")
		outputs, diags = f.Decisions(config())
		f.Check(outputs, diags, map[string]any{"prediction_agrees": false, "prediction_differences": []any{
			map[string]any{
				"cluster_name": "b", "hub": true, "predicted": false, "reason": "not needed: the placement already has 1 cluster",
			},
		}}, "The placement "+tt.title+" has changed since the hub decided it", "the decisions are those of an earlier generation",
			"Predicted: 1 cluster (c).")

		// The affinity of a policy that has not changed does not move a binding, so the hub disagrees only about a cluster that is
		// gone.
		f.Server.WriteFleetDecisions(t, tt.namespace, tt.name, chosen("gone", 7), hubtest.FleetDecision{Cluster: f.Prefix +
			"c", Reason: "ClusterUnschedulable, x"})
		outputs, diags = f.Decisions(config())
		f.Check(outputs, diags, map[string]any{"prediction_agrees": false},
			"The hub has chosen 1 cluster (gone). Predicted: 1 cluster (c).",
			"- c, predicted, not on the hub: ", "; the hub: ClusterUnschedulable, x",
			"- gone, on the hub, not predicted: the fleet has no such cluster")
		f.Server.MergePatch(t, "test", onhub.FleetVersion, tt.kind, tt.namespace, tt.name,
			"{metadata: {finalizers: [example.com/held]}}")
		f.Server.Delete(t, onhub.FleetVersion, tt.kind, tt.namespace, tt.name)
		outputs, diags = f.Decisions(config())
		f.Check(outputs, diags, map[string]any{"prediction_agrees": nil}, "The placement "+tt.title+" is not scheduled by the hub",
			"it is being deleted")
		f.Server.MergePatch(t, "test", onhub.FleetVersion, tt.kind, tt.namespace, tt.name, "{metadata: {finalizers: null}}")
	}
}

// TestHubPlacementDecisions_rule reads a PlacementRule: with built-in advisors the decisions are predicted, with others they are
// not.
func TestHubPlacementDecisions_rule(t *testing.T) {
	t.Parallel()
	f := onhub.NewDecidedFleet(t, fakehub.Start(t))
	f.Kind = "ManagedCluster"
	spec := func(advisors string) string {
		return "{spec: {replicas: 2, targetLabels: {matchLabels: {test: T}}, deployerType: vm, advisors: [" + advisors + "]}}"
	}
	for _, name := range []string{"v1", "v2", "v3"} {
		f.Create("{apiVersion: core.hybridapp.io/v1alpha1, kind: Deployer, metadata: {name: " + name +
			", namespace: N, labels: {test: T, name: " + name + "}}, spec: {type: vm}}")
	}
	f.Create("{apiVersion: core.hybridapp.io/v1alpha1, kind: PlacementRule, metadata: {name: web, namespace: N}, " +
		strings.TrimPrefix(spec("{name: alphabet}"), "{"))
	patch := func(text string, subresources ...string) {
		f.Server.MergePatch(t, "test", "core.hybridapp.io/v1alpha1", "PlacementRule", f.Namespace, "web", f.Text(text), subresources...)
	}
	read := func(config object) (map[string]any, string) {
		config["name"] = "web"
		outputs, diags := f.Decisions(config)
		return outputs, strings.ReplaceAll(providertest.Said(diags), f.Namespace, "N")
	}
	outputs, says := read(object{})
	onhub.CheckOutputs(t, outputs, map[string]any{"decisions": []any{}, "prediction_agrees": false})
	if !strings.Contains(says, `The placement "N/web" has not been decided by the hub yet`) ||
		!strings.Contains(says, "Predicted: 2 clusters (N/v1, N/v2)") {
		t.Error(says)
	}
	patch("{status: {observedGeneration: 1, decisions: [{name: "+
		"v1, namespace: "+f.Namespace+"}, {name: v2, namespace: "+f.Namespace+"}]}}", "status")
	outputs, says = read(object{"with_labels": list{"name"}, "kind": "PlacementRule"})
	onhub.CheckOutputs(t, outputs, map[string]any{"satisfied": true, "prediction_agrees": true, "conditions": []any{}})
	labels := outputs["decisions_by_cluster"].(map[string]any)[f.Namespace+"/v1"].(map[string]any)["labels"]
	if says != "" || labels.(map[string]any)["name"] != "v1" {
		t.Error(says, labels)
	}
	f.Kind = nil // Both kinds have clusters of these names.
	if _, says = read(object{}); !strings.Contains(says,
		`set kind = "ManagedCluster" or kind = "MemberCluster" in the hub of the provider.`) {
		t.Error(says)
	}
	f.Kind = "ManagedCluster"
	patch(spec("{name: alphabet}, {name: mine}"))
	patch("{status: {observedGeneration: 2}}", "status")
	outputs, says = read(object{})
	onhub.CheckOutputs(t, outputs, map[string]any{"satisfied": true, "prediction_agrees": nil, "prediction_differences": nil})
	if !strings.Contains(says, `The placement "N/web" cannot be predicted`) ||
		!strings.Contains(says, `no recommendations of the advisor "mine"`) {
		t.Error(says)
	}
	patch("{status: {recommendations: {mine: [{kind: Deployer, name: v2, namespace: "+f.Namespace+", score: 30}]}}}", "status")
	outputs, says = read(object{})
	onhub.CheckOutputs(t, outputs, map[string]any{"prediction_agrees": true, "prediction_differences": []any{}})
	if says != "" {
		t.Error(says)
	}
}

// TestHubPlacementDecisions_kinds finds the kind of a placement, and says what was looked for.
func TestHubPlacementDecisions_kinds(t *testing.T) {
	f := onhub.NewDecidedFleet(t, fakehub.Start(t))
	f.Placement("one", "numberOfClusters: 0")
	f.Placement("two", "numberOfClusters: 0")
	onhub.FleetPlacement(f, "ResourcePlacement", "two")
	for name, tt := range map[string]struct {
		config object
		says   string
	}{
		"the only kind": {object{"name": "one"}, ""},
		"a kind":        {object{"name": "two", "kind": "ResourcePlacement"}, ""},
		"two kinds": {object{"name": "two"},
			`ERROR: kind: Several placements have the name: The hub has a Placement and a ResourcePlacement "two" in the namespace "N". Set kind to one of these.`},
		"no kind": {
			object{"name": "three"}, `ERROR: name: The placement does not exist: The hub has no Placement or ResourcePlacement or PlacementRule "three" in the namespace "N".`,
		},
		"another kind": {
			object{"name": "one", "kind": "PlacementRule"},
			`ERROR: name: The placement does not exist: The hub has no PlacementRule "one" in the namespace "N".`,
		},
		"no namespace": {
			object{"name": "one", "namespace": nil},
			`The hub has no ClusterResourcePlacement "one". Placements of other kinds have a namespace: set namespace to look for one.`,
		},
		"a cluster's": {
			object{"name": "one", "namespace": nil, "kind": "ClusterResourcePlacement"}, `The hub has no ClusterResourcePlacement "one".`,
		},
		"a wrong kind": {
			object{"name": "one", "kind": "Placment"},
			`kind: found "Placment": must be one of "Placement", "ClusterResourcePlacement", "ResourcePlacement", "PlacementRule"; did you mean "Placement"?`,
		},
		"a wrong name":  {object{"name": "a/b"}, "ERROR: name: "},
		"an empty name": {object{"name": ""}, "ERROR: name: "},
		"a namespace": {
			object{"name": "one", "kind": "ClusterResourcePlacement"},
			"ERROR: namespace: Value not allowed: namespace: a ClusterResourcePlacement has no namespace",
		},
		"none":            {object{"name": "one", "namespace": nil, "kind": "Placement"}, "namespace: a Placement has a namespace"},
		"a wrong one":     {object{"name": "one", "namespace": "../x"}, "ERROR: namespace: "},
		"an unknown kind": {object{"name": "one", "kind": unknown{}, "namespace": nil}, ""},
		"an unknown one":  {object{"name": "one", "kind": "Placement", "namespace": unknown{}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, diags := f.Decisions(tt.config)
			says := strings.ReplaceAll(providertest.Said(diags), f.Namespace, "N")
			if tt.says == "" && strings.Contains(says, "ERROR") || len(diags) > 1 || !strings.Contains(says, tt.says) {
				t.Errorf("want %q:\n%s", tt.says, says)
			}
		})
	}
}
