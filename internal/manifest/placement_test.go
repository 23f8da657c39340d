// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	rolloutocm "github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

// placementTexts are placements with every field.
var placementTexts = map[string]string{
	"ocm": `apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: { name: web, namespace: team-a, labels: { a: b }, resourceVersion: "7" }
spec:
  clusterSets: [prod]
  numberOfClusters: 0
  predicates:
    - requiredClusterSelector:
        labelSelector: { matchLabels: { env: prod }, matchExpressions: [{ key: a, operator: In, values: [b] }] }
        claimSelector: { matchExpressions: [{ key: platform, operator: Exists }] }
        celSelector: { celExpressions: ["true"] }
    - requiredClusterSelector: { labelSelector: {} }
    - {}
  prioritizerPolicy:
    mode: Exact
    configurations:
      - { scoreCoordinate: { builtIn: Steady }, weight: 0 }
      - { scoreCoordinate: { type: AddOn, addOn: { resourceName: usage, scoreName: cpu } } }
      - { name: Balance }
  tolerations: [{ key: gpu, operator: Equal, value: "true", effect: NoSelect, tolerationSeconds: 300 }]
  decisionStrategy:
    groupStrategy:
      clustersPerDecisionGroup: 25%
      decisionGroups: [{ groupName: canary, groupClusterSelector: { labelSelector: { matchLabels: { canary: "true" } } } }]
  spreadPolicy: { spreadConstraints: [{ topologyKey: zone, topologyKeyType: Label, maxSkew: 2, whenUnsatisfiable: DoNotSchedule }] }
  sortBy: Score
  scoreRateLimit: 1m
status: { numberOfSelectedClusters: 1 }
`,
	"kubefleet": `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: web }
spec:
  resourceSelectors:
    - { group: "", kind: Namespace, name: web, version: v1, selectionScope: NamespaceOnly }
    - { group: rbac.authorization.k8s.io, kind: ClusterRole, version: v1, labelSelector: {} }
    - { group: example.com, kind: Setting, version: v1alpha1, name: null }
  strategy: { type: RollingUpdate }
  revisionHistoryLimit: 3
  statusReportingScope: NamespaceAccessible
  policy:
    placementType: PickN
    numberOfClusters: 2
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - labelSelector: {}
              propertySelector: { matchExpressions: [{ name: cost, operator: Lt, values: ["1"] }] }
        preferredDuringSchedulingIgnoredDuringExecution:
          - { weight: 5, preference: { metricSorter: { name: cost, sortOrder: Ascending } } }
    topologySpreadConstraints: [{ topologyKey: zone, maxSkew: 1, whenUnsatisfiable: ScheduleAnyway }]
    tolerations: [{ key: gpu, operator: Exists, effect: NoSchedule }]
`,
	"kubefleet in a namespace": `apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata: { name: web, namespace: team-a }
spec: { policy: { placementType: PickFixed, clusterNames: [a, b] } }
`,
	"hybrid": `apiVersion: core.hybridapp.io/v1alpha1
kind: PlacementRule
metadata: { name: web, namespace: team-a }
spec:
  deployerType: kubernetes
  replicas: 1
  targets: [{ kind: Cluster, apiVersion: v1, name: cluster1, namespace: ns, uid: "1" }]
  targetLabels: { matchLabels: { env: prod } }
  decisionWeight: 10
  advisors:
    - { name: grc, type: predicate, rules: { policies: [{ name: p }] } }
    - { name: rhacm, type: priority, weight: 60, rules: { resourceHint: { type: cpu } } }
    - { name: cost, rules: [1, null, {}] }
status: { decisions: [{ kind: Cluster, name: cluster1 }, { name: vm, namespace: ops }] }
`,
}

func ptr[T any](value T) *T { return &value }

