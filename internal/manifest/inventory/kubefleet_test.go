// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package inventory_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

const memberCluster = `
apiVersion: cluster.kubernetes-fleet.io/v1beta1
kind: MemberCluster
metadata:
  name: east-1
  labels: {env: prod}
  annotations: {owner: me}
  deletionTimestamp: "2026-08-20T11:00:00Z"
spec:
  identity: {kind: User, name: east-1}
  taints:
  - {key: gpu, value: a100, effect: NoSchedule}
status:
  conditions:
  - {type: NamespaceCollectionSucceeded, status: "False", lastTransitionTime: "2026-08-20T10:00:00Z"}
  properties:
    kubernetes-fleet.io/node-count: {value: "12", observationTime: "2026-08-20T11:59:00Z"}
    k8s.io/k8s-version: {value: v1.33.1, observationTime: "2026-08-20T11:59:00Z"}
  resourceUsage:
    capacity: {cpu: 4}
    allocatable: {cpu: 3800m}
    available: {cpu: "1.5"}
  namespaces: {team-b: work-2, team-a: work-1}
  agentStatus:
  - type: ServiceExportImportAgent
    lastReceivedHeartbeat: "2026-08-20T01:00:00Z"
  - type: MemberAgent
    lastReceivedHeartbeat: "2026-08-20T11:59:30Z"
    conditions:
    - {type: Joined, status: "True", lastTransitionTime: "2026-08-01T00:00:00Z"}
    - {type: Healthy, status: "Unknown", lastTransitionTime: "2026-08-20T11:00:00Z"}
  - type: MemberAgent
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata: {name: silent}
`

func TestReadMemberCluster(t *testing.T) {
	fleet, err := inventory.ReadFleet(t.Context(), memberCluster)
	if err != nil {
		t.Fatal(err)
	}
	at := func(day, hour, minute, second int) time.Time {
		return time.Date(2026, 8, day, hour, minute, second, 0, time.UTC)
	}
	amounts := func(text string) (r placement.Resources) {
		var quantities map[string]any
		if err := json.Unmarshal([]byte(text), &quantities); err != nil {
			t.Fatal(err)
		}
		for _, name := range slices.Sorted(maps.Keys(quantities)) {
			r = append(r, placement.NewResource(name, resource.MustParse(fmt.Sprint(quantities[name]))))
		}
		return r
	}
	want := []placement.Cluster{{
		Kind: placement.MemberCluster,
		Name: "east-1", Labels: map[string]string{"env": "prod"}, Annotations: map[string]string{"owner": "me"},
		Taints:            []placement.Taint{{Key: "gpu", Value: "a100", Effect: placement.NoSchedule}},
		KubernetesVersion: "v1.33.1", Deleting: true,
		Capacity: amounts(`{"cpu": 4}`), Allocatable: amounts(`{"cpu": "3800m"}`), Available: amounts(`{"cpu": "1.5"}`),
		Properties: map[string]string{"kubernetes-fleet.io/node-count": "12", "k8s.io/k8s-version": "v1.33.1"},
		Agent: &placement.MemberAgent{
			Online: true, LastHeartbeat: at(20, 11, 59, 30),
			Joined:  placement.AgentCondition{Status: "True", LastTransition: at(1, 0, 0, 0)},
			Healthy: placement.AgentCondition{Status: "Unknown", LastTransition: at(20, 11, 0, 0)},
		},
		NamespacesCollected: true, Namespaces: []string{"team-a", "team-b"},
	}, {
		Kind: placement.MemberCluster, Name: "silent", Agent: &placement.MemberAgent{},
	}}
	if diff := cmp.Diff(want, fleet.Clusters); diff != "" {
		t.Error(diff)
	}
}

