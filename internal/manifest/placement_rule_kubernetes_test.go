// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// TestReadKubernetesRule reads the PlacementRules for Kubernetes resources alone, in the old and the new names of their fields.
func TestReadKubernetesRule(t *testing.T) {
	steady := ocm.PrioritizerConfiguration{ScoreCoordinate: &ocm.ScoreCoordinate{BuiltIn: ocm.Steady}}
	labels := ocm.ClusterSelector{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"env": "dev"}}}
	names := ocm.ClusterSelector{LabelSelector: &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{
		{Key: "name", Operator: metav1.LabelSelectorOpIn, Values: []string{"a", "b"}},
	}}}
	minus := int32(-1)
	for name, test := range map[string]struct {
		text        string
		number      *int32
		selector    ocm.ClusterSelector
		prioritizer ocm.PrioritizerConfiguration
	}{
		"rhacm": {
			"apps.open-cluster-management.io/v1 {clusterReplicas: 1, clusterSelector: {matchLabels: {env: dev}}}",
			ptr(int32(1)), labels, steady,
		},
		"mcm": {"mcm.ibm.com/v1alpha1 {clusterLabels: {matchLabels: {env: dev}}}", nil, labels, steady},
		"names": {
			"app.ibm.com/v1alpha1 {clusterNames: [a, b], clusterLabels: {matchLabels: {env: dev}}, schedulerName: mcm}",
			nil, names, steady,
		},
		"clusters":  {"app.ibm.com/v1alpha1 {clusters: [{name: a}, {name: b}]}", nil, names, steady},
		"every one": {"mcm.ibm.com/v1beta1 {}", nil, ocm.ClusterSelector{}, steady},
		"cpu": {"mcm.ibm.com/v1beta1 {resourceHint: {type: cpu}}", nil, ocm.ClusterSelector{}, ocm.PrioritizerConfiguration{
			ScoreCoordinate: &ocm.ScoreCoordinate{BuiltIn: ocm.ResourceAllocatableCPU},
		}},
		"least memory": {"mcm.ibm.com/v1beta1 {resourceHint: {type: memory, order: asc}}", nil, ocm.ClusterSelector{},
			ocm.PrioritizerConfiguration{
				ScoreCoordinate: &ocm.ScoreCoordinate{BuiltIn: ocm.ResourceAllocatableMemory}, Weight: &minus,
			}},
		"conditions": {"apps.open-cluster-management.io/v1 {clusterConditions: [{type: ManagedClusterConditionAvailable, " +
			"status: 'True'}]}", nil,
			ocm.ClusterSelector{CELSelector: &ocm.CELSelector{CELExpressions: []string{"managedCluster.status.conditions == null || " +
				"!managedCluster.status.conditions.exists(c, c.type == \"ManagedClusterConditionAvailable\" && c.status != \"True\")"}}},
			steady},
		"the condition of IBM": {"app.ibm.com/v1alpha1 {clusterConditions: [{type: OK}]}", nil,
			ocm.ClusterSelector{CELSelector: &ocm.CELSelector{CELExpressions: []string{"managedCluster.status.conditions == null || " +
				"!managedCluster.status.conditions.exists(c, c.type == \"ManagedClusterConditionAvailable\" && c.status != \"True\")"}}},
			steady},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := manifest.ReadPlacement(t.Context(), kubernetesRule(test.text))
			if err != nil {
				t.Fatal(err)
			}
			got.Untranslated = nil // TestReadTranslated
			want := manifest.Placement{Name: "web", OfRule: true, OCM: &ocm.Spec{
				NumberOfClusters: test.number, Tolerations: []match.Toleration{{Operator: match.OperatorExists}},
				PrioritizerPolicy: ocm.PrioritizerPolicy{
					Mode: ocm.ModeExact, Configurations: []ocm.PrioritizerConfiguration{test.prioritizer},
				},
			}}
			if test.selector != (ocm.ClusterSelector{}) {
				want.OCM.Predicates = []ocm.Predicate{{RequiredClusterSelector: test.selector}}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if errs := got.OCM.Validate(); len(errs) > 0 {
				t.Error(errs)
			}
		})
	}
}

// kubernetesRule is a rule in YAML, of a version and a spec.
func kubernetesRule(text string) string {
	version, spec, _ := strings.Cut(text, " ")
	return "{apiVersion: " + version + ", kind: PlacementRule, metadata: {name: web, namespace: default}, spec: " + spec +
		", status: {decisions: [{clusterName: a, clusterNamespace: a}]}}"
}

// TestReadKubernetesRuleMistakes refuses what a Placement cannot express, and says what to write.
func TestReadKubernetesRuleMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"mcm.ibm.com/v1alpha1 {policies: [{name: p}]}":                  `spec.policies: policies cannot be decoded. Remove them, and write a rule`,
		"mcm.ibm.com/v1alpha1 {resourceHint: {type: gpu}}":              `spec.resourceHint.type: found "gpu"`,
		"mcm.ibm.com/v1alpha1 {resourceHint: {type: cpu, order: up}}":   `spec.resourceHint.order: found "up"`,
		"mcm.ibm.com/v1alpha1 {clusterLabels: {}, clusterSelector: {}}": `spec.clusterLabels: is the former name of clusterSelector`,
		"mcm.ibm.com/v1alpha1 {clusterConditions: [{status: 'True'}]}":  `spec.clusterConditions[0].type: a condition must have a type`,
		"mcm.ibm.com/v1alpha1 {clusterReplica: 1}":                      `did you mean "clusterReplicas"?`,
		"mcm.ibm.com/v2 {}": `"mcm.ibm.com/v2"`,
	} {
		if _, err := manifest.ReadPlacement(t.Context(), kubernetesRule(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	got, err := manifest.ReadPlacement(t.Context(), kubernetesRule("mcm.ibm.com/v1alpha1 {schedulerName: mine}"))
	if err != nil || got.Unscheduled != `spec.schedulerName is "mine"` {
		t.Errorf("another scheduler: %q, %v", got.Unscheduled, err)
	}
}

// TestReadTranslated: a rule of which something cannot be translated is read to be translated, and not otherwise.
func TestReadTranslated(t *testing.T) {
	text := kubernetesRule("app.ibm.com/v1alpha1 {clusterReplicas: 2, clusterNames: [a], clusterSelector: {}, " +
		"clusterConditions: [{type: Joined, status: 'True'}, {type: OK}], resourceHint: {type: cpu}, policies: [{name: p}]}")
	p, err := manifest.ReadTranslated(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, u := range p.Untranslated {
		got = append(got, u.Path+": "+u.Change)
	}
	want := []string{
		"spec.clusterReplicas: changed in meaning", "spec.clusterSelector: changed in meaning",
		"spec.clusterConditions[1]: changed in meaning", "spec.resourceHint: changed in meaning", "spec.policies: not translated",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if _, err := manifest.ReadPlacement(t.Context(), text); err == nil || !strings.Contains(err.Error(), "spec.policies") {
		t.Errorf("%v", err)
	}
	if _, err := manifest.ReadStoredPlacement([]byte(`{"apiVersion": "mcm.ibm.com/v1alpha1", "kind": "PlacementRule", "spec": ` +
		`{"policies": [{"name": "p"}]}}`)); err == nil {
		t.Error("a stored rule loses its policies")
	}
}
