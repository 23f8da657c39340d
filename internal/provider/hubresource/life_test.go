// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

type (
	object  = providertest.Object
	list    = providertest.List
	unknown = providertest.Unknown
)

// Paths of lists on a hub.
const (
	ofOCM       = "/apis/cluster.open-cluster-management.io/"
	clusterSets = ofOCM + "v1beta2/managedclustersets"
	placements  = ofOCM + "v1beta1/namespaces/apps/placements"
)

// newHub is a hub with kinds of Open Cluster Management, and without objects.
func newHub(t *testing.T) *fakehub.Hub {
	t.Helper()
	lists := map[string][]json.RawMessage{fakehub.ManagedClusters: {}, clusterSets: {}, placements: {}}
	for _, path := range []string{
		"v1beta2/managedclustersetbindings", "v1beta2/namespaces/apps/managedclustersetbindings", "v1beta1/placements",
		"v1beta1/placementdecisions", "v1beta1/namespaces/apps/placementdecisions", "v1alpha1/addonplacementscores",
	} {
		lists[ofOCM+path] = []json.RawMessage{}
	}
	return fakehub.New(t, lists)
}

// on is the configuration of a provider with a hub.
func on(h *fakehub.Hub) object { return object{"hub": object{"host": h.URL, "token": fakehub.Token}} }

// TestObject takes a cluster through its life on a hub: created, refreshed, changed, in conflict, and released.
func TestObject(t *testing.T) {
	h := newHub(t)
	r := providertest.NewRun(t, "cluster", on(h))
	config := object{"name": "a", "kind": "ManagedCluster", "labels": object{"region": "eu"}, "hub_accepts_client": true}
	get := func() *unstructured.Unstructured { return h.Object(t, fakehub.ManagedClusters, "a") }
	r.Has(r.Do(config))
	if got := get(); got == nil || got.GetLabels()["region"] != "eu" || r.Value("uid") != string(got.GetUID()) || r.Value("id") != "a" {
		t.Fatalf("the hub has %v, and the state %v", got, r.State)
	}
	r.Settles(config)

	// What others set is no drift, and what they change is.
	h.MergePatch(t, "kubectl", fakehub.ManagedClusters, "a", `{"metadata": {"labels": {"team": "x"}}}`)
	r.Settles(config)
	h.MergePatch(t, "kubectl", fakehub.ManagedClusters, "a", `{"metadata": {"labels": {"region": "us"}}}`)
	r.Has(r.Try(config).Diags, "ERROR metadata.labels.region")
	if diff := cmp.Diff(map[string]any{"region": "us"}, r.Value("labels")); diff != "" {
		t.Errorf("the refresh has not seen the drift: %s", diff)
	}
	config = providertest.Merged(config, object{"force_conflicts": true})
	r.Has(r.Do(config))
	if diff := cmp.Diff(map[string]string{"region": "eu", "team": "x"}, get().GetLabels()); diff != "" {
		t.Error(diff)
	}
	r.Settles(config)
	r.Destroys(true)
	if got := get(); got == nil {
		t.Error("the cluster was deleted")
	}
	// It is nobody's now.
	r.Has(r.Try(config).Diags, "ERROR exists already")
	r.Has(r.ImportID("a"))
	r.Has(r.Do(providertest.Merged(config, object{"on_destroy": "delete", "labels": object{"region": "eu", "team": "x"}})))
	r.Destroys(false)
	if got := get(); got != nil {
		t.Errorf("the hub still has %v", got)
	}
}

// TestObject_gone: an object that was deleted on the hub is created again.
func TestObject_gone(t *testing.T) {
	h := newHub(t)
	r := providertest.NewRun(t, "cluster_set", on(h))
	config := object{"name": "blue"}
	r.Has(r.Do(config))
	h.Remove(clusterSets, "blue")
	r.Start()
	if diags := r.Refresh(); len(diags) > 0 || !r.State.IsNull() {
		t.Fatalf("%s, %s", providertest.Said(diags), r.State)
	}
	r.Has(r.Do(config))
	r.Settles(config)
	if h.Object(t, clusterSets, "blue") == nil {
		t.Error("it was not created again")
	}
}

// TestObject_renamed: an object with another name is another object.
func TestObject_renamed(t *testing.T) {
	h := newHub(t)
	r := providertest.NewRun(t, "cluster_set", on(h))
	r.Has(r.Do(object{"name": "blue"}))
	p := r.Try(object{"name": "green"})
	r.Has(p.Diags)
	if !p.Replaces || strings.Join(p.Replace, " ") != "name" {
		t.Fatalf("the plan replaces because of %v", p.Replace)
	}
	r.Has(r.CarryOut(p))
	if h.Object(t, clusterSets, "blue") != nil || h.Object(t, clusterSets, "green") == nil {
		t.Errorf("the hub has %s", h.Lists[clusterSets])
	}
}

