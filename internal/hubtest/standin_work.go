// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"context"
	"slices"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest/workagent"
)

const (
	workVersion   = "work.open-cluster-management.io/v1"
	workFinalizer = "cluster.open-cluster-management.io/manifest-work-cleanup"
)

// WorkOutcome is what becomes of the present generation of a ManifestWork on its cluster.
type WorkOutcome int

// The outcomes, as the work agent reports them.
const (
	// WorkUnseen: the agent is stopped.
	WorkUnseen WorkOutcome = iota
	// WorkRefused: the objects could not be applied.
	WorkRefused
	// WorkMissing: another client has deleted the objects on the cluster.
	WorkMissing
	// WorkProgressing, WorkDegraded and WorkDone: the objects are applied, and progress, fail or are complete.
	WorkProgressing
	WorkDegraded
	WorkDone
	// WorkDrifted: another client has changed the objects on the cluster, and a placement of KubeFleet does not overwrite them.
	WorkDrifted
)

var workOutcomes = map[WorkOutcome]workagent.Outcome{
	WorkRefused: workagent.Refused, WorkMissing: workagent.Missing, WorkProgressing: workagent.Progresses,
	WorkDegraded: workagent.Fails, WorkDone: workagent.Completes,
}

// workAgent is the agent of a cluster.
type workAgent struct {
	writer
	workagent.Agent
}

// WorkAgents report the ManifestWorks in the namespaces of clusters until the test ends, and delete what is deleted, as the
// agents of the clusters do. They look at the objects again all the time.
func (h *Hub) WorkAgents(t testing.TB, clusters []string, outcome func(work *unstructured.Unstructured) WorkOutcome) {
	t.Helper()
	agents := make([]*workAgent, len(clusters))
	for i, cluster := range clusters {
		of, err := h.writer("work-agent", workVersion, "ManifestWork", cluster)
		if err != nil {
			t.Fatal(err)
		}
		agents[i] = &workAgent{writer: of}
		agents[i].Becomes = func(work, _ *unstructured.Unstructured) workagent.Outcome { return workOutcomes[outcome(work)] }
	}
	for _, agent := range agents {
		finish(t, agent.release)
	}
	h.repeat(t, func(ctx context.Context) error {
		for _, agent := range agents {
			if err := agent.reportWorks(ctx, outcome); err != nil {
				return err
			}
		}
		return nil
	})
}

func (w *workAgent) reportWorks(ctx context.Context, outcome func(work *unstructured.Unstructured) WorkOutcome) error {
	works, err := w.client.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for i := range works.Items {
		work := &works.Items[i]
		if outcome(work) == WorkUnseen {
			continue
		}
		if err := w.report(ctx, work); err != nil {
			return err
		}
	}
	return nil
}

// report does once with a work what the agent does.
func (w *workAgent) report(ctx context.Context, work *unstructured.Unstructured) error {
	finalizers := work.GetFinalizers()
	isOwn := slices.Contains(finalizers, workFinalizer)
	switch {
	case work.GetDeletionTimestamp() != nil && !isOwn:
		return nil
	case work.GetDeletionTimestamp() != nil:
		w.Delete(work)
		return w.finalize(ctx, work, slices.DeleteFunc(finalizers, func(of string) bool { return of == workFinalizer }))
	case !isOwn:
		return w.finalize(ctx, work, append(finalizers, workFinalizer))
	}
	read := work.DeepCopy()
	w.Step(work, time.Now())
	if w.Becomes(work, nil) == workagent.Missing {
		// The other client is faster than the agent: what the agent has just applied is gone when it reports.
		w.Step(work, time.Now())
	}
	status, _ := work.Object["status"].(map[string]any)
	return w.patchStatus(ctx, read, status)
}

func (w *workAgent) finalize(ctx context.Context, work *unstructured.Unstructured, finalizers []string) error {
	return w.patch(ctx, work, map[string]any{"metadata": map[string]any{"finalizers": finalizers}})
}

// release removes the finalizers of the agent.
func (w *workAgent) release(ctx context.Context) error {
	works, err := w.client.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for i := range works.Items {
		work := &works.Items[i]
		if rest := slices.DeleteFunc(work.GetFinalizers(), func(of string) bool { return of == workFinalizer }); len(rest) <
			len(work.GetFinalizers()) {
			if err := w.finalize(ctx, work, rest); err != nil {
				return err
			}
		}
	}
	return nil
}
