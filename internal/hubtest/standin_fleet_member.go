// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"context"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// FleetHeartbeats reports the agents of members until the test ends, each with the time of its last heartbeat. That of an agent
// that is stopped stays.
func (h *Hub) FleetHeartbeats(t testing.TB, last func(cluster string) time.Time, clusters ...string) {
	t.Helper()
	members, err := h.writer("member-agent", fleetClusters, "MemberCluster", "")
	if err != nil {
		t.Fatal(err)
	}
	h.repeat(t, func(ctx context.Context) error {
		for _, cluster := range clusters {
			member, err := members.client.Get(ctx, cluster, metav1.GetOptions{})
			if err == nil {
				err = members.patchStatus(ctx, member, map[string]any{"agentStatus": []any{map[string]any{
					"type": "MemberAgent", "lastReceivedHeartbeat": last(cluster).UTC().Format(time.RFC3339),
				}}})
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// bindingLists are the lists of a binding with the objects that are not on its cluster as they should be.
var bindingLists = []string{"failedPlacements", "driftedPlacements", "diffedPlacements"}

// reportBinding brings a snapshot to a cluster, and reports how it is there as the hub agent does with what the member agent
// reports. Before the agent has seen a generation, the hub says that it is being applied, and then that nothing of it is.
func reportBinding(
	ctx context.Context, w *writer, binding *unstructured.Unstructured, placement, snapshot string, of WorkOutcome,
) error {
	spec := map[string]any{"state": "Bound", "resourceSnapshotName": snapshot}
	if specText(binding, "resourceSnapshotName") != snapshot {
		if err := w.patch(ctx, binding, map[string]any{"spec": spec}); err != nil {
			return err
		}
	}
	reason := reasonAt(binding, "Applied", binding.GetGeneration())
	if of == WorkUnseen && reason != "" && reason != applying.Reason {
		return nil
	}
	if reason == applying.Reason {
		of = WorkUnseen
	}
	set, lists := bindingReport(placement, of)
	if reason == "" {
		set, lists = []condition{applying}, nil
	}
	for i := range set {
		set[i].ObservedGeneration = binding.GetGeneration()
	}
	all, err := conditions(binding, set...)
	if err != nil {
		return err
	}
	status := map[string]any{"conditions": all}
	for _, name := range bindingLists {
		status[name] = nil
		if list := lists[name]; len(list) > 0 {
			status[name] = list
		}
	}
	return w.patchStatus(ctx, binding, status)
}

// applying is what the hub agent says of a generation first.
var applying = condition{Type: "Applied", Status: "False", Reason: "ApplyInProgress", Message: "Resources are being applied"}

// reasonAt is the reason of the condition of a type that is about a generation; empty if there is none.
func reasonAt(o *unstructured.Unstructured, of string, generation int64) string {
	list, _, _ := unstructured.NestedSlice(o.Object, "status", "conditions")
	for _, c := range list {
		if fields, _ := c.(map[string]any); fields["type"] == of && fields["observedGeneration"] == generation {
			reason, _ := fields["reason"].(string)
			return reason
		}
	}
	return ""
}

// bindingReport are the conditions of a binding of which the agent of its cluster reports an outcome, and its lists of objects. A
// Deployment that fails is one that is not available yet.
func bindingReport(placement string, of WorkOutcome) (set []condition, lists map[string][]any) {
	work := "Work object " + placement + "-work"
	applied := condition{Type: "Applied", Status: "True", Reason: "AllWorkHaveBeenApplied", Message: "applied"}
	available := condition{Type: "Available", Status: "True", Reason: "AllWorkAreAvailable", Message: "available"}
	notApplied := applied
	notApplied.Status, notApplied.Reason, notApplied.Message = "False", "NotAllWorkHaveBeenApplied", work+" has failed to apply"
	switch of {
	case WorkUnseen:
		notApplied.Message = work + " has not yet completed the apply op"
		return []condition{notApplied}, nil
	case WorkRefused:
		failed := placedObject("", "Namespace", placement, "")
		failed["condition"] = objectCondition("Applied", "FailedToTakeOver", "already owned by others")
		return []condition{notApplied}, map[string][]any{"failedPlacements": {failed}}
	case WorkDrifted:
		failed, drifted := placedObject("apps", "Deployment", "web", placement), placedObject("apps", "Deployment", "web", placement)
		failed["condition"] = objectCondition("Applied", "FoundDrifts", "drifts are found")
		drifted["observationTime"], drifted["firstDriftedObservedTime"] = failedSince, failedSince
		drifted["targetClusterObservedGeneration"] = int64(1)
		drifted["observedDrifts"] = []any{map[string]any{"path": "/spec/replicas", "valueInHub": "1", "valueInMember": "2"}}
		return []condition{notApplied}, map[string][]any{"failedPlacements": {failed}, "driftedPlacements": {drifted}}
	case WorkProgressing, WorkDegraded:
		failed := placedObject("apps", "Deployment", "web", placement)
		failed["condition"] = objectCondition("Available", "ManifestNotAvailableYet", "not yet available")
		available.Status, available.Reason, available.Message = "False", "NotAllWorkAreAvailable", work+" is not yet available"
		lists = map[string][]any{"failedPlacements": {failed}}
	case WorkDone:
	}
	return []condition{applied, available}, lists
}

// failedSince is the time of what fails on clusters.
const failedSince = "2026-01-01T10:00:00Z"

func placedObject(group, kind, name, namespace string) map[string]any {
	o := map[string]any{"version": "v1", "kind": kind, "name": name}
	for field, value := range map[string]string{"group": group, "namespace": namespace} {
		if value != "" {
			o[field] = value
		}
	}
	return o
}

func objectCondition(of, reason, message string) map[string]any {
	return map[string]any{"type": of, "status": "False", "reason": reason, "message": message, "lastTransitionTime": failedSince,
		"observedGeneration": int64(1)}
}