// TestMemberClusterMistakes: what the CRD and the webhook reject is an error with its position.
func TestMemberClusterMistakes(t *testing.T) {
	for name, tt := range map[string]struct{ object, field, message string }{
		"a taint of another kind": {
			"{name: a}, spec: {taints: [{key: gpu, effect: NoExecute}]}", "spec.taints[0].effect", `"NoSchedule"`,
		},
		"a duplicate taint": {
			"{name: a}, spec: {taints: [{key: k, effect: NoSchedule}, {key: k, effect: NoSchedule}]}", "spec.taints[1]",
			"spec.taints[0] already has",
		},
		"a bad taint key":   {"{name: a}, spec: {taints: [{key: 'a b', effect: NoSchedule}]}", "spec.taints[0].key", "a b"},
		"a bad taint value": {"{name: a}, spec: {taints: [{key: a, value: 'b c', effect: NoSchedule}]}", "spec.taints[0].value", "b c"},
		"too many taints": {
			"{name: a}, spec: {taints: [" + strings.TrimSuffix(strings.Repeat("{key: k, effect: NoSchedule},", 101), ",") +
				"]}", "spec.taints", "at most 100",
		},
		"a long name":  {"{name: " + strings.Repeat("x", 64) + "}", "metadata.name", "63"},
		"no name":      {"{}", "metadata.name", "must have a name"},
		"a bad label":  {"{name: a, labels: {env: 'x y'}}", "metadata.labels[env]", "x y"},
		"a wrong type": {"{name: a}, spec: {taints: gpu}", "spec.taints", "found text; it must be a list"},
		"a bad quantity": {
			"{name: a}, status: {resourceUsage: {available: {cpu: much}}}", "status.resourceUsage.available.cpu", `found "much"`,
		},
		"a bad heartbeat": {
			"{name: a}, status: {agentStatus: [{lastReceivedHeartbeat: today}]}", "status.agentStatus[0].lastReceivedHeartbeat",
			`found "today"; it must be an RFC 3339 time`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := inventory.ReadFleet(t.Context(), "{apiVersion: cluster.kubernetes-fleet.io/v1beta1, kind: "+
				"MemberCluster, metadata: "+tt.object+"}")
			var got *document.Error
			if !errors.As(err, &got) || got.Field != tt.field || !strings.Contains(got.Message, tt.message) {
				t.Errorf("got %v, want %s: %s", err, tt.field, tt.message)
			}
		})
	}
}

func TestReadResourceBindings(t *testing.T) {
	fleet, err := inventory.ReadFleet(t.Context(), `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourceBinding
metadata:
  name: web-east-1-0a1b2c3d
  labels: {kubernetes-fleet.io/parent-CRP: web}
  annotations: {kubernetes-fleet.io/previous-binding-state: Bound}
  finalizers: [kubernetes-fleet.io/scheduler-crb-cleanup]
  deletionTimestamp: "2026-08-20T11:00:00Z"
spec:
  state: Unscheduled
  resourceSnapshotName: web-0-snapshot
  schedulingPolicySnapshotName: web-2
  targetCluster: east-1
  clusterDecision:
    clusterName: east-1
    selected: true
    clusterScore: {affinityScore: 20, priorityScore: -1}
    reason: picked
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceBinding
metadata: {name: api-east-1-0a1b2c3d, namespace: team-a, generation: 2}
spec: {state: Bound, targetCluster: east-1}
status:
  conditions:
    - {type: Applied, status: "False", reason: x, message: "", observedGeneration: 1, lastTransitionTime: "2026-08-20T11:00:00Z"}
    - {type: Available, status: "True", reason: x, message: "", observedGeneration: 2, lastTransitionTime: "2026-08-20T11:00:00Z"}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementDisruptionBudget
metadata: {name: web}
spec: {maxUnavailable: 25%}
`)
	if err != nil {
		t.Fatal(err)
	}
	want := []placement.ResourceBinding{{
		Name: "web-east-1-0a1b2c3d", Placement: "web", State: placement.BindingUnscheduled, TargetCluster: "east-1",
		PolicySnapshot: "web-2", ResourceSnapshot: "web-0-snapshot",
		ClusterDecision: placement.ClusterDecision{
			ClusterName: "east-1", Selected: true, Reason: "picked",
			ClusterScore: &placement.ClusterScore{AffinityScore: 20, TopologySpreadScore: -1},
		},
		Annotations: map[string]string{kubefleet.PreviousStateAnnotation: "Bound"},
		Finalizers:  []string{kubefleet.Finalizer}, Deleting: true,
	}, {
		Name: "api-east-1-0a1b2c3d", Namespace: "team-a", State: placement.BindingBound, TargetCluster: "east-1",
		Available: true,
	}}
	budgets := []kubefleet.DisruptionBudget{{Name: "web", DisruptionBudgetSpec: kubefleet.DisruptionBudgetSpec{MaxUnavailable: new(intstr.FromString("25%"))}}}
	if diff := cmp.Diff(want, fleet.ResourceBindings) + cmp.Diff(budgets, fleet.DisruptionBudgets); diff != "" {
		t.Error(diff)
	}
}

