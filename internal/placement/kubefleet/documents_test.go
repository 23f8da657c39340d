// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// documented reads a placement of testdata/documents as a hub would store it.
func documented(t *testing.T, name string) kubefleet.Placement {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "documents", name+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := yaml.YAMLToJSONStrict(text)
	if err != nil {
		t.Fatal(err)
	}
	req, err := apiobject.ReadKubeFleetPlacement(raw)
	if err != nil {
		t.Fatal(err)
	}
	req.SetDefaults()
	if errs := req.Validate(); len(errs) > 0 {
		t.Fatal(errs)
	}
	return req
}

func azureFleet(t *testing.T) placement.Inventory {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "documents", "azure-fleet.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	fleet, err := inventory.ReadFleet(t.Context(), string(text))
	if err != nil {
		t.Fatal(err)
	}
	fleet.Now = now
	return fleet.Inventory
}

// scores are the decisions as "name affinity".
func scores(result placement.Result) []string {
	var list []string
	for _, d := range result.Decisions {
		list = append(list, fmt.Sprint(d.Cluster, " ", d.Score))
	}
	return list
}

// TestAzureDocument has every example and both tables of the property-based scheduling document. Where it shows a
// fraction of the weight, the scheduler rounds to a whole number.
func TestAzureDocument(t *testing.T) {
	for name, tt := range map[string]struct {
		file   string
		weight int32
		want   []string
		status string
	}{
		"five nodes at least":             {"azure-five-nodes", 0, []string{"bravelion 0", "jumpingcat 0"}, "True"},
		"five nodes at least in the east": {"azure-five-nodes-east", 0, []string{"bravelion 0"}, "True"},
		// The highest node count gets 20 and the lowest 0; 5 of 4 to 12 is 2.5, which rounds to 3. Without the property: 0.
		"most nodes": {"azure-most-nodes", 0, []string{"bravelion 20", "jumpingcat 3", "smartfish 0", "bareowl 0"}, "False"},
		// smartfish is not in prod, and jumpingcat has the least CPU of the fleet.
		"most cpu of prod": {
			"azure-most-cpu-of-prod", 0, []string{"bravelion 20", "smartfish 0", "jumpingcat 0", "bareowl 0"}, "False",
		},
		"table of available cpu": {
			"azure-available-cpu", 0, []string{"bravelion 100", "smartfish 11", "jumpingcat 0"}, "True",
		},
		"table of available cpu, a fifth": {
			"azure-available-cpu", 20, []string{"bravelion 20", "smartfish 2", "jumpingcat 0"}, "True",
		},
		"table of the cost of a core": {
			"azure-core-cost", 0, []string{"jumpingcat 100", "smartfish 89", "bravelion 0"}, "True",
		},
		"table of the cost of a core, a fifth": {
			"azure-core-cost", 20, []string{"jumpingcat 20", "smartfish 18", "bravelion 0"}, "True",
		},
	} {
		t.Run(name, func(t *testing.T) {
			req := documented(t, tt.file)
			if tt.weight != 0 {
				affinityOf(&req).Preferred[0].Weight = tt.weight
			}
			result := schedule(t, req, azureFleet(t))
			if diff := cmp.Diff(tt.want, scores(result)); diff != "" {
				t.Error(diff)
			}
			if got := result.Condition(kubefleet.ConditionScheduled).Status; got != tt.status {
				t.Errorf("Scheduled is %s, want %s", got, tt.status)
			}
		})
	}
}

