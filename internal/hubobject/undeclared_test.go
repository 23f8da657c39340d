// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
)

func fieldsOfYAML(t *testing.T, text string) map[string]any {
	t.Helper()
	var object map[string]any
	if err := yaml.Unmarshal([]byte(text), &object); err != nil {
		t.Fatal(err)
	}
	return object
}

// TestUndeclared finds the fields of a placement's object that are not set and that its decisions depend on.
func TestUndeclared(t *testing.T) {
	const ocm, fleet = "apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Placement, metadata: {name: web, " +
		"namespace: x}",
		"apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ClusterResourcePlacement, metadata: {name: web}"
	predicate := "[{requiredClusterSelector: {labelSelector: {matchLabels: {env: prod}}}}]"
	for name, tt := range map[string]struct{ kind, set, object, want string }{
		"nothing": {ocm, "{}", "{}", ""},
		"all of it": {
			ocm, "{numberOfClusters: 1, predicates: " + predicate + "}", "{numberOfClusters: 1, predicates: " + predicate + "}", "",
		},
		"predicates": {
			ocm, "{numberOfClusters: 1}", "{numberOfClusters: 1, predicates: " + predicate + "}", "spec.predicates",
		},
		"two fields": {
			ocm, "{}", "{numberOfClusters: 1, tolerations: [{key: a, operator: Exists}]}", "spec.numberOfClusters spec.tolerations",
		},
		"an empty list": {ocm, "{}", "{predicates: [], tolerations: []}", ""},
		"a default":     {ocm, "{}", "{prioritizerPolicy: {mode: Additive}}", ""},
		"within an object": {
			ocm, "{prioritizerPolicy: {mode: Exact}}", "{prioritizerPolicy: {mode: Exact, configurations: [{weight: 2, scoreCoordinate: " +
				"{type: BuiltIn, builtIn: Steady}}]}}", "spec.prioritizerPolicy.configurations",
		},
		"groups": {
			ocm, "{}", "{decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 1}}}", "spec.decisionStrategy",
		},
		"without an effect":  {ocm, "{}", "{spreadPolicy: {spreadConstraints: [{topologyKey: a, topologyKeyType: Label}]}}", ""},
		"of a later version": {ocm, "{}", "{unheardOf: {a: 1}}", ""},
		"another value":      {ocm, "{numberOfClusters: 1}", "{numberOfClusters: 2}", ""},
		"a policy": {
			fleet, "{policy: {placementType: PickN, numberOfClusters: 1}}", "{policy: {placementType: PickN, numberOfClusters: 1, " +
				"tolerations: [{key: a}]}}", "spec.policy.tolerations",
		},
		"a rollout": {
			fleet, "{policy: {placementType: PickAll}}", "{policy: {placementType: PickAll}, strategy: {type: External}, " +
				"revisionHistoryLimit: 3}", "",
		},
		"the placement type": {fleet, "{policy: {placementType: PickAll}}", "{policy: {placementType: PickAll}}", ""},
		"below an empty one": {
			fleet, "{policy: {placementType: PickAll, affinity: {}}}",
			"{policy: {placementType: PickAll, affinity: {clusterAffinity: {}}}}", "spec.policy.affinity.clusterAffinity",
		},
		"an affinity of both": {
			fleet, "{policy: {placementType: PickAll, affinity: {clusterAffinity: {}}}}",
			"{policy: {placementType: PickAll, affinity: {clusterAffinity: {requiredDuringSchedulingIgnoredDuringExecution: " +
				"{clusterSelectorTerms: [{labelSelector: {matchLabels: {a: b}}}]}}}}}",
			"spec.policy.affinity.clusterAffinity.requiredDuringSchedulingIgnoredDuringExecution",
		},
	} {
		t.Run(name, func(t *testing.T) {
			set := hubobject.Applied{Object: map[string]any{"spec": fieldsOfYAML(t, tt.set)}}
			kind := hubobject.Placement
			if tt.kind == fleet {
				kind = hubobject.ClusterResourcePlacement
			}
			found, err := kind.Undeclared(set, fieldsOfYAML(t, "{"+tt.kind+", spec: "+tt.object+"}"))
			if err != nil {
				t.Fatal(err)
			}
			paths := make([]string, len(found))
			for i := range found {
				paths[i] = strings.Join(found[i], ".")
			}
			if got := strings.Join(paths, " "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	if _, err := hubobject.Placement.Undeclared(hubobject.Applied{}, map[string]any{}); err == nil {
		t.Error("no error about an object that is no placement")
	}
}

// TestAppliedOver merges what is set over an object of which others have set a part.
func TestAppliedOver(t *testing.T) {
	for name, tt := range map[string]struct{ object, before, set, want string }{
		"nothing":       {"{a: 1}", "{}", "{}", "{a: 1}"},
		"another value": {"{a: 1, b: 2}", "{a: 1}", "{a: 3}", "{a: 3, b: 2}"},
		"a new field":   {"{a: {b: 1}}", "{}", "{a: {c: 2}, d: 3}", "{a: {b: 1, c: 2}, d: 3}"},
		"a list":        {"{a: [1, 2]}", "{}", "{a: [3]}", "{a: [3]}"},
		"an atomic object": {
			"{labelSelector: {matchLabels: {a: b}}}", "{}", "{labelSelector: {matchExpressions: []}}",
			"{labelSelector: {matchExpressions: []}}",
		},
		"no longer set":          {"{a: 1, b: 2}", "{a: 1}", "{}", "{b: 2}"},
		"a part no longer set":   {"{a: {b: 1, c: 2}}", "{a: {b: 1}}", "{}", "{a: {c: 2}}"},
		"the last part":          {"{a: {b: 1}, c: 2}", "{a: {b: 1}}", "{}", "{c: 2}"},
		"an object becomes text": {"{a: {b: 1}}", "{a: {b: 1}}", "{a: x}", "{a: x}"},
	} {
		t.Run(name, func(t *testing.T) {
			object := fieldsOfYAML(t, tt.object)
			got := hubobject.Applied{Object: fieldsOfYAML(t, tt.set)}.Over(object, hubobject.Applied{Object: fieldsOfYAML(t, tt.before)})
			if diff := cmp.Diff(fieldsOfYAML(t, tt.want), got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if diff := cmp.Diff(fieldsOfYAML(t, tt.object), object); diff != "" {
				t.Errorf("the object has changed:\n%s", diff)
			}
		})
	}
}