// placements are the placements in placementTexts.
var placements = map[string]manifest.Placement{
	"ocm": {
		Name: "web", Namespace: "team-a",
		OCM: &ocm.Spec{
			ClusterSets:      []string{"prod"},
			NumberOfClusters: ptr(int32(0)),
			Predicates: []ocm.Predicate{
				{RequiredClusterSelector: ocm.ClusterSelector{
					LabelSelector: &metav1.LabelSelector{
						MatchLabels:      map[string]string{"env": "prod"},
						MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "a", Operator: "In", Values: []string{"b"}}},
					},
					ClaimSelector: &placement.ClaimSelector{
						MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "platform", Operator: "Exists"}},
					},
					CELSelector: &ocm.CELSelector{CELExpressions: []string{"true"}},
				}},
				{RequiredClusterSelector: ocm.ClusterSelector{LabelSelector: &metav1.LabelSelector{}}},
				{},
			},
			PrioritizerPolicy: ocm.PrioritizerPolicy{Mode: "Exact", Configurations: []ocm.PrioritizerConfiguration{
				{ScoreCoordinate: &ocm.ScoreCoordinate{BuiltIn: "Steady"}, Weight: ptr(int32(0))},
				{ScoreCoordinate: &ocm.ScoreCoordinate{Type: "AddOn", AddOn: &ocm.AddOnScore{ResourceName: "usage", ScoreName: "cpu"}}},
				{ScoreCoordinate: &ocm.ScoreCoordinate{BuiltIn: "Balance"}},
			}},
			Tolerations: []match.Toleration{{
				Key: "gpu", Operator: "Equal", Value: "true", Effect: placement.NoSelect, TolerationSeconds: ptr(int64(300)),
			}},
			Unused: ocm.Unused{
				SpreadPolicy: &ocm.SpreadPolicy{SpreadConstraints: []ocm.SpreadConstraint{
					{TopologyKey: "zone", TopologyKeyType: "Label", MaxSkew: ptr(int32(2)), WhenUnsatisfiable: "DoNotSchedule"},
				}},
				SortBy: "Score", ScoreRateLimit: "1m",
			},
		},
		DecisionStrategy: placement.DecisionStrategy{GroupStrategy: &placement.GroupStrategy{
			ClustersPerDecisionGroup: ptr(intstr.FromString("25%")),
			DecisionGroups: []placement.DecisionGroup{{
				GroupName: "canary", GroupClusterSelector: placement.GroupSelector{
					LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"canary": "true"}},
				},
			}},
		}},
	},
	"kubefleet": {
		Name: "web",
		KubeFleet: &kubefleet.Spec{
			PlacementType:    kubefleet.PickN,
			NumberOfClusters: ptr(int32(2)),
			Affinity: &kubefleet.Affinity{ClusterAffinity: &kubefleet.ClusterAffinity{
				Required: &kubefleet.ClusterSelector{ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{{
					LabelSelector: &metav1.LabelSelector{},
					PropertySelector: &kubefleet.PropertySelector{MatchExpressions: []kubefleet.PropertySelectorRequirement{
						{Name: "cost", Operator: "Lt", Values: []string{"1"}},
					}},
				}}},
				Preferred: []kubefleet.PreferredClusterSelector{{
					Weight:     5,
					Preference: kubefleet.ClusterSelectorTerm{PropertySorter: &kubefleet.PropertySorter{Name: "cost", SortOrder: "Ascending"}},
				}},
			}},
			TopologySpreadConstraints: []kubefleet.TopologySpreadConstraint{
				{TopologyKey: "zone", MaxSkew: ptr(int32(1)), WhenUnsatisfiable: "ScheduleAnyway"},
			},
			Tolerations: []kubefleet.Toleration{{Key: "gpu", Operator: "Exists", Effect: placement.NoSchedule}},
		},
		ObjectSpec: kubefleet.ObjectSpec{
			ResourceSelectors: []kubefleet.ResourceSelector{
				{Version: "v1", Kind: "Namespace", Name: "web", SelectionScope: kubefleet.NamespaceOnly},
				{Group: "rbac.authorization.k8s.io", Version: "v1", Kind: "ClusterRole", LabelSelector: &metav1.LabelSelector{}},
				{Group: "example.com", Version: "v1alpha1", Kind: "Setting"},
			},
			RevisionHistoryLimit: ptr(int32(3)), StatusReportingScope: kubefleet.NamespaceAccessible,
		},
		Strategy: &rollout.Strategy{OCMStrategy: rolloutocm.Strategy{Type: rollout.TypeRollingUpdate}},
	},
	"kubefleet in a namespace": {
		Name: "web", Namespace: "team-a",
		KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickFixed, ClusterNames: []string{"a", "b"}},
	},
	"hybrid": {
		Name: "web", Namespace: "team-a",
		Hybrid: &hybrid.Spec{
			DeployerType:   hybrid.DeployerTypes{"kubernetes"},
			Replicas:       ptr(int32(1)),
			DecisionWeight: ptr(int32(10)),
			Targets:        []hybrid.TargetReference{{Kind: "Cluster", Name: "cluster1", Namespace: "ns"}},
			TargetLabels:   &metav1.LabelSelector{MatchLabels: map[string]string{"env": "prod"}},
			Advisors: []hybrid.Advisor{
				{Name: "grc", Type: "predicate", Rules: json.RawMessage(`{"policies":[{"name":"p"}]}`)},
				{Name: "rhacm", Type: "priority", Weight: ptr(int32(60)), Rules: json.RawMessage(`{"resourceHint":{"type":"cpu"}}`)},
				{Name: "cost", Rules: json.RawMessage(`[1,null,{}]`)},
			},
		}, Decided: []string{"cluster1", "ops/vm"},
	},
}