func TestReadKubeFleetPlacement(t *testing.T) {
	two := int32(2)
	sorted := func(name string) kubefleet.ClusterSelectorTerm {
		return kubefleet.ClusterSelectorTerm{PropertySorter: &kubefleet.PropertySorter{Name: name, SortOrder: "Ascending"}}
	}
	for name, tt := range map[string]struct {
		object string
		want   kubefleet.Placement
	}{
		"no policy": {
			"{metadata: {name: web}, spec: {}}", kubefleet.Placement{Name: "web", Spec: kubefleet.Spec{PlacementType: kubefleet.PickAll}},
		},
		"no spec": {
			"{metadata: {name: web}}", kubefleet.Placement{Name: "web", Spec: kubefleet.Spec{PlacementType: kubefleet.PickAll}},
		},
		"empty policy": {"{metadata: {name: web}, spec: {policy: {}}}", kubefleet.Placement{Name: "web"}},
		"in a namespace": {
			"{metadata: {name: web, namespace: team-a}, spec: {policy: {placementType: PickN, numberOfClusters: 2}}}",
			kubefleet.Placement{
				Name: "web", Namespace: "team-a", Spec: kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: &two},
			},
		},
		"being deleted": {
			"{metadata: {name: web, deletionTimestamp: '2026-08-20T11:00:00Z'}, spec: {policy: {placementType: PickAll}}}",
			kubefleet.Placement{Name: "web", Unscheduled: "it is being deleted", Spec: kubefleet.Spec{PlacementType: kubefleet.PickAll}},
		},
		"metricSorter, the older name": {
			`{metadata: {name: web}, spec: {policy: {placementType: PickN, affinity: {clusterAffinity: {
requiredDuringSchedulingIgnoredDuringExecution: {clusterSelectorTerms: [{metricSorter: {name: a, sortOrder: Ascending}}]},
preferredDuringSchedulingIgnoredDuringExecution: [
  {weight: 1, preference: {metricSorter: {name: b, sortOrder: Ascending}}},
  {weight: 2, preference: {metricSorter: {name: old, sortOrder: Ascending}, propertySorter: {name: c, sortOrder: Ascending}}}]}}}}}`,
			kubefleet.Placement{Name: "web", Spec: kubefleet.Spec{PlacementType: kubefleet.PickN,
				Affinity: &kubefleet.Affinity{ClusterAffinity: &kubefleet.ClusterAffinity{
					Required: &kubefleet.ClusterSelector{ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{sorted("a")}},
					Preferred: []kubefleet.PreferredClusterSelector{
						{Weight: 1, Preference: sorted("b")}, {Weight: 2, Preference: sorted("c")},
					},
				}}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			raw, err := yaml.YAMLToJSON([]byte(tt.object))
			if err != nil {
				t.Fatal(err)
			}
			got, err := apiobject.ReadKubeFleetPlacement(raw)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// FuzzReadKubeFleetPlacement: every placement that can be read can be validated and scheduled without a panic.
func FuzzReadKubeFleetPlacement(f *testing.F) {
	for _, seed := range []string{
		`{}`, `null`, `{"spec":{"policy":null}}`, `{"metadata":null,"spec":{"policy":{"placementType":"PickFixed","clusterNames":["a","a"]}}}`,
		`{"spec":{"policy":{"placementType":"PickN","numberOfClusters":2,"topologySpreadConstraints":[{"topologyKey":"zone","maxSkew":-1}],
"tolerations":[{"operator":"Exists"}],"affinity":{"clusterAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"clusterSelectorTerms":[
{"propertySelector":{"matchExpressions":[{"name":"resources.kubernetes-fleet.io/available-cpu","operator":"Ge","values":["1"]}]}}]},
"preferredDuringSchedulingIgnoredDuringExecution":[{"weight":5,"preference":{"metricSorter":{"name":"cost","sortOrder":"Ascending"}}}]}}}}}`,
		`{"spec":{"policy":{"affinity":{"clusterAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[null]}}}}}`,
		`{"spec":{"policy":{"affinity":{"clusterAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[{"preference":{}}]}}},"policy":{"affinity":null}}}`,
		`{"spec":{"policy":{"affinity":null},"policy":{"affinity":{"clusterAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[{"preference":{"metricSorter":{}}}]}}}}}`,
	} {
		f.Add([]byte(seed))
	}
	fleet, err := inventory.ReadFleet(f.Context(), memberCluster)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		req, err := apiobject.ReadKubeFleetPlacement(raw)
		if err != nil {
			return
		}
		req.Validate()
		req.ValidateUpdate(&req.Spec)
		req.SetDefaults()
		fleet.Now = time.Date(2026, 8, 20, 12, 0, 0, 0, time.UTC)
		result, err := kubefleet.Schedule(t.Context(), req, fleet.Inventory)
		if err == nil && len(result.Decisions)+len(result.NotPicked)+len(result.Rejected) != len(fleet.Clusters) {
			t.Errorf("a cluster is missing: %+v", result)
		}
	})
}

// TestMemberClusterV1: the schema of v1 has no status.namespaces, so only the condition shows that namespaces were lost.
func TestMemberClusterV1(t *testing.T) {
	const collected = "status: {conditions: [{type: NamespaceCollectionSucceeded, status: 'True'}]"
	for name, tt := range map[string]struct {
		text string
		lost bool
	}{
		"v1": {
			"apiVersion: cluster.kubernetes-fleet.io/v1\nkind: MemberCluster\nmetadata: {name: a}\n" + collected + "}", true,
		},
		"v1 without the condition": {"apiVersion: cluster.kubernetes-fleet.io/v1\nkind: MemberCluster\nmetadata: {name: a}", false},
		"v1 with namespaces": {
			"apiVersion: cluster.kubernetes-fleet.io/v1\nkind: MemberCluster\nmetadata: {name: a}\n" + collected +
				", namespaces: {team-a: work}}", false,
		},
		"v1beta1 without namespaces": {
			"apiVersion: cluster.kubernetes-fleet.io/v1beta1\nkind: MemberCluster\nmetadata: {name: a}\n" + collected + "}", false,
		},
		"an item of a list of v1": {
			"apiVersion: cluster.kubernetes-fleet.io/v1\nkind: MemberClusterList\nitems: [{metadata: {name: a}, " +
				collected + "}}]", true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			fleet, err := inventory.ReadFleet(t.Context(), tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if got := fleet.Clusters[0].NamespacesLost; got != tt.lost {
				t.Errorf("NamespacesLost is %v, want %v", got, tt.lost)
			}
		})
	}
}

// TestFleetWithPlacements: manifests may hold placements of KubeFleet. They are not skipped.
func TestFleetWithPlacements(t *testing.T) {
	fleet, err := inventory.ReadFleet(t.Context(), `
{apiVersion: placement.kubernetes-fleet.io/v1, kind: ClusterResourcePlacement, metadata: {name: web}, spec: {policy: {placementType: PickFixed, clusterNames: [a]}}}
---
{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ResourcePlacement, metadata: {name: web, namespace: team-a}}
`)
	if err != nil {
		t.Fatal(err)
	}
	want := []kubefleet.Placement{
		{Name: "web", Spec: kubefleet.Spec{PlacementType: kubefleet.PickFixed, ClusterNames: []string{"a"}}},
		{Name: "web", Namespace: "team-a", Spec: kubefleet.Spec{PlacementType: kubefleet.PickAll}},
	}
	if diff := cmp.Diff(want, fleet.KubeFleetPlacements); diff != "" {
		t.Error(diff)
	}
	if len(fleet.Skipped) > 0 {
		t.Errorf("skipped %v", fleet.Skipped)
	}
}
