// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"context"
	"slices"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

const workVersion = "work.open-cluster-management.io/v1"

// WorkOutcome is what becomes of the present generation of a ManifestWork on its cluster.
type WorkOutcome int

// The outcomes, as the work agent reports them.
const (
	// WorkUnseen: the agent has not seen the generation.
	WorkUnseen WorkOutcome = iota
	// WorkRefused: the objects could not be applied.
	WorkRefused
	// WorkProgressing, WorkDegraded and WorkDone: the objects are applied, and progress, fail or are complete.
	WorkProgressing
	WorkDegraded
	WorkDone
	// WorkDrifted: somebody has changed the objects on the cluster, and a placement of KubeFleet does not overwrite them.
	WorkDrifted
)

// WorkAgents report the ManifestWorks in the namespaces of clusters until the test ends, as the agents of the clusters do: with
// the conditions Applied and Available, and with Progressing and Degraded if the work has condition rules for them.
func (h *Hub) WorkAgents(t testing.TB, clusters []string, outcome func(work *unstructured.Unstructured) WorkOutcome) {
	t.Helper()
	agents := make([]writer, len(clusters))
	for i, cluster := range clusters {
		agent, err := h.writer("work-agent", workVersion, "ManifestWork", cluster)
		if err != nil {
			t.Fatal(err)
		}
		agents[i] = agent
	}
	repeat(t, func(ctx context.Context) error {
		for i := range agents {
			if err := agents[i].reportWorks(ctx, outcome); err != nil {
				return err
			}
		}
		return nil
	})
}

func (w *writer) reportWorks(ctx context.Context, outcome func(work *unstructured.Unstructured) WorkOutcome) error {
	works, err := w.client.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for i := range works.Items {
		work := &works.Items[i]
		of := outcome(work)
		if of == WorkUnseen || work.GetDeletionTimestamp() != nil {
			continue
		}
		set, err := conditions(work, workConditions(work, of)...)
		if err != nil {
			return err
		}
		if err := w.patchStatus(ctx, work, map[string]any{"conditions": set, "resourceStatus": resourceStatus(work, of)}); err != nil {
			return err
		}
	}
	return nil
}

// workConditions are the conditions of a work with an outcome.
func workConditions(work *unstructured.Unstructured, of WorkOutcome) []condition {
	is := func(name string, holds bool) condition {
		c := condition{Type: name, Status: "False", Reason: name + "False", Message: name +
			" is false", ObservedGeneration: work.GetGeneration()}
		if holds {
			c.Status, c.Reason, c.Message = "True", name+"True", name+" is true"
		}
		return c
	}
	list := []condition{is("Applied", of != WorkRefused), is("Available", of == WorkDone)}
	for name, holds := range map[string]bool{"Progressing": of != WorkDone, "Degraded": of == WorkDegraded} {
		if hasConditionRule(work, name) {
			list = append(list, is(name, holds))
		}
	}
	slices.SortFunc(list, func(a, b condition) int {
		if a.Type < b.Type {
			return -1
		}
		return 1
	})
	return list
}

// hasConditionRule reports whether a work says how a condition is derived.
func hasConditionRule(work *unstructured.Unstructured, of string) bool {
	configs, _, _ := unstructured.NestedSlice(work.Object, "spec", "manifestConfigs")
	for _, config := range configs {
		fields, _ := config.(map[string]any)
		rules, _, _ := unstructured.NestedSlice(fields, "conditionRules")
		for _, rule := range rules {
			if r, _ := rule.(map[string]any); r["condition"] == of {
				return true
			}
		}
	}
	return false
}

// feedback are the values that the agent reports of a Deployment if the work has feedback rules: its replicas are ready when it
// is complete.
func feedback(work, object *unstructured.Unstructured, of WorkOutcome) []any {
	configs, _, _ := unstructured.NestedSlice(work.Object, "spec", "manifestConfigs")
	values := []any{}
	for _, config := range configs {
		fields, _ := config.(map[string]any)
		rules, _, _ := unstructured.NestedSlice(fields, "feedbackRules")
		name, _, _ := unstructured.NestedString(fields, "resourceIdentifier", "name")
		if len(rules) == 0 || name != object.GetName() || object.GetKind() != "Deployment" {
			continue
		}
		ready, _, _ := unstructured.NestedInt64(object.Object, "spec", "replicas")
		if of != WorkDone {
			ready = 0
		}
		value := map[string]any{"type": "Integer", "integer": ready}
		values = append(values, map[string]any{"name": "ReadyReplicas", "fieldValue": value})
	}
	return values
}

// resourceStatus is what the agent reports of each manifest.
func resourceStatus(work *unstructured.Unstructured, of WorkOutcome) map[string]any {
	manifests, _, _ := unstructured.NestedSlice(work.Object, "spec", "workload", "manifests")
	var all []any
	for i, manifest := range manifests {
		fields, _ := manifest.(map[string]any)
		object := unstructured.Unstructured{Object: fields}
		set := []any{}
		for _, c := range workConditions(work, of)[:2] {
			set = append(set, map[string]any{
				"type": c.Type, "status": c.Status, "reason": c.Reason, "message": object.GetKind() + ": " + c.Message,
				"lastTransitionTime": "2026-08-11T12:00:00Z",
			})
		}
		kind := object.GroupVersionKind()
		all = append(all, map[string]any{
			"statusFeedback": map[string]any{"values": feedback(work, &object, of)},
			"resourceMeta": map[string]any{
				"ordinal": i, "group": kind.Group, "version": kind.Version, "kind": kind.Kind, "namespace": object.GetNamespace(),
				"name": object.GetName(),
			},
			"conditions": set,
		})
	}
	return map[string]any{"manifests": all}
}