// anotherVersion replaces the version of a placement, if its kind has another one.
var anotherVersion = strings.NewReplacer(
	"management.io/v1beta1", "management.io/v1alpha1", "fleet.io/v1beta1", "fleet.io/v1", "fleet.io/v1\n", "fleet.io/v1beta1\n",
)

// TestReadPlacement reads every field of every kind, from a document and from a List.
func TestReadPlacement(t *testing.T) {
	for name, text := range placementTexts {
		t.Run(name, func(t *testing.T) {
			for form, text := range map[string]string{
				"document": text, "list": "apiVersion: v1\nkind: List\nitems:\n" + "- " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n  ") + "\n",
				"another version": anotherVersion.Replace(text),
			} {
				got, err := manifest.ReadPlacement(t.Context(), text)
				if err != nil {
					t.Fatalf("%s: %v", form, err)
				}
				if diff := cmp.Diff(placements[name], got); diff != "" {
					t.Errorf("%s: -want +got:\n%s", form, diff)
				}
			}
		})
	}
}

// TestReadPlacementUnscheduled reads placements that are not scheduled, and one without a policy.
func TestReadPlacementUnscheduled(t *testing.T) {
	const ocmText = "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n"
	const fleetText = "apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\n"
	const disabled = "the annotation cluster.open-cluster-management.io/experimental-scheduling-disable disables it"
	for name, tt := range map[string]struct {
		text string
		want manifest.Placement
	}{
		"ocm, deleted": {
			ocmText + "metadata: { name: web, deletionTimestamp: '2026-08-20T11:00:00Z' }",
			manifest.Placement{Name: "web", OCM: &ocm.Spec{}, Unscheduled: "it is being deleted"},
		},
		"ocm, disabled": {
			ocmText + "metadata: { name: web, annotations: { " +
				"cluster.open-cluster-management.io/experimental-scheduling-disable: 'true' } }",
			manifest.Placement{Name: "web", OCM: &ocm.Spec{}, Unscheduled: disabled},
		},
		"kubefleet, no policy": {
			fleetText + "metadata: { name: web }",
			manifest.Placement{Name: "web", KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickAll}},
		},
		"kubefleet, deleted": {
			fleetText + "metadata: { name: web, deletionTimestamp: '2026-08-20T11:00:00Z' }",
			manifest.Placement{
				Name: "web", KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickAll}, Unscheduled: "it is being deleted",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := manifest.ReadPlacement(t.Context(), tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
