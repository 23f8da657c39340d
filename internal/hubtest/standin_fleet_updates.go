// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"context"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// updateRun is a run that is carried out.
type updateRun struct {
	*runController
	// selected and removed are the clusters as they were when the run was initialized.
	selected, removed []string
	// object is the run as it was looked at last, and bindings are those of the placement.
	object   *unstructured.Unstructured
	bindings map[string]*unstructured.Unstructured
	// clusters are those that were started.
	clusters map[string]*updatedCluster
	// stage is the index of the stage that is carried out, and askedFor whether it was asked for its approval.
	stage      int
	askedFor   bool
	isApproved bool
	// pause is that after an error, until next.
	pause    time.Duration
	next     time.Time
	hasEnded bool
}

// updatedCluster is a cluster that was started.
type updatedCluster struct {
	since  time.Time
	isDone bool
	// generation is that of the run in which it was started, or is done.
	generation int64
}

// The phases of a run, which are the reasons of conditions behind a prefix.
const (
	updateProgressing = "Progressing"
	updateWaiting     = "Waiting"
	updateStuck       = "Stuck"
	updateStopping    = "Stopping"
	updateStopped     = "Stopped"
	updateSucceeded   = "Succeeded"
)

// goOn carries the run out as far as it gets in a pass. A run that is stopped starts nothing and asks for nothing.
func (r *updateRun) goOn(ctx context.Context, starts bool) (phase, failure string, err error) {
	for ; r.stage < len(r.stages); r.stage, r.askedFor, r.isApproved = r.stage+1, false, false {
		stage := &r.stages[r.stage]
		members := r.members(stage)
		if starts && stage.AsksBefore && len(members) > 0 && !r.isApproved {
			r.askedFor = true
			if r.isApproved, err = r.approved(ctx, r.object.GetName(), stage.Name); err != nil || !r.isApproved {
				return updateWaiting, "", err
			}
		}
		phase, failure, err = r.update(ctx, members, max(stage.Concurrency, 1), starts)
		if phase+failure != "" || err != nil {
			return phase, failure, err
		}
	}
	isLeft := false
	for _, cluster := range r.removed {
		if binding := r.bindings[cluster]; binding != nil && starts {
			isLeft = true
			if err := remove(ctx, r.runController.bindings.client, binding); err != nil {
				return "", "", err
			}
		}
	}
	switch {
	case isLeft:
		return updateProgressing, "", nil
	case !starts:
		return updateStopped, "", nil
	}
	return updateSucceeded, "", nil
}

// members are the clusters of a stage that were chosen when the run was initialized.
func (r *updateRun) members(stage *FleetStage) []string {
	return slices.DeleteFunc(slices.Clone(stage.Clusters), func(name string) bool { return !slices.Contains(r.selected, name) })
}

// update starts clusters of a stage as long as there are slots, and looks at those that were started. The phase is empty when all
// are updated.
func (r *updateRun) update(ctx context.Context, members []string, slots int, starts bool) (phase, failure string, err error) {
	open, isFailing, isLate := 0, false, false
	snapshot := r.snapshot(r.object)
	for _, name := range members {
		cluster, binding := r.clusters[name], r.bindings[name]
		switch {
		case cluster != nil && cluster.isDone:
			continue
		case cluster == nil && (!starts || slots == 0):
			open += map[bool]int{true: 1}[starts]
			continue
		case cluster == nil:
			err := r.runController.bindings.patch(ctx, binding, map[string]any{"spec": map[string]any{
				"state": "Bound", "resourceSnapshotName": snapshot,
			}})
			if err != nil {
				return "", "", err
			}
			r.clusters[name] = &updatedCluster{since: time.Now(), generation: r.object.GetGeneration()}
		case starts && specText(binding, "resourceSnapshotName") != snapshot:
			return "", "cluster " + name + " was changed by another run", nil
		case current(binding, "Available", "True"):
			cluster.isDone, cluster.generation = true, r.object.GetGeneration()
			continue
		default:
			isFailing = isFailing || current(binding, "Applied", "False") || current(binding, "Available", "False")
			isLate = isLate || time.Since(cluster.since) > stuckAfter
		}
		open, slots = open+1, slots-1
	}
	r.backOff(isFailing)
	switch {
	case isLate && starts:
		return updateStuck, "", nil
	case open > 0 && starts:
		return updateProgressing, "", nil
	case open > 0:
		return updateStopping, "", nil
	case !starts:
		return updateStopped, "", nil
	}
	return "", "", nil
}

// backOff lets more and more time pass as long as a cluster fails: a workload that starts counts as one.
func (r *updateRun) backOff(isFailing bool) {
	if !isFailing {
		r.pause = 0
		return
	}
	r.pause = min(max(2*r.pause, interval), longestPause)
	r.next = time.Now().Add(r.pause)
}

