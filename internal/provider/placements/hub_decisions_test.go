// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubPlacementDecisions_ocm follows a Placement: not decided yet, decided as predicted, in other groups, otherwise,
// misconfigured, disabled, and being deleted.
func TestHubPlacementDecisions_ocm(t *testing.T) {
	t.Parallel()
	f := onhub.NewDecidedFleet(t, fakehub.Start(t))
	config := func() object { return object{"name": "web", "with_labels": list{"name"}, "with_claims": list{"zone"}} }
	f.Placement("web", "numberOfClusters: 2, decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 1, "+
		"decisionGroups: [{groupName: canary, groupClusterSelector: {labelSelector: {matchLabels: {name: b}}}}]}}")
	outputs, diags := f.Decisions(config())
	f.Check(outputs, diags, map[string]any{
		"decisions": []any{}, "decisions_by_cluster": map[string]any{}, "decision_groups": map[string]any{}, "satisfied": false,
		"decision_group_names": []any{},
		"conditions":           []any{},
		"prediction_agrees":    false,
	}, `WARNING: name: The placement "N/web" has not been decided by the hub yet: The hub has not finished its first decision.`,
		"The hub has chosen no cluster. Predicted: 2 clusters (b, a).", "- a, predicted, not on the hub: rank 1 of 3 with score 0")

	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("canary", "b"), f.Group("", "a"))
	outputs, diags = f.Decisions(config())
	decision := func(cluster string) map[string]any {
		return map[string]any{"cluster_name": cluster, "score": nil, "reason": "decided by the hub",
			"binding": nil, "kind": nil, "namespace": nil}
	}
	chosen := func(cluster string) map[string]any {
		return map[string]any{
			"labels": map[string]any{"name": cluster},
			"claims": map[string]any{"zone": cluster + "1"},
			"kind":   nil, "namespace": nil,
		}
	}
	f.Check(outputs, diags, map[string]any{
		"decisions":            []any{decision("b"), decision("a")},
		"decisions_by_cluster": map[string]any{"a": chosen("a"), "b": chosen("b")},
		"decision_groups":      map[string]any{"a": json.Number("1"), "b": json.Number("0")},
		"decision_group_names": []any{"canary", ""},
		"satisfied":            true,
		"conditions": []any{
			map[string]any{
				"type": "PlacementSatisfied", "status": "True", "reason": "AllDecisionsScheduled",
				"message": "All cluster decisions scheduled",
			},
			map[string]any{
				"type": "PlacementMisconfigured", "status": "False", "reason": "Succeedconfigured",
				"message": "Placement configurations check pass",
			},
		},
		"prediction_agrees": true, "prediction_differences": []any{},
	})

	f.Server.MergePatch(t, "test", onhub.OCMVersion, "Placement", f.Namespace, "web", "{status: {numberOfSelectedClusters: 3}}",
		"status")
	outputs, diags = f.Decisions(config())
	f.Check(outputs, diags, map[string]any{"prediction_agrees": true},
		`The placement "N/web" is being decided by the hub: The hub is writing its decisions`)

	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("", "b"), f.Group("", "a"))
	outputs, diags = f.Decisions(config())
	f.Check(outputs, diags, map[string]any{"prediction_agrees": false, "prediction_differences": []any{
		map[string]any{
			"cluster_name": "b", "hub": true, "predicted": true, "reason": `the hub has it in group 0, and group 0 "canary" is predicted`,
		},
	}}, `The placement "N/web" was decided differently than predicted`, "- b, in another group: the hub has it in group 0")

	f.Server.MergePatch(t, "test", onhub.OCMVersion, "Placement", f.Namespace, "web",
		"{spec: {decisionStrategy: null, predicates: [{requiredClusterSelector: {labelSelector: {matchExpressions: [{key: name, "+
			"operator: NotIn, values: [a]}]}}}]}}")
	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("", "a", "b", "gone"))
	outputs, diags = f.Decisions(config())
	f.Check(outputs, diags, map[string]any{"prediction_agrees": false, "prediction_differences": []any{
		map[string]any{
			"cluster_name": "a", "hub": true, "predicted": false, "reason": `label name is "a"; predicates[0] wants name notin (a)`,
		},
		map[string]any{"cluster_name": "c", "hub": false, "predicted": true, "reason": "rank 2 of 2 with score 0 = Steady 0"},
		map[string]any{"cluster_name": "gone", "hub": true, "predicted": false, "reason": "the fleet has no such cluster"},
	}}, "The hub has chosen 3 clusters (a, b, gone). Predicted: 2 clusters (b, c).",
		"- gone, on the hub, not predicted: the fleet has no such cluster")

	f.Server.MergePatch(t, "test", onhub.OCMVersion, "Placement", f.Namespace, "web",
		"{spec: {predicates: [{requiredClusterSelector: {labelSelector: {matchExpressions: [{key: name, operator: Near}]}}}]}}")
	f.Server.WriteDecisions(t, f.Namespace, "web")
	f.Server.MergePatch(t, "test", onhub.OCMVersion, "Placement", f.Namespace, "web", "{status: {conditions: ["+
		"{type: PlacementMisconfigured, status: 'True', reason: Misconfigured, message: 'Predicate:\"Near\" is not a valid "+
		"operator', lastTransitionTime: '2026-08-11T11:59:00Z'}, {type: PlacementSatisfied, status: 'False', reason: "+
		"NoManagedClusterMatched, message: No ManagedCluster matches, lastTransitionTime: '2026-08-11T11:59:00Z'}]}}", "status")
	outputs, diags = f.Decisions(config())
	f.Check(outputs, diags, map[string]any{"satisfied": false, "prediction_agrees": true, "prediction_differences": []any{}},
		`The placement "N/web" is not satisfied on the hub: The hub has chosen no cluster. PlacementMisconfigured: Predicate:"Near" is not a valid operator (Misconfigured).`)
	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("", "a", "b"))
	outputs, diags = f.Decisions(config())
	f.Check(outputs, diags, map[string]any{"prediction_agrees": false},
		"a, on the hub, not predicted: the hub chooses no cluster, because the placement is misconfigured")

	f.Server.MergePatch(t, "test", onhub.OCMVersion, "Placement", f.Namespace, "web",
		"{metadata: {annotations: {cluster.open-cluster-management.io/experimental-scheduling-disable: 'true'}, finalizers: "+
			"[example.com/held]}}")
	outputs, diags = f.Decisions(config())
	f.Check(outputs, diags, map[string]any{"prediction_agrees": nil, "prediction_differences": nil},
		`The placement "N/web" is not scheduled by the hub`, "disables it")
	f.Server.Delete(t, onhub.OCMVersion, "Placement", f.Namespace, "web")
	defer f.Server.MergePatch(t, "test", onhub.OCMVersion, "Placement", f.Namespace, "web", "{metadata: {finalizers: null}}")
	outputs, diags = f.Decisions(config())
	f.Check(outputs, diags, map[string]any{"decisions": []any{decision("a"), decision("b")}, "prediction_agrees": nil},
		"it is being deleted")
}

