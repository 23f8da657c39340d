// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"cmp"
	"context"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// runController carries out the ClusterStagedUpdateRuns of a placement.
type runController struct {
	placement      string
	stages         []FleetStage
	outcome        func(run, cluster string) WorkOutcome
	runs, requests writer
}

// FleetUpdateRuns carries the ClusterStagedUpdateRuns of a placement out until the test ends, as KubeFleet does: it computes the
// stages, and in state Run it goes through them, asks for the approvals of those that have IsApproved, and ends the run. A
// cluster that refuses the workload ends its run.
func (h *Hub) FleetUpdateRuns(
	t testing.TB, placement string, stages []FleetStage, outcome func(run, cluster string) WorkOutcome,
) {
	t.Helper()
	c := &runController{placement: placement, stages: stages, outcome: outcome}
	var err error
	if c.runs, err = h.writer(fleetManager, fleetPlacements, "ClusterStagedUpdateRun", ""); err == nil {
		c.requests, err = h.writer(fleetManager, fleetPlacements, "ClusterApprovalRequest", "")
	}
	if err != nil {
		t.Fatal(err)
	}
	h.repeat(t, func(ctx context.Context) error {
		list, err := c.runs.client.List(ctx, metav1.ListOptions{})
		if err != nil {
			return err
		}
		for i := range list.Items {
			if run := &list.Items[i]; specText(run, "placementName") == c.placement {
				if err := c.carryOut(ctx, run); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// carryOut is a pass over a run.
func (c *runController) carryOut(ctx context.Context, run *unstructured.Unstructured) error {
	old, _, _ := unstructured.NestedSlice(run.Object, "status", "stagesStatus")
	set := []condition{c.condition(run, "Initialized", "True", "UpdateRunInitializedSuccessfully")}
	all, goesOn, reason := []any{}, specText(run, "state") == "Run", "UpdateRunProgressing"
	isComplete := goesOn
	for i := range c.stages {
		stage := &c.stages[i]
		status, isWaiting, err := c.stage(ctx, run, stage, goesOn)
		if err != nil {
			return err
		}
		clusters, isDone, err := stage.carriedOut(run, old, i, goesOn && !isWaiting, func(name string) WorkOutcome {
			return c.outcome(run.GetName(), name)
		})
		if err != nil {
			return err
		}
		switch {
		case isWaiting:
			reason = "UpdateRunWaiting"
			status["conditions"], err = conditions(none(), c.condition(run, "Progressing", "False", "StageUpdatingWaiting"))
		case isDone:
			status["conditions"], err = conditions(none(), c.condition(run, "Succeeded", "True", "StageUpdatingSucceeded"))
		case goesOn:
			status["conditions"], err = conditions(none(), c.condition(run, "Progressing", "True", "StageUpdatingStarted"))
		}
		if err != nil {
			return err
		}
		for _, name := range stage.Clusters {
			if goesOn && !isWaiting && c.outcome(run.GetName(), name) == WorkRefused {
				failed := c.condition(run, "Succeeded", "False", "UpdateRunFailed")
				failed.Message = "cluster " + name + " was changed during the update"
				set = append(set, failed)
			}
		}
		status["clusters"] = clusters
		all, goesOn, isComplete = append(all, status), isDone, isComplete && isDone
	}
	if specText(run, "state") == "Run" {
		status := map[bool]string{true: "False", false: "True"}[reason == "UpdateRunWaiting"]
		set = append(set, c.condition(run, "Progressing", status, reason))
	}
	if isComplete {
		set = append(set, c.condition(run, "Succeeded", "True", "UpdateRunSucceeded"))
	}
	merged, err := conditions(run, set...)
	if err != nil {
		return err
	}
	return c.runs.patchStatus(ctx, run, map[string]any{
		"conditions": merged, "resourceSnapshotIndexUsed": cmp.Or(specText(run, "resourceSnapshotIndex"), "0"),
		"stagesStatus": fixedTimes(all),
	})
}

// none is an object without conditions.
func none() *unstructured.Unstructured { return &unstructured.Unstructured{Object: map[string]any{}} }

// fixedTimes gives the conditions in stages one time, so that a status that stays is the same.
func fixedTimes(value any) any {
	switch value := value.(type) {
	case []any:
		for i := range value {
			value[i] = fixedTimes(value[i])
		}
	case map[string]any:
		for name, field := range value {
			if value[name] = fixedTimes(field); name == "lastTransitionTime" {
				value[name] = "2026-08-11T12:00:00Z"
			}
		}
	}
	return value
}

func (c *runController) condition(run *unstructured.Unstructured, kind, status, reason string) condition {
	return condition{Type: kind, Status: status, Reason: reason, ObservedGeneration: run.GetGeneration()}
}

// stage is the status of a stage without its clusters, and whether it waits for its approval, which it asks for.
func (c *runController) stage(
	ctx context.Context, run *unstructured.Unstructured, stage *FleetStage, goesOn bool,
) (status map[string]any, isWaiting bool, err error) {
	status = map[string]any{"stageName": stage.Name, "conditions": []any{}}
	if stage.IsApproved == nil {
		return status, false, nil
	}
	name := run.GetName() + "-before-" + stage.Name
	task := map[string]any{"type": "Approval", "approvalRequestName": name}
	status["beforeStageTaskStatus"] = []any{task}
	if !goesOn {
		return status, false, nil
	}
	request, err := c.requests.client.Get(ctx, name, metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		request, err = c.requests.create(ctx, name, map[string]any{"spec": map[string]any{
			"parentStageRollout": run.GetName(), "targetStage": stage.Name}})
	}
	if err == nil && stage.IsApproved() {
		err = c.approve(ctx, request)
	}
	if err != nil {
		return nil, false, err
	}
	isWaiting = true
	set := []condition{c.condition(run, "ApprovalRequestCreated", "True", "StageTaskApprovalRequestCreated")}
	given, _, _ := unstructured.NestedSlice(request.Object, "status", "conditions")
	for _, fields := range given {
		if fields, _ := fields.(map[string]any); fields["type"] == "Approved" && fields["status"] == "True" &&
			fields["observedGeneration"] == request.GetGeneration() {
			isWaiting = false
			set = append(set, c.condition(run, "ApprovalRequestApproved", "True", "StageTaskApprovalRequestApproved"))
		}
	}
	task["conditions"], err = conditions(none(), set...)
	return status, isWaiting, err
}

// approve approves a request by hand. The next pass sees that.
func (c *runController) approve(ctx context.Context, request *unstructured.Unstructured) error {
	approved, err := conditions(request, c.condition(request, "Approved", "True", "ByHand"))
	if err != nil {
		return err
	}
	return c.requests.patchStatus(ctx, request, map[string]any{"conditions": approved})
}
