// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// groups is a decision strategy.
var groups = placement.DecisionStrategy{GroupStrategy: &placement.GroupStrategy{}}

// TestWritePlacement: fields that are not set are omitted, and an empty selector is written.
func TestWritePlacement(t *testing.T) {
	for name, tt := range map[string]struct {
		placement manifest.Placement
		want      string
	}{
		"ocm": {
			manifest.Placement{
				Name: "web", Namespace: "1", DecisionStrategy: groups,
				OCM: &ocm.Spec{Predicates: []ocm.Predicate{
					{RequiredClusterSelector: ocm.ClusterSelector{LabelSelector: &metav1.LabelSelector{}}},
					{RequiredClusterSelector: ocm.ClusterSelector{ClaimSelector: &placement.ClaimSelector{}}},
					{RequiredClusterSelector: ocm.ClusterSelector{}},
				}},
			},
			`apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata:
  name: web
  namespace: "1"
spec:
  predicates:
  - requiredClusterSelector:
      labelSelector: {}
  - requiredClusterSelector:
      claimSelector: {}
  - requiredClusterSelector: {}
  decisionStrategy:
    groupStrategy: {}
`,
		},
		"ocm, disabled": {
			manifest.Placement{
				Name: "web", OCM: &ocm.Spec{},
				Unscheduled: "the annotation cluster.open-cluster-management.io/experimental-scheduling-disable disables it",
			},
			`apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata:
  name: web
  annotations:
    cluster.open-cluster-management.io/experimental-scheduling-disable: "true"
spec: {}
`,
		},
		"kubefleet": {
			manifest.Placement{Name: "web", KubeFleet: &kubefleet.Spec{Affinity: &kubefleet.Affinity{
				ClusterAffinity: &kubefleet.ClusterAffinity{Required: &kubefleet.ClusterSelector{}},
			}}},
			`apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: web
spec:
  policy:
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms: []
`,
		},
		"kubefleet in a namespace": {
			manifest.Placement{Name: "web", Namespace: "a", KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickAll}},
			`apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata:
  name: web
  namespace: a
spec:
  policy:
    placementType: PickAll
`,
		},
		"kubefleet with resources": {
			manifest.Placement{Name: "web", KubeFleet: &kubefleet.Spec{}, ObjectSpec: kubefleet.ObjectSpec{
				ResourceSelectors: []kubefleet.ResourceSelector{
					{Version: "v1", Kind: "Namespace", Name: "a"}, {Group: "b", Version: "v1", Kind: "C",
						LabelSelector: &metav1.LabelSelector{}},
				},
				RevisionHistoryLimit: ptr(int32(0)), StatusReportingScope: "ClusterScopeOnly",
			}},
			`apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: web
spec:
  policy: {}
  resourceSelectors:
  - group: ""
    version: v1
    kind: Namespace
    name: a
  - group: b
    version: v1
    kind: C
    labelSelector: {}
  revisionHistoryLimit: 0
  statusReportingScope: ClusterScopeOnly
`,
		},
		"hybrid": {
			manifest.Placement{Name: "web", Namespace: "a", Hybrid: &hybrid.Spec{
				TargetLabels: &metav1.LabelSelector{},
				Advisors: []hybrid.Advisor{
					{Name: "veto", Rules: json.RawMessage(` {"on": {}, "12": [1.50, "yes"]} `)}, {Name: "cost", Rules: json.RawMessage("{}")},
				},
			}},
			`apiVersion: core.hybridapp.io/v1alpha1
kind: PlacementRule
metadata:
  name: web
  namespace: a
spec:
  targetLabels: {}
  advisors:
  - name: veto
    rules:
      "12":
      - 1.5
      - "yes"
      "on": {}
  - name: cost
    rules: {}
`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := manifest.WritePlacement(tt.placement)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestWritePlacementMistakes: a field that an object does not have is an error.
func TestWritePlacementMistakes(t *testing.T) {
	advisor := func(a hybrid.Advisor) manifest.Placement {
		return manifest.Placement{Name: "web", Hybrid: &hybrid.Spec{Advisors: []hybrid.Advisor{{Name: "a"}, a}}}
	}
	for name, tt := range map[string]struct {
		placement manifest.Placement
		want      string
	}{
		"no dialect": {
			manifest.Placement{Name: "web"}, `placement "web" must have exactly one scheduler`,
		},
		"two dialects": {
			manifest.Placement{Name: "web", OCM: &ocm.Spec{}, Hybrid: &hybrid.Spec{}},
			`placement "web" must have exactly one scheduler`,
		},
		"no name": {
			manifest.Placement{OCM: &ocm.Spec{}}, "Placement/, name: Required value: the object must have a name",
		},
		"ocm, deleted": {
			manifest.Placement{Name: "web", OCM: &ocm.Spec{}, Unscheduled: "it is being deleted"},
			`Placement/web, unscheduled: Invalid value: "it is being deleted": a manifest cannot express this`,
		},
		"kubefleet, deleted": {
			manifest.Placement{Name: "web", KubeFleet: &kubefleet.Spec{}, Unscheduled: "it is being deleted"},
			`ClusterResourcePlacement/web, unscheduled: Invalid value: "it is being deleted": a manifest cannot express this`,
		},
		"kubefleet, groups": {
			manifest.Placement{Name: "web", KubeFleet: &kubefleet.Spec{}, DecisionStrategy: groups},
			"ClusterResourcePlacement/web, decisionStrategy: Forbidden: a ClusterResourcePlacement has no such field",
		},
		"ocm, selectors": {
			manifest.Placement{
				Name: "web", OCM: &ocm.Spec{}, ObjectSpec: kubefleet.ObjectSpec{ResourceSelectors: []kubefleet.ResourceSelector{}},
			},
			"Placement/web, resourceSelectors: Forbidden: it belongs to kubefleet: a Placement has no such field",
		},
		"hybrid, a limit": {
			manifest.Placement{Name: "web", Hybrid: &hybrid.Spec{}, ObjectSpec: kubefleet.ObjectSpec{RevisionHistoryLimit: ptr(int32(1))}},
			"PlacementRule/web, revisionHistoryLimit: Forbidden: it belongs to kubefleet: a PlacementRule has no such field",
		},
		"hybrid, groups": {
			manifest.Placement{Name: "web", Hybrid: &hybrid.Spec{}, DecisionStrategy: groups},
			"PlacementRule/web, decisionStrategy: Forbidden: a PlacementRule has no such field",
		},
		"hybrid, on failure": {
			advisor(hybrid.Advisor{OnFailure: hybrid.Fail}),
			"PlacementRule/web, advisors[1].onFailure: Forbidden: a PlacementRule has no such field",
		},
		"hybrid, fail open": {
			advisor(hybrid.Advisor{FailOpen: true}),
			"PlacementRule/web, advisors[1].failOpen: Forbidden: a PlacementRule has no such field",
		},
		"hybrid, static": {
			advisor(hybrid.Advisor{Recommendations: []hybrid.StaticRecommendation{}}),
			"PlacementRule/web, advisors[1].recommendations: Forbidden: a PlacementRule has no such field",
		},
		"hybrid, rules that are not JSON": {
			advisor(hybrid.Advisor{Rules: json.RawMessage("{a: b}")}),
			`PlacementRule/web, advisors[1].rules: Invalid value: "{a: b}": invalid JSON: ` +
				`jsontext: invalid character 'a' at start of string (expecting '"') after offset 1`,
		},
		"hybrid, a huge number": {
			advisor(hybrid.Advisor{Rules: json.RawMessage("1e400")}),
			`PlacementRule/web, advisors[1].rules: Invalid value: "1e400": contains a key or number that YAML cannot represent`,
		},
		"hybrid, a merge": {
			advisor(hybrid.Advisor{Rules: json.RawMessage(`{"<<":1}`)}),
			`PlacementRule/web, advisors[1].rules: Invalid value: "{\"<<\":1}": contains a key or number that YAML cannot represent`,
		},
		"a selector with a merge": {
			manifest.Placement{
				Name: "web", Hybrid: &hybrid.Spec{TargetLabels: &metav1.LabelSelector{MatchLabels: map[string]string{"<<": "a"}}},
			},
			"PlacementRule/web: contains a key or number that YAML cannot represent",
		},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := manifest.WritePlacement(tt.placement)
			if err == nil {
				t.Fatalf("written:\n%s", text)
			}
			if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