// TestAzureDocumentReasons: a cluster that does not have the property does not meet the requirement, and the reason says so.
func TestAzureDocumentReasons(t *testing.T) {
	result := schedule(t, documented(t, "azure-five-nodes-east"), azureFleet(t))
	const term = "affinity.clusterAffinity.requiredDuringSchedulingIgnoredDuringExecution.clusterSelectorTerms[0]"
	want := map[string]string{
		"bareowl": "property kubernetes.azure.com/node-count is not set; " + term +
			".propertySelector.matchExpressions[0] wants Ge 5",
		"jumpingcat": `label region is "west"; ` + term + " wants region=east",
		"smartfish":  `property kubernetes.azure.com/node-count is "4"; ` + term + ".propertySelector.matchExpressions[0] wants Ge 5",
	}
	got := map[string]string{}
	for _, r := range result.Rejected {
		got[r.Cluster] = r.Mismatches[0].String()
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestAzureNodeCountToday: current fleets report the node count under another name, so no cluster has the property that the
// document names.
func TestAzureNodeCountToday(t *testing.T) {
	inv := azureFleet(t)
	for i := range inv.Clusters {
		if count, ok := inv.Clusters[i].Properties["kubernetes.azure.com/node-count"]; ok {
			inv.Clusters[i].Properties = map[string]string{"kubernetes-fleet.io/node-count": count}
		}
	}
	req := documented(t, "azure-five-nodes")
	if got := decided(schedule(t, req, inv)); len(got) != 0 {
		t.Errorf("got %v", got)
	}
	affinityOf(&req).Required.ClusterSelectorTerms[0].PropertySelector.MatchExpressions[0].Name = "kubernetes-fleet.io/node-count"
	if diff := cmp.Diff([]string{"bravelion", "jumpingcat"}, decided(schedule(t, req, inv))); diff != "" {
		t.Error(diff)
	}
}

// TestKubeFleetDocumentSpread is the document's first example: two clusters over the values of the label env.
func TestKubeFleetDocumentSpread(t *testing.T) {
	inv := placement.Inventory{Now: now, Clusters: members("aks-member-1 env=prod", "aks-member-2 env=prod",
		"aks-member-3 env=staging")}
	result := schedule(t, documented(t, "kubefleet-spread"), inv)
	if diff := cmp.Diff([]string{"aks-member-2", "aks-member-3"}, decided(result)); diff != "" {
		t.Error(diff)
	}
}

// TestKubeFleetDocumentSnapshot is the document's policy snapshot. The scheduler's texts have changed since: the reason
// has the scores, the message the number of clusters, and the best cluster, which has the largest name, comes first.
func TestKubeFleetDocumentSnapshot(t *testing.T) {
	req := documented(t, "kubefleet-pick-two")
	req.Snapshot = &kubefleet.PolicySnapshot{Name: "crp-1-1", Generation: 1, Annotations: map[string]string{
		kubefleet.GenerationAnnotation: "5", kubefleet.NumberOfClustersAnnotation: "2",
	}}
	result := schedule(t, req, placement.Inventory{Now: now, Clusters: members("aks-member-1", "aks-member-2")})
	decision := func(name string) placement.ClusterDecision {
		return placement.ClusterDecision{
			ClusterName: name, Selected: true, ClusterScore: &placement.ClusterScore{},
			Reason: `Successfully scheduled resources for placement in "` + name +
				`" (affinity score: 0, topology spread score: 0): picked by scheduling policy`,
		}
	}
	want := placement.PolicySnapshotStatus{
		ObservedGeneration: 5,
		Conditions: []metav1.Condition{{
			Type: "Scheduled", Status: "True", ObservedGeneration: 1, Reason: "SchedulingPolicyFulfilled",
			Message: "found all cluster needed as specified by the scheduling policy, found 2 cluster(s)",
		}},
		TargetClusters: []placement.ClusterDecision{decision("aks-member-2"), decision("aks-member-1")},
	}
	if diff := cmp.Diff(want, result.PolicySnapshot, cmpopts.IgnoreFields(metav1.Condition{}, "LastTransitionTime")); diff != "" {
		t.Error(diff)
	}
	for _, b := range result.ResourceBindings {
		if b.PolicySnapshot != "crp-1-1" || b.State != placement.BindingScheduled {
			t.Errorf("binding %+v", b)
		}
	}
}

// TestKubeFleetDocumentPickAll is the document's status sample: all three clusters. Its description of PickAll, "any joined
// and healthy cluster", does not mention taints, which exclude clusters too.
func TestKubeFleetDocumentPickAll(t *testing.T) {
	inv := placement.Inventory{Now: now, Clusters: members(
		"kind-cluster-1", "kind-cluster-2", "kind-cluster-3", "kind-cluster-4 tainted", "kind-cluster-5 offline")}
	req := documented(t, "kubefleet-pick-all")
	result := schedule(t, req, inv)
	if diff := cmp.Diff([]string{"kind-cluster-1", "kind-cluster-2", "kind-cluster-3"}, decided(result)); diff != "" {
		t.Error(diff)
	}
	req.Tolerations = []kubefleet.Toleration{{Key: "gpu", Operator: kubefleet.TolerationEqual, Value: "true",
		Effect: placement.NoSchedule}}
	if diff := cmp.Diff([]string{"kind-cluster-1", "kind-cluster-2", "kind-cluster-3", "kind-cluster-4"},
		decided(schedule(t, req, inv))); diff != "" {
		t.Error(diff)
	}
}
