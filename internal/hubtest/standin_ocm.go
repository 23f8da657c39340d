// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

const (
	ocmGroup       = "cluster.open-cluster-management.io"
	ocmPlacements  = ocmGroup + "/v1beta1"
	ocmManager     = "placement"
	decisionLength = 100

	unreachable     = ocmGroup + "/unreachable"
	clusterSetLabel = ocmGroup + "/clusterset"
)

// DecisionGroup is a decision group of a Placement.
type DecisionGroup struct {
	Name     string
	Clusters []string
}

// OCMScheduler decides the Placements of a namespace until the test ends: it asks decide again and again, and writes what the
// scheduler of Open Cluster Management would write.
func (h *Hub) OCMScheduler(t testing.TB, namespace string, decide func(placement *unstructured.Unstructured) []DecisionGroup) {
	t.Helper()
	placements, err := h.writer(ocmManager, ocmPlacements, "Placement", namespace)
	if err != nil {
		t.Fatal(err)
	}
	h.repeat(t, func(ctx context.Context) error {
		list, err := placements.client.List(ctx, metav1.ListOptions{})
		if err != nil {
			return err
		}
		for i := range list.Items {
			placement := &list.Items[i]
			if placement.GetDeletionTimestamp() != nil ||
				placement.GetAnnotations()[ocmGroup+"/experimental-scheduling-disable"] == "true" {
				continue
			}
			if err := h.writeDecisions(ctx, placements, placement, decide(placement)); err != nil {
				return err
			}
		}
		return nil
	})
}

// WriteDecisions writes once what the scheduler of Open Cluster Management writes for these groups.
func (h *Hub) WriteDecisions(t testing.TB, namespace, name string, groups ...DecisionGroup) {
	t.Helper()
	for _, write := range h.DecisionWrites(t, namespace, name, false, groups...) {
		write()
	}
}

// DecisionWrites are the single writes of WriteDecisions, in their order, for a test that looks at the server in between. The
// scheduler writes the status of the placement last; other versions may write it first.
func (h *Hub) DecisionWrites(t testing.TB, namespace, name string, statusFirst bool, groups ...DecisionGroup) []func() {
	t.Helper()
	placements, err := h.writer(ocmManager, ocmPlacements, "Placement", namespace)
	if err != nil {
		t.Fatal(err)
	}
	placement, err := placements.client.Get(t.Context(), name, metav1.GetOptions{})
	var steps []step
	if err == nil {
		steps, err = h.decisionSteps(placements, placement, groups)
	}
	if err != nil {
		t.Fatal(err)
	}
	if last := len(steps) - 1; statusFirst {
		steps = append([]step{steps[last]}, steps[:last]...)
	}
	return carriedOut(t, steps)
}

// writeDecisions writes what the scheduler writes.
func (h *Hub) writeDecisions(
	ctx context.Context, placements writer, placement *unstructured.Unstructured, groups []DecisionGroup,
) error {
	steps, err := h.decisionSteps(placements, placement, groups)
	for _, write := range steps {
		if err == nil {
			err = write(ctx)
		}
	}
	return err
}

// decisionSteps write the PlacementDecisions, of at most 100 names in order, delete what is left of earlier ones, and write the
// placement's status, which has no observed generation.
func (h *Hub) decisionSteps(
	placements writer, placement *unstructured.Unstructured, groups []DecisionGroup,
) (steps []step, err error) {
	decisions, err := h.writer(ocmManager, ocmPlacements, "PlacementDecision", placements.namespace)
	if err != nil {
		return nil, err
	}
	if len(groups) == 0 {
		groups = []DecisionGroup{{}}
	}
	var written []string
	var statuses []any
	total := 0
	for index, group := range groups {
		clusters := slices.Sorted(slices.Values(group.Clusters))
		total += len(clusters)
		var names []any
		for slice := range max(1, (len(clusters)+decisionLength-1)/decisionLength) {
			name := fmt.Sprintf("%s-decision-%d", placement.GetName(), len(written)+1)
			part := clusters[slice*decisionLength : min(len(clusters), (slice+1)*decisionLength)]
			steps = append(steps, func(ctx context.Context) error {
				return writeDecision(ctx, decisions, placement, name, index, group.Name, part)
			})
			written, names = append(written, name), append(names, name)
		}
		statuses = append(statuses, map[string]any{
			"decisionGroupIndex": index, "decisionGroupName": group.Name, "decisions": names, "clusterCount": len(clusters),
		})
	}
	return append(steps, func(ctx context.Context) error {
		return deleteOthers(ctx, decisions, ocmGroup+"/placement="+placement.GetName(), written)
	}, func(ctx context.Context) error {
		set, err := conditions(placement, satisfied(placement, total),
			condition{Type: "PlacementMisconfigured", Status: "False", Reason: "Succeedconfigured",
				Message: "Placement configurations check pass"})
		if err != nil {
			return err
		}
		return placements.patchStatus(ctx, placement, map[string]any{
			"numberOfSelectedClusters": total, "decisionGroups": statuses, "conditions": set,
		})
	}), nil
}

