// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
)

// TestReadPlacementMistakes: every error has a position. The texts are placements in which something is replaced, or texts
// of their own.
func TestReadPlacementMistakes(t *testing.T) {
	const ocmFields = "; expected one of clusterSets, numberOfClusters, predicates, tolerations, spreadPolicy, sortBy, " +
		"scoreRateLimit, decisionStrategy, prioritizerPolicy"
	const ruleFields = "; expected one of deployerType, replicas, targetLabels, decisionWeight, targets, advisors"
	const settings = "---\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\n"
	for name, tt := range map[string]struct {
		text, old, replacement, want string
	}{
		"nothing": {"# comment\n", "", "", "document 1, line 1: found nothing; the text must contain exactly one placement"},
		"empty list": {
			`{"apiVersion":"v1","kind":"List","items":[]}`, "", "", "document 1, line 1: found nothing; the text must contain exactly one placement",
		},
		"not YAML":  {"a: [", "", "", "line 1: invalid YAML: did not find expected node content"},
		"no header": {"a: b", "", "", "document 1, line 1: not a Kubernetes object: apiVersion and kind are required"},
		"only other objects": {
			settings + settings, "", "",
			"document 1, line 2, ConfigMap/settings: found ConfigMap; the text must contain exactly one placement",
		},
		"a kind of KubeFleet with other rules, ClusterPlacementPolicy": {
			"apiVersion: placement.kubefleet.dev/v1alpha1\nkind: ClusterPlacementPolicy\nmetadata: { name: web }\n", "", "",
			"document 1, line 1, ClusterPlacementPolicy/web: found ClusterPlacementPolicy.placement.kubefleet.dev; the text must contain exactly one placement" +
				". Of KubeFleet, it can be a ClusterResourcePlacement or a ResourcePlacement; other rules apply to this kind",
		},
		"a kind of KubeFleet with other rules, PlacementPolicy": {
			"apiVersion: placement.kubefleet.dev/v1alpha1\nkind: PlacementPolicy\nmetadata: { name: web }\n", "", "",
			"document 1, line 1, PlacementPolicy/web: found PlacementPolicy.placement.kubefleet.dev; the text must contain exactly one placement" +
				". Of KubeFleet, it can be a ClusterResourcePlacement or a ResourcePlacement; other rules apply to this kind",
		},
		"a kind of KubeFleet with other rules, ClusterRequest": {
			"apiVersion: placement.kubefleet.dev/v1alpha1\nkind: ClusterRequest\nmetadata: { name: web }\n", "", "",
			"document 1, line 1, ClusterRequest/web: found ClusterRequest.placement.kubefleet.dev; the text must contain exactly one placement" +
				". Of KubeFleet, it can be a ClusterResourcePlacement or a ResourcePlacement; other rules apply to this kind",
		},
		"another group": {
			placementTexts["ocm"], "cluster.open-cluster-management.io", "example.com",
			"document 1, line 1, Placement/web: found Placement.example.com; the text must contain exactly one placement" +
				`; did you mean "Placement.cluster.open-cluster-management.io"?`,
		},
		"a misspelt group": {
			placementTexts["ocm"], "open-cluster-management", "open-clusters-management",
			"document 1, line 1, Placement/web: found Placement.cluster.open-clusters-management.io; the text must contain exactly " +
				"one placement" +
				`; did you mean "Placement.cluster.open-cluster-management.io"?`,
		},
		"a misspelt kind": {
			placementTexts["kubefleet"], "ClusterResourcePlacement", "ClusterResourcesPlacement",
			"document 1, line 1, ClusterResourcesPlacement/web: found ClusterResourcesPlacement.placement.kubernetes-fleet.io; " +
				`the text must contain exactly one placement; did you mean "ClusterResourcePlacement.placement.kubernetes-fleet.io"?`,
		},
		"a field of the policy beside it": {
			"apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: { name: web }\nspec:\n  " +
				"placementType: PickN\n", "", "",
			"document 1, line 5, ClusterResourcePlacement/web, spec.placementType: placementType belongs in spec.policy",
		},
		"a misspelt spec": {
			"apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: { name: web }\nspce: {}\n", "", "",
			`document 1, line 4, ClusterResourcePlacement/web, spce: unknown field; expected one of spec, apiVersion, kind, metadata, status; did you mean "spec"?`,
		},
		"an unknown version": {
			placementTexts["ocm"], "v1beta1", "v1alpha9",
			`document 1, line 1, Placement/web, apiVersion: found "cluster.open-cluster-management.io/v1alpha9": must be one of ` +
				`"cluster.open-cluster-management.io/v1beta1", "cluster.open-cluster-management.io/v1alpha1"`,
		},
		"a file name": {
			"web.yaml", "", "",
			`document 1, line 1: found the text "web.yaml", which is not a Kubernetes object; to read a file, use file("${path.module}/web.yaml")`,
		},
		"a cluster": {
			"apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata: { name: a }", "", "",
			"document 1, line 1, ManagedCluster/a: found ManagedCluster.cluster.open-cluster-management.io; the text must contain " +
				"exactly one placement",
		},
		"two placements": {
			placementTexts["kubefleet in a namespace"] + "---\n" + placementTexts["hybrid"], "", "",
			"document 2, line 6, PlacementRule/web: found a second placement; the text must contain exactly one placement",
		},
		"no name": {
			placementTexts["kubefleet"], "name: web }", "}",
			"document 1, line 3, ClusterResourcePlacement, metadata.name: the object must have a name",
		},
		"an extra namespace": {
			placementTexts["kubefleet"], "name: web }", "name: web, namespace: a }",
			`document 1, line 3, ClusterResourcePlacement/web, metadata.namespace: found "a": a ClusterResourcePlacement has no namespace`,
		},
		"no namespace": {
			placementTexts["kubefleet in a namespace"], ", namespace: team-a", "",
			"document 1, line 3, ResourcePlacement/web, metadata.namespace: a ResourcePlacement must have a namespace",
		},
		"ocm, a typo": {
			placementTexts["ocm"], "numberOfClusters", "numberOfCluster",
			"document 1, line 6, Placement/web, spec.numberOfCluster: unknown field" + ocmFields + `; did you mean "numberOfClusters"?`,
		},
		"ocm, wrong case": {
			placementTexts["ocm"], "tolerations", "Tolerations",
			"document 1, line 20, Placement/web, spec.Tolerations: unknown field" + ocmFields + `; did you mean "tolerations"?`,
		},
		"ocm, a typo in a selector": {
			placementTexts["ocm"], "{ matchLabels: { env", "{ matchLabel: { env",
			"document 1, line 9, Placement/web, spec.predicates[0].requiredClusterSelector.labelSelector.matchLabel: unknown field" +
				`; expected one of matchLabels, matchExpressions; did you mean "matchLabels"?`,
		},
		"ocm, a typo in a configuration": {
			placementTexts["ocm"], "weight: 0", "weigth: 0",
			"document 1, line 17, Placement/web, spec.prioritizerPolicy.configurations[0].weigth: unknown field" +
				`; expected one of scoreCoordinate, weight, name; did you mean "weight"?`,
		},
		"ocm, a typo in a group": {
			placementTexts["ocm"], "clustersPerDecisionGroup", "clustersPerGroup",
			"document 1, line 23, Placement/web, spec.decisionStrategy.groupStrategy.clustersPerGroup: unknown field" +
				"; expected one of decisionGroups, clustersPerDecisionGroup",
		},
		"ocm, a wrong type": {
			placementTexts["ocm"], "numberOfClusters: 0", "numberOfClusters: two",
			`document 1, line 6, Placement/web, spec.numberOfClusters: found text; it must be a whole number`,
		},
		"kubefleet, a typo": {
			placementTexts["kubefleet"], "placementType", "type",
			"document 1, line 13, ClusterResourcePlacement/web, spec.policy.type: unknown field" +
				"; expected one of placementType, clusterNames, numberOfClusters, topologySpreadConstraints, tolerations, affinity",
		},
		"kubefleet, a typo in a term": {
			placementTexts["kubefleet"], "metricSorter", "sorter",
			"document 1, line 22, ClusterResourcePlacement/web, spec.policy.affinity.clusterAffinity." +
				"preferredDuringSchedulingIgnoredDuringExecution[0].preference.sorter: unknown field" +
				"; expected one of labelSelector, propertySelector, propertySorter, metricSorter",
		},
		"kubefleet, seconds": {
			placementTexts["kubefleet"], "operator: Exists", "operator: Exists, tolerationSeconds: 3",
			"document 1, line 24, ClusterResourcePlacement/web, spec.policy.tolerations[0].tolerationSeconds: unknown field" +
				"; expected one of key, operator, value, effect",
		},
		"hybrid, a typo": {
			placementTexts["hybrid"], "replicas", "replica",
			"document 1, line 6, PlacementRule/web, spec.replica: unknown field" + ruleFields + `; did you mean "replicas"?`,
		},
		"hybrid, a field of the provider": {
			placementTexts["hybrid"], "weight: 60", "onFailure: ignore",
			"document 1, line 12, PlacementRule/web, spec.advisors[1].onFailure: unknown field; expected one of name, type, weight, rules",
		},
		"hybrid, a type": {
			placementTexts["hybrid"], "deployerType: kubernetes", "deployerType: {a: b}",
			"document 1, line 5, PlacementRule/web, spec.deployerType: found {\"a\":\"b\"}; it must be a string or a list of strings",
		},
		"JSON, the line": {
			"{\"apiVersion\":\"core.hybridapp.io/v1alpha1\",\"kind\":\"PlacementRule\",\"metadata\":{\"name\":\"a\"},\n\"spec\":{\n\"replica\":1}}",
			"", "",
			"document 1, line 3, PlacementRule/a, spec.replica: unknown field" + ruleFields + `; did you mean "replicas"?`,
		},
	} {
		t.Run(name, func(t *testing.T) { checkMistake(t, tt.text, tt.old, tt.replacement, tt.want) })
	}
}

// checkMistake reads a text in which one part is replaced, if there is one, and wants an error with a position.
func checkMistake(t *testing.T, original, old, replacement, want string) {
	t.Helper()
	text := original
	if old != "" {
		if text = strings.Replace(text, old, replacement, 1); text == original {
			t.Fatal("nothing was replaced")
		}
	}
	_, err := manifest.ReadPlacement(t.Context(), text)
	var mistake *document.Error
	if !errors.As(err, &mistake) {
		t.Fatalf("%#v is not an error with a position", err)
	}
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