// current reports whether an object has a condition of its generation.
func current(o *unstructured.Unstructured, kind, status string) bool {
	list, _, _ := unstructured.NestedSlice(o.Object, "status", "conditions")
	return slices.ContainsFunc(list, func(value any) bool {
		fields, _ := value.(map[string]any)
		return fields["type"] == kind && fields["status"] == status && fields["observedGeneration"] == o.GetGeneration()
	})
}

// progress are the statuses of the condition Progressing by phase.
var progress = map[string]string{
	updateProgressing: "True", updateWaiting: "False", updateStuck: "False", updateStopping: "Unknown", updateStopped: "False",
	updateSucceeded: "False",
}

// report writes the status of the run. The phase is empty in state Initialize, and after a failure.
func (r *updateRun) report(ctx context.Context, phase, failure string) error {
	set := []condition{r.condition("Initialized", "True", "UpdateRunInitializedSuccessfully")}
	if phase != "" {
		set = append(set, r.condition("Progressing", progress[phase], "UpdateRun"+phase))
	}
	if phase == updateSucceeded {
		set = append(set, r.condition("Succeeded", "True", "UpdateRunSucceeded"))
	}
	if failure != "" {
		failed := r.condition("Succeeded", "False", "UpdateRunFailed")
		failed.Message = failure
		set = append(set, r.condition("Progressing", "False", "UpdateRunFailed"), failed)
	}
	merged, err := conditions(r.object, set...)
	if err != nil {
		return err
	}
	stages := []any{}
	for i := range r.stages {
		stages = append(stages, r.stageStatus(i, phase))
	}
	removed := []any{}
	for _, cluster := range r.removed {
		removed = append(removed, map[string]any{"clusterName": cluster})
	}
	index := strings.TrimSuffix(strings.TrimPrefix(r.snapshot(r.object), r.placement+"-"), "-snapshot")
	return r.runs.patchStatus(ctx, r.object, map[string]any{
		"conditions": merged, "resourceSnapshotIndexUsed": index, "stagesStatus": stages,
		"deletionStageStatus": map[string]any{"stageName": "kubernetes-fleet.io/deleteStage", "clusters": removed},
	})
}

func (r *updateRun) condition(kind, status, reason string) condition {
	return condition{Type: kind, Status: status, Reason: reason, ObservedGeneration: r.object.GetGeneration()}
}

// stageStatus is the status of a stage.
func (r *updateRun) stageStatus(index int, phase string) map[string]any {
	stage := &r.stages[index]
	clusters := []any{}
	for _, name := range r.members(stage) {
		status := map[string]any{"clusterName": name}
		if cluster := r.clusters[name]; cluster != nil {
			set := []any{stageCondition("Started", "True", "ClusterUpdatingStarted", cluster.generation)}
			if cluster.isDone {
				set = append(set, stageCondition("Succeeded", "True", "ClusterUpdatingSucceeded", cluster.generation))
			}
			status["conditions"] = set
		}
		clusters = append(clusters, status)
	}
	status := map[string]any{"stageName": stage.Name, "clusters": clusters}
	generation := r.object.GetGeneration()
	switch reason := strings.Replace(strings.Replace(phase, updateProgressing, "Started", 1), updateStuck, "Started", 1); {
	case index < r.stage:
		status["conditions"] = []any{stageCondition("Succeeded", "True", "StageUpdatingSucceeded", generation)}
	case index == r.stage && phase != "":
		is := map[bool]string{true: "True", false: progress[phase]}[reason == "Started"]
		status["conditions"] = []any{stageCondition("Progressing", is, "StageUpdating"+reason, generation)}
	}
	if !stage.AsksBefore {
		return status
	}
	task := map[string]any{"type": "Approval", "approvalRequestName": r.object.GetName() + "-before-" + stage.Name}
	var set []any
	if index < r.stage || index == r.stage && r.askedFor {
		set = append(set, stageCondition("ApprovalRequestCreated", "True", "StageTaskApprovalRequestCreated", generation))
	}
	if index < r.stage || index == r.stage && r.isApproved {
		set = append(set, stageCondition("ApprovalRequestApproved", "True", "StageTaskApprovalRequestApproved", generation))
	}
	if len(set) > 0 {
		task["conditions"] = set
	}
	status["beforeStageTaskStatus"] = []any{task}
	return status
}

func stageCondition(kind, status, reason string, generation int64) map[string]any {
	return map[string]any{
		"type": kind, "status": status, "reason": reason, "message": "", "observedGeneration": generation,
		"lastTransitionTime": fixedTime,
	}
}
