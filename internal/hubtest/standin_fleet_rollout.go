// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"context"
	"slices"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// FleetRollout rolls a ClusterResourcePlacement out until the test ends, as KubeFleet's rollout controller does with one cluster
// at a time, in the order of their names, and reports how the snapshot of the resources is on each cluster.
func (h *Hub) FleetRollout(
	t testing.TB, placement string, snapshot func() string, outcome func(cluster, snapshot string) WorkOutcome,
) {
	t.Helper()
	bindings, err := h.writer(fleetManager, fleetPlacements, fleetCluster.binding, "")
	if err != nil {
		t.Fatal(err)
	}
	h.repeat(t, func(ctx context.Context) error {
		list, err := bindings.client.List(ctx, metav1.ListOptions{LabelSelector: parentLabel + "=" + placement})
		if err != nil {
			return err
		}
		slices.SortFunc(list.Items, func(a, b unstructured.Unstructured) int {
			return strings.Compare(specText(&a, "targetCluster"), specText(&b, "targetCluster"))
		})
		wanted, isFree := snapshot(), true
		for i := range list.Items {
			binding := &list.Items[i]
			has := specText(binding, "resourceSnapshotName")
			if specText(binding, "state") == "Unscheduled" || has != wanted && !isFree {
				continue
			}
			of := outcome(specText(binding, "targetCluster"), wanted)
			isFree = isFree && of == WorkDone
			if err := reportBinding(ctx, &bindings, binding, placement, wanted, of); err != nil {
				return err
			}
		}
		return nil
	})
}
