// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
)

// How long a cluster may be updated before its run is stuck, and the longest pause of a run after an error. The hub has 300 s and
// 1000 s.
const (
	stuckAfter   = 2 * time.Second
	longestPause = time.Second
)

// FleetStage is a stage of an update run.
type FleetStage struct {
	Name     string
	Clusters []string
	// Concurrency is how many clusters are updated at the same time, 1 if it is 0.
	Concurrency int
	// AsksBefore says that an approval is needed before the stage.
	AsksBefore bool
}

// runController carries out the ClusterStagedUpdateRuns of a placement.
type runController struct {
	placement string
	stages    []FleetStage
	outcome   func(cluster, snapshot string) WorkOutcome
	known     map[types.UID]*updateRun

	placements, runs, requests, bindings writer
}

// FleetUpdateRuns carries the ClusterStagedUpdateRuns of a placement out until the test ends, as KubeFleet does: a run brings the
// snapshot with its index, or else its name, to its clusters, whose agents report it. A cluster that fails stays updating and
// ends nothing: the run looks at it less and less often, and is stuck once the cluster is late. A run fails for good if another
// cluster is chosen, or one is no longer chosen.
func (h *Hub) FleetUpdateRuns(
	t testing.TB, placement string, stages []FleetStage, outcome func(cluster, snapshot string) WorkOutcome,
) {
	t.Helper()
	c := &runController{placement: placement, stages: stages, outcome: outcome, known: map[types.UID]*updateRun{}}
	for kind, w := range map[string]*writer{
		fleetCluster.placement: &c.placements, "ClusterStagedUpdateRun": &c.runs, "ClusterApprovalRequest": &c.requests,
		fleetCluster.binding: &c.bindings,
	} {
		var err error
		if *w, err = h.writer(fleetManager, fleetPlacements, kind, ""); err != nil {
			t.Fatal(err)
		}
	}
	h.repeat(t, c.pass)
}

// pass lets the agents report, and looks at each run. What the scheduler has completed is known before the bindings are read.
func (c *runController) pass(ctx context.Context) error {
	placement, err := c.placements.client.Get(ctx, c.placement, metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		return nil
	} else if err != nil {
		return err
	}
	isScheduled := isObserved(placement, fleetCluster.condition)
	list, err := c.bindings.client.List(ctx, metav1.ListOptions{LabelSelector: parentLabel + "=" + c.placement})
	if err != nil {
		return err
	}
	bindings := map[string]*unstructured.Unstructured{}
	for i := range list.Items {
		binding := &list.Items[i]
		cluster, snapshot := specText(binding, "targetCluster"), specText(binding, "resourceSnapshotName")
		bindings[cluster] = binding
		if snapshot != "" && specText(binding, "state") == "Bound" {
			err := reportBinding(ctx, &c.bindings, binding, c.placement, snapshot, c.outcome(cluster, snapshot))
			if err != nil {
				return err
			}
		}
	}
	runs, err := c.runs.client.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for i := range runs.Items {
		if run := &runs.Items[i]; specText(run, "placementName") == c.placement {
			if err := c.carryOut(ctx, run, bindings, isScheduled); err != nil {
				return err
			}
		}
	}
	return nil
}

// chosen are the clusters that are chosen, and those that lose the workload.
func chosen(bindings map[string]*unstructured.Unstructured) (selected, removed []string) {
	for cluster, binding := range bindings {
		if specText(binding, "state") == "Unscheduled" {
			removed = append(removed, cluster)
		} else {
			selected = append(selected, cluster)
		}
	}
	slices.Sort(selected)
	slices.Sort(removed)
	return selected, removed
}

// carryOut is a pass over a run.
func (c *runController) carryOut(
	ctx context.Context, object *unstructured.Unstructured, bindings map[string]*unstructured.Unstructured, isScheduled bool,
) error {
	r := c.known[object.GetUID()]
	selected, removed := chosen(bindings)
	if r == nil {
		if !isScheduled {
			// The scheduler has not decided yet, or has bound a part of the clusters.
			return nil
		}
		r = &updateRun{runController: c, selected: selected, removed: removed, clusters: map[string]*updatedCluster{}}
		c.known[object.GetUID()] = r
	}
	isSame := r.object != nil && r.object.GetGeneration() == object.GetGeneration()
	if r.hasEnded || isSame && time.Now().Before(r.next) {
		return nil
	}
	r.object, r.bindings = object, bindings
	phase, failure := "", ""
	switch state := specText(object, "state"); {
	case !slices.Equal(selected, r.selected) || slices.ContainsFunc(removed, func(cluster string) bool {
		return !slices.Contains(r.removed, cluster)
	}):
		failure = "the clusters of the placement have changed since the run was initialized"
	case state == "Run", state == "Stop":
		var err error
		if phase, failure, err = r.goOn(ctx, state == "Run"); err != nil {
			return err
		}
	}
	r.hasEnded = failure != "" || phase == updateSucceeded
	return r.report(ctx, phase, failure)
}

// approved reports whether a stage is approved. It asks for that.
func (c *runController) approved(ctx context.Context, run, stage string) (bool, error) {
	name := run + "-before-" + stage
	request, err := c.requests.client.Get(ctx, name, metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		request, err = c.requests.create(ctx, name, map[string]any{"spec": map[string]any{
			"parentStageRollout": run, "targetStage": stage}})
	}
	if err != nil {
		return false, err
	}
	return isObserved(request, "Approved"), nil
}

// isObserved reports whether a condition of the present generation of an object is true.
func isObserved(object *unstructured.Unstructured, condition string) bool {
	set, _, _ := unstructured.NestedSlice(object.Object, "status", "conditions")
	return slices.ContainsFunc(set, func(value any) bool {
		fields, _ := value.(map[string]any)
		return fields["type"] == condition && fields["status"] == "True" && fields["observedGeneration"] == object.GetGeneration()
	})
}

// ApproveStage approves the stage of a run by hand, once the hub asks for it.
func (h *Hub) ApproveStage(t testing.TB, run, stage string) {
	t.Helper()
	name := run + "-before-" + stage
	Eventually(t, "the hub asks for the approval of "+name, func() bool {
		return h.Get(t, fleetPlacements, "ClusterApprovalRequest", "", name) != nil
	})
	h.MergePatch(t, "kubectl", fleetPlacements, "ClusterApprovalRequest", "", name, "{status: {conditions: [{type: Approved, "+
		"status: 'True', reason: ByHand, message: '', observedGeneration: 1, lastTransitionTime: '"+fixedTime+"'}]}}", "status")
}

// fixedTime is the time of what a run reports, so that a status that stays is the same.
const fixedTime = "2026-08-11T12:00:00Z"

// specText is a text in the spec of an object.
func specText(o *unstructured.Unstructured, name string) string {
	text, _, _ := unstructured.NestedString(o.Object, "spec", name)
	return text
}

// snapshot is the name of the snapshot that a run brings.
func (c *runController) snapshot(run *unstructured.Unstructured) string {
	return c.placement + "-" + cmp.Or(specText(run, "resourceSnapshotIndex"), strings.TrimPrefix(run.GetName(), c.placement+"-")) +
		"-snapshot"
}