func writeDecision(
	ctx context.Context, w writer, placement *unstructured.Unstructured, name string, index int, group string, clusters []string,
) error {
	labels := map[string]any{
		ocmGroup + "/placement": placement.GetName(), ocmGroup + "/decision-group-index": strconv.Itoa(index), ocmGroup +
			"/decision-group-name": group,
	}
	object, err := w.client.Get(ctx, name, metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		object, err = w.create(ctx, name,
			map[string]any{"metadata": map[string]any{"labels": labels, "ownerReferences": controlledBy(placement)}})
	}
	if err != nil {
		return err
	}
	entries := []any{}
	for _, cluster := range clusters {
		entries = append(entries, map[string]any{"clusterName": cluster, "reason": ""})
	}
	if err := w.patchStatus(ctx, object, map[string]any{"decisions": entries}); err != nil {
		return err
	}
	if sameJSON(object.GetLabels(), labels) {
		return nil
	}
	return w.patch(ctx, object, map[string]any{"metadata": map[string]any{"labels": labels}})
}

func deleteOthers(ctx context.Context, w writer, selector string, keep []string) error {
	list, err := w.client.List(ctx, metav1.ListOptions{LabelSelector: selector})
	if err != nil {
		return err
	}
	for i := range list.Items {
		if name := list.Items[i].GetName(); !slices.Contains(keep, name) {
			if err := w.client.Delete(ctx, name, metav1.DeleteOptions{}); err != nil && !apierrors.IsNotFound(err) {
				return err
			}
		}
	}
	return nil
}

// satisfied is the condition PlacementSatisfied, as it is with bindings and clusters.
func satisfied(placement *unstructured.Unstructured, total int) condition {
	c := condition{Type: "PlacementSatisfied", Status: "False"}
	wanted, limited, _ := unstructured.NestedInt64(placement.Object, "spec", "numberOfClusters")
	switch missing := int(wanted) - total; {
	case total == 0:
		c.Reason, c.Message = "NoManagedClusterMatched", "No ManagedCluster matches any of the cluster predicate"
	case limited && missing > 0:
		c.Reason, c.Message = "NotAllDecisionsScheduled", fmt.Sprintf("%d cluster decisions unscheduled", missing)
	default:
		c.Status, c.Reason, c.Message = "True", "AllDecisionsScheduled", "All cluster decisions scheduled"
	}
	return c
}

// SetUnreachable adds the taint of an unreachable ManagedCluster, or removes it, as the taint controller does: it patches the
// whole list, with the resource version that it has read. The webhook sets timeAdded, see [Hub.RegistrationWebhook].
func (h *Hub) SetUnreachable(t testing.TB, cluster string, on bool) {
	t.Helper()
	clusters, err := h.writer("registration", ocmGroup+"/v1", "ManagedCluster", "")
	if err != nil {
		t.Fatal(err)
	}
	for {
		object, err := clusters.client.Get(t.Context(), cluster, metav1.GetOptions{})
		if err != nil {
			t.Fatal(err)
		}
		taints, _, _ := unstructured.NestedSlice(object.Object, "spec", "taints")
		rest := slices.DeleteFunc(slices.Clone(taints), func(taint any) bool {
			fields, _ := taint.(map[string]any)
			return fields["key"] == unreachable && fields["effect"] == "NoSelect"
		})
		if on == (len(rest) < len(taints)) {
			return
		}
		if on {
			rest = append(rest, map[string]any{"key": unreachable, "effect": "NoSelect"})
		}
		err = clusters.patch(t.Context(), object, map[string]any{"spec": map[string]any{"taints": rest}})
		if err == nil {
			return
		}
		if !apierrors.IsConflict(err) {
			t.Fatal(err)
		}
	}
}
