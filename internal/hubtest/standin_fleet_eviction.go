// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// ExecuteEvictions does once what KubeFleet does with the evictions of placements whose names begin with a prefix: it deletes the
// binding, and says so in the status. It returns the clusters of each placement that is evicted there. Each eviction is executed
// once, and ends with the test. One of a placement with fixed clusters, or from where it is not, is not valid.
func (h *Hub) ExecuteEvictions(t testing.TB, prefix string) (executed map[string][]string) {
	t.Helper()
	s, err := h.fleetScheduler("")
	if err != nil {
		t.Fatal(err)
	}
	evictions, err := h.writer(fleetManager, fleetPlacements, "ClusterResourcePlacementEviction", "")
	if err != nil {
		t.Fatal(err)
	}
	executed = map[string][]string{}
	for _, eviction := range h.List(t, fleetPlacements, evictions.kind, "", "") {
		placement, _, _ := unstructured.NestedString(eviction.Object, "spec", "placementName")
		cluster, _, _ := unstructured.NestedString(eviction.Object, "spec", "clusterName")
		if _, isAnswered := eviction.Object["status"]; isAnswered || !strings.HasPrefix(placement, prefix) {
			continue
		}
		h.removedWith(t, &eviction)
		isValid := condition{Type: "Valid", Status: "False", Reason: "ClusterResourcePlacementEvictionInvalid"}
		isExecuted := condition{Type: "Executed", Status: "False", Reason: "ClusterResourcePlacementEvictionNotExecuted"}
		if binding := h.evictable(t, placement, cluster); binding != nil {
			if err := remove(t.Context(), s.bindings.client, binding); err != nil {
				t.Fatal(err)
			}
			executed[placement] = append(executed[placement], cluster)
			isValid.Status, isValid.Reason = "True", "ClusterResourcePlacementEvictionValid"
			isExecuted.Status, isExecuted.Reason = "True", "ClusterResourcePlacementEvictionExecuted"
		}
		set, err := conditions(&eviction, isValid, isExecuted)
		if err == nil {
			err = evictions.patchStatus(t.Context(), &eviction, map[string]any{"conditions": set})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return executed
}

// evictable is the binding of a placement to a cluster, if it has one and the placement may be evicted; otherwise nil.
func (h *Hub) evictable(t testing.TB, placement, cluster string) *unstructured.Unstructured {
	t.Helper()
	p := h.Get(t, fleetPlacements, fleetCluster.placement, "", placement)
	if p == nil {
		return nil
	}
	if typ, _, _ := unstructured.NestedString(p.Object, "spec", "policy", "placementType"); typ == "PickFixed" {
		return nil
	}
	bindings := h.List(t, fleetPlacements, fleetCluster.binding, "", parentLabel+"="+placement)
	for i := range bindings {
		target, _, _ := unstructured.NestedString(bindings[i].Object, "spec", "targetCluster")
		state, _, _ := unstructured.NestedString(bindings[i].Object, "spec", "state")
		if target == cluster && state != "Unscheduled" {
			return &bindings[i]
		}
	}
	return nil
}