// TestHubPlacementDecisions_many reads decisions in several PlacementDecisions, of which each has 100 clusters.
func TestHubPlacementDecisions_many(t *testing.T) {
	t.Parallel()
	f := onhub.NewDecidedFleet(t, fakehub.Start(t))
	var texts, names []string
	for i := range 120 {
		names = append(names, fmt.Sprintf("n-%03d", i))
		texts = append(texts, f.Text("{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, "+
			"metadata: {name: P-"+names[i]+", labels: {test: T}}}"))
	}
	f.Server.CreateAll(t, texts)
	f.Placement("web", "numberOfClusters: 123")
	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("", append(names, "a", "b", "c")...))
	outputs, diags := f.Decisions(object{"name": "web"})
	f.Check(outputs, diags, map[string]any{"prediction_agrees": true, "satisfied": true})
	if decisions, _ := outputs["decisions"].([]any); len(decisions) != 123 {
		t.Errorf("%d decisions", len(decisions))
	}
	if names, _ := outputs["decision_group_names"].([]any); len(names) != 1 {
		t.Errorf("the groups are %v", names)
	}
	// A warning names a few, the output all.
	f.Server.WriteDecisions(t, f.Namespace, "web")
	outputs, diags = f.Decisions(object{"name": "web"})
	if differences, _ := outputs["prediction_differences"].([]any); len(differences) != 123 {
		t.Errorf("%d differences", len(differences))
	}
	if len(diags) != 2 || len(providertest.Shown(diags[1])) > providertest.LongestDetail ||
		!strings.Contains(providertest.Shown(diags[1]), "- and 113 more differences: see prediction_differences") {
		t.Error(providertest.Said(diags))
	}
}
