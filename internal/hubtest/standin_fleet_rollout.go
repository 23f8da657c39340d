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

// specText is a text in the spec of an object.
func specText(o *unstructured.Unstructured, name string) string {
	text, _, _ := unstructured.NestedString(o.Object, "spec", name)
	return text
}

// FleetStage is a stage of an update run.
type FleetStage struct {
	Name     string
	Clusters []string
	// IsApproved says that the stage is approved by hand, on the hub; nil if it needs no approval.
	IsApproved func() bool
}

// carriedOut is the status of the clusters of a stage, and whether the next one may start.
func (s *FleetStage) carriedOut(
	run *unstructured.Unstructured, old []any, number int, goesOn bool, outcome func(cluster string) WorkOutcome,
) (clusters []any, isDone bool, err error) {
	clusters = []any{}
	for i, cluster := range s.Clusters {
		status := map[string]any{"clusterName": cluster}
		if of := outcome(cluster); goesOn {
			if status["conditions"], err = runConditions(run, old, number, i, of); err != nil {
				return nil, false, err
			}
			goesOn = of == WorkDone
		}
		clusters = append(clusters, status)
	}
	return clusters, goesOn, nil
}

// runConditions are the conditions of a cluster of an update run that was started.
func runConditions(run *unstructured.Unstructured, old []any, stage, cluster int, of WorkOutcome) ([]any, error) {
	before := &unstructured.Unstructured{Object: map[string]any{"status": map[string]any{}}}
	if stage < len(old) {
		fields, _ := old[stage].(map[string]any)
		if clusters, _ := fields["clusters"].([]any); cluster < len(clusters) {
			before.Object["status"] = clusters[cluster]
		}
	}
	set := []condition{{Type: "Started", Status: "True", Reason: "ClusterUpdatingStarted", ObservedGeneration: run.GetGeneration()}}
	is := condition{Type: "Succeeded", Status: "True", Reason: "ClusterUpdatingSucceeded", ObservedGeneration: run.GetGeneration()}
	switch of {
	case WorkDone:
		set = append(set, is)
	case WorkRefused, WorkDrifted:
		is.Status, is.Reason, is.Message = "False", "ClusterUpdatingFailed", "not available"
		set = append(set, is)
	case WorkUnseen, WorkProgressing, WorkDegraded:
	}
	return conditions(before, set...)
}