// withFleet adds the clusters a and b to a hub, in a set that is bound to the namespace apps.
func withFleet(h *fakehub.Hub) {
	for _, name := range []string{"a", "b"} {
		h.Lists[fakehub.ManagedClusters] = append(h.Lists[fakehub.ManagedClusters], json.RawMessage(`{
			"apiVersion": "cluster.open-cluster-management.io/v1", "kind": "ManagedCluster", "metadata": {"name": "`+name+`", "uid": "`+name+`",
			"labels": {"cluster.open-cluster-management.io/clusterset": "blue"}}, "spec": {"hubAcceptsClient": true}}`))
	}
	h.Lists[clusterSets] = []json.RawMessage{json.RawMessage(`{"apiVersion": "cluster.open-cluster-management.io/v1beta2",
		"kind": "ManagedClusterSet", "metadata": {"name": "blue", "uid": "blue"}}`)}
	binding := json.RawMessage(`{"apiVersion": "cluster.open-cluster-management.io/v1beta2", "kind": "ManagedClusterSetBinding",
		"metadata": {"name": "blue", "namespace": "apps", "uid": "blue"}, "spec": {"clusterSet": "blue"},
		"status": {"conditions": [{"type": "Bound", "status": "True"}]}}`)
	for _, in := range []string{"", "namespaces/apps/"} {
		h.Lists[ofOCM+"v1beta2/"+in+"managedclustersetbindings"] = []json.RawMessage{binding}
	}
}

// decide writes what the hub has decided for the placement web.
func decide(t *testing.T, h *fakehub.Hub, clusters ...string) {
	t.Helper()
	h.MergePatch(t, "controller", placements, "web", fmt.Sprintf(`{"status": {"numberOfSelectedClusters": %d,
		"decisionGroups": [{"decisionGroupIndex": 0, "decisionGroupName": "", "decisions": ["web-decision-1"], "clusterCount": %[1]d}],
		"conditions": [{"type": "PlacementSatisfied", "status": "True", "reason": "AllDecisionsScheduled"}]}}`, len(clusters)))
	decisions := []any{}
	for _, name := range clusters {
		decisions = append(decisions, map[string]any{"clusterName": name, "reason": ""})
	}
	raw, _ := json.Marshal(map[string]any{
		"apiVersion": "cluster.open-cluster-management.io/v1beta1", "kind": "PlacementDecision", "metadata": map[string]any{
			"name": "web-decision-1", "namespace": "apps", "uid": "d", "labels": map[string]any{
				"cluster.open-cluster-management.io/placement": "web", "cluster.open-cluster-management.io/decision-group-index": "0",
			},
		}, "status": map[string]any{"decisions": decisions},
	})
	for _, in := range []string{"", "namespaces/apps/"} {
		h.Lists[ofOCM+"v1beta1/"+in+"placementdecisions"] = []json.RawMessage{raw}
	}
}

// TestPlacement takes a placement through its life on a hub: predicted, created, decided otherwise, guarded, and deleted.
func TestPlacement(t *testing.T) {
	h := newHub(t)
	withFleet(h)
	r := &providertest.Run{Resource: providertest.NewPlacement(t, t), T: t, Provider: on(h)}
	config := func(clusters int64) object {
		return object{"namespace": "apps", "name": "web", "max_moves": "0", "ocm": object{"number_of_clusters": clusters}}
	}
	chosen := func() (names []any) {
		decisions, _ := r.Value("decisions").([]any)
		for _, decision := range decisions {
			names = append(names, decision.(map[string]any)["cluster_name"])
		}
		return names
	}
	r.Has(r.Do(config(1)), "expected to choose 1 cluster (a)", "has not been decided by the hub yet")
	if got := h.Object(t, placements, "web"); got == nil || r.Value("uid") != string(got.GetUID()) {
		t.Fatalf("the hub has %v", got)
	}
	decide(t, h, "a")
	r.Settles(config(1))
	if diff := cmp.Diff([]any{"a"}, chosen()); diff != "" {
		t.Errorf("the decisions: %s", diff)
	}
	r.Has(r.Do(config(2)), "1 cluster joins, 0 clusters leave, 1 cluster stays.")
	decide(t, h, "b", "a")
	r.Settles(config(2))
	r.Has(r.Try(config(1)).Diags, "ERROR max_moves")
	r.Has(r.Do(nil), "takes the workload from all its clusters: 2 clusters (b, a)")
	if got := h.Object(t, placements, "web"); got != nil {
		t.Errorf("the hub still has %v", got)
	}
}

// TestList lists the sets of a hub, each with the resource as an import reads it.
func TestList(t *testing.T) {
	h := newHub(t)
	withFleet(h)
	server := providertest.NewServer()
	if resp := providertest.ConfigureRaw(t, server, on(h)); len(resp.Diagnostics) > 0 {
		t.Fatal(providertest.Said(resp.Diagnostics))
	}
	var names []string
	request := providertest.ListRequest{TypeName: "multicluster_cluster_set", Config: object{}, IncludeResource: true}
	for result := range request.List(t, server).Results {
		if len(result.Diagnostics) > 0 || result.Resource == nil || result.Identity == nil {
			t.Fatalf("%s: %+v", providertest.Said(result.Diagnostics), result)
		}
		names = append(names, result.DisplayName)
	}
	if len(names) != 1 || !strings.Contains(names[0], "blue") {
		t.Errorf("the list has %v", names)
	}
}
