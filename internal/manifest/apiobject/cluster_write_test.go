// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiobject_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// TestWriteClusters writes every field of each kind.
func TestWriteClusters(t *testing.T) {
	added := time.Date(2026, 8, 1, 0, 0, 0, 0, time.UTC)
	cpu := placement.Resources{placement.NewResource("cpu", resource.MustParse("3500m")),
		placement.NewResource("memory", resource.MustParse("16Gi"))}
	for dialect, tt := range map[string]struct {
		clusters []placement.Cluster
		want     string
	}{
		"ocm": {
			[]placement.Cluster{
				{
					Name: "a", Labels: map[string]string{"env": "prod"}, Annotations: map[string]string{"note": "1"},
					Claims: map[string]string{"platform": "aws", "id": "7"}, Allocatable: cpu, Capacity: cpu[:1], KubernetesVersion: "v1.33.1",
					Taints: []placement.Taint{
						{Key: "gpu", Value: "true", Effect: placement.NoSelect, TimeAdded: added}, {Key: "soft", Effect: placement.PreferNoSelect},
					},
					Object: json.RawMessage(`{"kind":"Other"}`),
				},
				{Name: "b"},
			},
			`apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata:
  name: a
  labels:
    env: prod
  annotations:
    note: "1"
spec:
  taints:
  - key: gpu
    value: "true"
    effect: NoSelect
    timeAdded: "2026-08-01T00:00:00Z"
  - key: soft
    effect: PreferNoSelect
status:
  clusterClaims:
  - name: id
    value: "7"
  - name: platform
    value: aws
  allocatable:
    cpu: 3500m
    memory: 16Gi
  capacity:
    cpu: 3500m
  version:
    kubernetes: v1.33.1
---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata:
  name: b
`,
		},
		"kubefleet": {
			[]placement.Cluster{
				{
					Name: "a", Labels: map[string]string{"env": "prod"}, Annotations: map[string]string{"note": "1"},
					Taints:     []placement.Taint{{Key: "gpu", Effect: placement.NoSchedule}},
					Properties: map[string]string{"cost": "0.35"}, KubernetesVersion: "v1.33.1",
					Allocatable: cpu, Capacity: cpu, Available: cpu[:1],
					NamespacesCollected: true, Namespaces: []string{"z", "team-a"},
					Agent: &placement.MemberAgent{
						Online: true, LastHeartbeat: added, Joined: placement.AgentCondition{Status: "True"},
						Healthy: placement.AgentCondition{Status: "False", LastTransition: added},
					},
				},
				{Name: "b", Namespaces: []string{}, Agent: &placement.MemberAgent{}},
				{Name: "c"},
			},
			`apiVersion: cluster.kubernetes-fleet.io/v1beta1
kind: MemberCluster
metadata:
  name: a
  labels:
    env: prod
  annotations:
    note: "1"
spec:
  taints:
  - key: gpu
    effect: NoSchedule
status:
  conditions:
  - type: NamespaceCollectionSucceeded
    status: "True"
  properties:
    cost:
      value: "0.35"
    k8s.io/k8s-version:
      value: v1.33.1
  resourceUsage:
    capacity:
      cpu: 3500m
      memory: 16Gi
    allocatable:
      cpu: 3500m
      memory: 16Gi
    available:
      cpu: 3500m
  agentStatus:
  - type: MemberAgent
    conditions:
    - type: Joined
      status: "True"
    - type: Healthy
      status: "False"
      lastTransitionTime: "2026-08-01T00:00:00Z"
    lastReceivedHeartbeat: "2026-08-01T00:00:00Z"
  namespaces:
    team-a: ""
    z: ""
---
apiVersion: cluster.kubernetes-fleet.io/v1beta1
kind: MemberCluster
metadata:
  name: b
status:
  namespaces: {}
---
apiVersion: cluster.kubernetes-fleet.io/v1beta1
kind: MemberCluster
metadata:
  name: c
status:
  agentStatus:
  - type: MemberAgent
    conditions:
    - type: Joined
      status: "True"
    - type: Healthy
      status: "True"
    lastReceivedHeartbeat: "9999-12-31T23:59:59Z"
`,
		},
	} {
		t.Run(dialect, func(t *testing.T) {
			got, err := apiobject.WriteClusters(tt.clusters, dialect)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestWriteClustersWithoutAgent: a cluster without an agent is eligible at any time.
func TestWriteClustersWithoutAgent(t *testing.T) {
	text, err := apiobject.WriteClusters([]placement.Cluster{{Name: "a"}}, "kubefleet")
	if err != nil {
		t.Fatal(err)
	}
	fleet, err := inventory.ReadFleet(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	for _, now := range []time.Time{{}, time.Date(2026, 8, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 0, 5, 0, 0, time.UTC)} {
		fleet.Now = now
		result, err := kubefleet.Schedule(t.Context(), kubefleet.Placement{Name: "web",
			Spec: kubefleet.Spec{PlacementType: kubefleet.PickAll}}, fleet.Inventory)
		if err != nil || len(result.Decisions) != 1 {
			t.Errorf("at %v: %v %+v", now, err, result.Rejected)
		}
	}
}

// TestWriteClustersMistakes: a field that a kind does not have is an error.
func TestWriteClustersMistakes(t *testing.T) {
	const ocmDialect = "ocm"
	some := placement.Resources{placement.NewResource("cpu", resource.MustParse("1"))}
	for name, tt := range map[string]struct {
		dialect string
		cluster placement.Cluster
		want    string
	}{
		"another dialect": {
			"hybrid", placement.Cluster{Name: "a"}, `scheduler: Unsupported value: "hybrid": must be one of "kubefleet", "ocm"`,
		},
		"the other kind": {
			ocmDialect, placement.Cluster{Name: "a", Kind: placement.MemberCluster},
			`cluster "a", kind: Invalid value: "MemberCluster": cannot be encoded as a ManagedCluster`,
		},
		"kubefleet, the other kind": {
			"kubefleet", placement.Cluster{Name: "a", Kind: placement.ManagedCluster},
			`cluster "a", kind: Invalid value: "ManagedCluster": cannot be encoded as a MemberCluster`,
		},
		"no name": {ocmDialect, placement.Cluster{}, `cluster "", name: Required value: the object must have a name`},
		"deleted": {
			ocmDialect, placement.Cluster{Name: "a", Deleting: true},
			`cluster "a", deleting: Invalid value: true: a deletion timestamp is not known, so a cluster that is being deleted cannot be encoded`,
		},
		"available": {
			ocmDialect, placement.Cluster{Name: "a", Available: some},
			`cluster "a", available: Forbidden: a ManagedCluster has no such field`,
		},
		"properties": {
			ocmDialect, placement.Cluster{Name: "a", Properties: map[string]string{"a": "1"}},
			`cluster "a", properties: Forbidden: a ManagedCluster has no such field`,
		},
		"agent": {
			ocmDialect, placement.Cluster{Name: "a", Agent: &placement.MemberAgent{}},
			`cluster "a", agent: Forbidden: a ManagedCluster has no such field`,
		},
		"namespaces collected": {
			ocmDialect, placement.Cluster{Name: "a", NamespacesCollected: true},
			`cluster "a", namespacesCollected: Forbidden: a ManagedCluster has no such field`,
		},
		"namespaces": {
			ocmDialect, placement.Cluster{Name: "a", Namespaces: []string{}},
			`cluster "a", namespaces: Forbidden: a ManagedCluster has no such field`,
		},
		"a claim without a value": {
			ocmDialect, placement.Cluster{Name: "a", Claims: map[string]string{"platform": ""}},
			`cluster "a", claims[platform]: Required value: a claim needs a value`,
		},
		"an effect of the other dialect": {
			ocmDialect, placement.Cluster{Name: "a", Taints: []placement.Taint{{Key: "gpu", Effect: placement.NoSchedule}}},
			`cluster "a", taints[0].effect: Unsupported value: "NoSchedule": must be one of "NoSelect", "PreferNoSelect", "NoSelectIfNew"`,
		},
		"a merge": {
			ocmDialect, placement.Cluster{Name: "a", Annotations: map[string]string{"<<": "a"}},
			`cluster "a": contains a key or number that YAML cannot represent`,
		},
		"kubefleet, deleted": {
			"kubefleet", placement.Cluster{Name: "a", Deleting: true},
			`cluster "a", deleting: Invalid value: true: a deletion timestamp is not known, so a cluster that is being deleted cannot be encoded`,
		},
		"kubefleet, claims": {
			"kubefleet", placement.Cluster{Name: "a", Claims: map[string]string{"platform": "aws"}},
			`cluster "a", claims: Forbidden: a MemberCluster has no such field`,
		},
		"kubefleet, the time of a taint": {
			"kubefleet", placement.Cluster{Name: "a", Taints: []placement.Taint{{Key: "gpu", Effect: placement.NoSchedule,
				TimeAdded: time.Unix(1, 0)}}},
			`cluster "a", taints[0].timeAdded: Forbidden: a MemberCluster has no such field`,
		},
		"kubefleet, two versions": {
			"kubefleet", placement.Cluster{Name: "a", KubernetesVersion: "v1", Properties: map[string]string{"k8s.io/k8s-version": "v2"}},
			`cluster "a", kubernetesVersion: Invalid value: "v1": differs from the property k8s.io/k8s-version, which is v2`,
		},
		"kubefleet, a transition to nothing": {
			"kubefleet", placement.Cluster{Name: "a", Agent: &placement.MemberAgent{
				Online: true, Healthy: placement.AgentCondition{LastTransition: time.Unix(1, 0)},
			}},
			`cluster "a", agent.healthy.status: Required value: must be set because last_transition is set`,
		},
		"kubefleet, an agent that has never reported, with a heartbeat": {
			"kubefleet", placement.Cluster{Name: "a", Agent: &placement.MemberAgent{LastHeartbeat: time.Unix(1, 0)}},
			`cluster "a", agent.online: Invalid value: false: must be true if a condition or a heartbeat is set`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := apiobject.WriteClusters([]placement.Cluster{tt.cluster}, tt.dialect)
			if err == nil {
				t.Fatalf("written:\n%s", text)
			}
			if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
	_, err := apiobject.WriteClusters([]placement.Cluster{{Name: "a"}, {Name: "a"}}, "ocm")
	var mistake *field.Error
	if !errors.As(err, &mistake) || mistake.Type != field.ErrorTypeDuplicate {
		t.Errorf("two clusters of one name: %v", err)
	}
}
