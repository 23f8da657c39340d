// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// stagedHub is the API server around a run: it applies the events of a case and what a pass writes.
type stagedHub struct {
	now            time.Time
	req            staged.Request
	bindings       []*hubBinding
	status         staged.Status
	deleted        bool
	placementName  string
	placementApply staged.ApplyStrategy
}

type hubBinding struct {
	staged.Binding
	noFinalizer, gone bool
}

func newStagedHub(in *stagedInput) *stagedHub {
	h := &stagedHub{now: noon, placementName: in.Run.PlacementName}
	h.placementApply.SetDefaults()
	h.req = staged.Request{
		Run:      staged.Run{Name: in.Run.Name, ResourceSnapshotIndex: in.Run.ResourceSnapshotIndex, State: in.Run.State},
		Strategy: in.Strategy, Clusters: in.Clusters, SelectionChanged: in.SelectionChanged,
	}
	if p := in.Placement; p != nil {
		p.ApplyStrategy.SetDefaults()
		h.placementApply = p.ApplyStrategy
		h.req.Placement = &staged.Placement{Name: p.Name, StrategyType: p.StrategyType, ApplyStrategy: p.ApplyStrategy}
	}
	for i := range in.PolicySnapshots {
		h.req.PolicySnapshots = append(h.req.PolicySnapshots, in.PolicySnapshots[i].snapshot())
	}
	for _, s := range in.ResourceSnapshots {
		h.addResourceSnapshot(s.Index, s.Latest)
	}
	for i := range in.Bindings {
		h.add(&in.Bindings[i])
	}
	for _, r := range in.ApprovalRequests {
		h.req.ApprovalRequests = append(h.req.ApprovalRequests, staged.ApprovalRequest{
			Name: r.Name, TargetRun: r.TargetRun, TargetStage: r.TargetStage,
			Approved: meta.IsStatusConditionTrue(r.Conditions, "Approved"), Accepted: meta.IsStatusConditionTrue(r.Conditions,
				"ApprovalAccepted"),
		})
	}
	return h
}

func (s *stagedSnapshot) snapshot() staged.PolicySnapshot {
	return staged.PolicySnapshot{
		Name: s.Name, Index: s.Index, Latest: s.Latest, PlacementType: s.Policy.PlacementType, ClusterNames: s.Policy.ClusterNames,
		NumberOfClusters: s.NumberOfClusters, Scheduled: s.Scheduled == "True" && !s.ScheduledStale,
	}
}

func (h *stagedHub) addResourceSnapshot(index int, latest bool) {
	if latest {
		for i := range h.req.ResourceSnapshots {
			h.req.ResourceSnapshots[i].Latest = false
		}
	}
	h.req.ResourceSnapshots = append(h.req.ResourceSnapshots, staged.ResourceSnapshot{
		Name: fmt.Sprintf("%s-%d-snapshot", h.placementName, index), Index: strconv.Itoa(index), Latest: latest,
	})
}

// add creates a binding.
func (h *stagedHub) add(in *stagedInputBinding) {
	b := &hubBinding{noFinalizer: in.NoFinalizer}
	b.Name, b.TargetCluster, b.State = in.Name, in.Cluster, in.State
	b.PolicySnapshot, b.ResourceSnapshot, b.Placement = in.PolicySnapshot, in.ResourceSnapshot, in.Placement
	if b.Placement == "" {
		b.Placement = h.placementName
	}
	b.Generation = max(in.Generation, 1)
	b.ApplyStrategy = h.placementApply
	if in.ApplyStrategy != nil {
		b.ApplyStrategy = *in.ApplyStrategy
		b.ApplyStrategy.SetDefaults()
	}
	b.set(in.Conditions...)
	h.bindings = append(h.bindings, b)
}

// set sets conditions of a binding.
func (b *hubBinding) set(conditions ...stagedInputCondition) {
	for _, c := range conditions {
		generation := b.Generation
		if c.Stale {
			generation--
		}
		meta.SetStatusCondition(&b.Conditions, metav1.Condition{Type: c.Type, Status: c.Status, Reason: c.Reason,
			ObservedGeneration: generation})
	}
}

// remove asks for the deletion of a binding.
func (b *hubBinding) remove() {
	if b.noFinalizer {
		b.gone = true
	} else if !b.Deleting {
		b.Deleting = true
		b.Generation++
	}
}

// apply applies an event.
func (h *stagedHub) apply(e *stagedEvent) {
	for _, b := range h.bindings {
		if slices.Contains(e.Bindings, b.Name) {
			b.apply(e)
		}
	}
	h.bindings = slices.DeleteFunc(h.bindings, func(b *hubBinding) bool { return b.gone })
	for i := range h.req.ApprovalRequests {
		if r := &h.req.ApprovalRequests[i]; r.Name == e.Request && (e.Kind == "approve" || e.Kind == "revoke") {
			r.Approved = e.Kind == "approve" && !e.Stale
		}
	}
	switch e.Kind {
	case "addBinding":
		h.add(&e.Add)
	case "deleteRequest":
		h.req.ApprovalRequests = slices.DeleteFunc(h.req.ApprovalRequests,
			func(r staged.ApprovalRequest) bool { return r.Name == e.Request })
	case "deleteRun":
		h.deleted = true
	case "runState":
		h.req.Run.State = staged.State(e.State)
	case "cluster", "removeCluster":
		h.applyCluster(e)
	case "policySnapshot":
		h.applyPolicy(e.PolicySnapshot.snapshot())
	case "placement":
		h.applyPlacement(e)
	case "deletePlacement":
		h.req.Placement = nil
	case "stages":
		h.req.Strategy = &staged.Strategy{Stages: e.Stages}
	case "deleteStrategy":
		h.req.Strategy = nil
	case "resourceSnapshot":
		h.addResourceSnapshot(e.Index, true)
	}
}

func (b *hubBinding) apply(e *stagedEvent) {
	switch e.Kind {
	case "available":
		b.set(stagedInputCondition{Type: "Applied", Status: "True", Reason: "AllWorkHaveBeenApplied"},
			stagedInputCondition{Type: "Available", Status: "True", Reason: "AllWorkAreAvailable"})
	case "failed":
		b.set(stagedInputCondition{Type: "Applied", Status: "False", Reason: "NotAllWorkHaveBeenApplied"})
	case "conditions":
		b.set(e.Conditions...)
	case "bindingSpec":
		b.Generation++
		if e.State != "" {
			b.State = placement.BindingState(e.State)
		}
		if e.ResourceSnapshot != "" {
			b.ResourceSnapshot = e.ResourceSnapshot
		}
		if e.PolicySnapshot != nil {
			b.PolicySnapshot = e.PolicySnapshot.Name
		}
	case "deleteBinding":
		b.remove()
	case "removeFinalizer":
		b.noFinalizer = true
		b.gone = b.Deleting
	}
}

func (h *stagedHub) applyCluster(e *stagedEvent) {
	var c staged.Cluster
	if err := json.Unmarshal(e.Cluster, &c); err != nil {
		_ = json.Unmarshal(e.Cluster, &c.Name)
	}
	h.req.Clusters = slices.DeleteFunc(h.req.Clusters, func(o staged.Cluster) bool { return o.Name == c.Name })
	if e.Kind == "cluster" {
		h.req.Clusters = append(h.req.Clusters, c)
	}
}

func (h *stagedHub) applyPolicy(s staged.PolicySnapshot) {
	list := slices.DeleteFunc(h.req.PolicySnapshots, func(o staged.PolicySnapshot) bool { return o.Name == s.Name })
	for i := range list {
		list[i].Latest = list[i].Latest && !s.Latest
	}
	h.req.PolicySnapshots = append(list, s)
}

func (h *stagedHub) applyPlacement(e *stagedEvent) {
	changed := *h.req.Placement
	if e.StrategyType != nil {
		changed.StrategyType = *e.StrategyType
	}
	if e.ApplyStrategy != nil {
		changed.ApplyStrategy = *e.ApplyStrategy
		changed.ApplyStrategy.SetDefaults()
	}
	h.req.Placement = &changed
}

// step applies a step of a case, and runs the controller.
func (h *stagedHub) step(step stagedStep) stagedAnswer {
	h.now = h.now.Add(time.Duration(step.Advance) * time.Second)
	for i := range step.Events {
		h.apply(&step.Events[i])
	}
	answer := stagedAnswer{At: seconds(h.now)}
	if h.deleted {
		return stagedAnswer{At: answer.At, Passes: 1, Gone: true}
	}
	for answer.Passes < 100 {
		answer.Passes++
		result := h.pass()
		answer.add(result)
		if !step.Settle || !result.Requeue || result.RequeueAfter > 0 {
			break
		}
	}
	answer.finish(h.status)
	return answer
}

// pass runs the controller once, and writes what it wants.
func (h *stagedHub) pass() staged.Result {
	h.req.Now, h.req.Bindings = h.now, nil
	for _, b := range h.bindings {
		h.req.Bindings = append(h.req.Bindings, b.Binding)
	}
	result := staged.Pass(h.req, h.status)
	h.status = result.Status
	for _, b := range h.bindings {
		named := func(c staged.Change) bool { return c.Binding == b.Name }
		rolled := slices.ContainsFunc(result.Rolled, named)
		if rolled {
			b.State, b.ResourceSnapshot, b.ApplyStrategy = placement.BindingBound, h.status.ResourceSnapshot, h.status.ApplyStrategy
			b.Generation++
		}
		if rolled || slices.ContainsFunc(result.Restarted, named) {
			b.set(stagedInputCondition{Type: "RolloutStarted", Status: "True", Reason: "RolloutStarted"})
		}
		if slices.ContainsFunc(result.Deleted, named) {
			b.remove()
		}
	}
	h.bindings = slices.DeleteFunc(h.bindings, func(b *hubBinding) bool { return b.gone })
	if result.SnapshotCreated {
		index, _ := strconv.Atoi(h.status.ResourceIndex)
		h.addResourceSnapshot(index, true)
	}
	h.req.ApprovalRequests = append(h.req.ApprovalRequests, result.RequestsCreated...)
	for _, accepted := range result.RequestsAccepted {
		for i := range h.req.ApprovalRequests {
			if h.req.ApprovalRequests[i].Name == accepted.Name {
				h.req.ApprovalRequests[i] = accepted
			}
		}
	}
	return result
}

// add adds what a pass did to the answer of a step.
func (a *stagedAnswer) add(result staged.Result) {
	clusters := func(list []staged.Change) (names []string) {
		for _, c := range list {
			names = append(names, c.Cluster)
		}
		return names
	}
	requests := func(list []staged.ApprovalRequest) (names []string) {
		for _, r := range list {
			names = append(names, r.Name)
		}
		return names
	}
	a.Rolled = append(a.Rolled, clusters(result.Rolled)...)
	a.Restarted = append(a.Restarted, clusters(result.Restarted)...)
	a.Deleted = append(a.Deleted, clusters(result.Deleted)...)
	a.RequestsCreated = append(a.RequestsCreated, requests(result.RequestsCreated)...)
	a.RequestsAccepted = append(a.RequestsAccepted, requests(result.RequestsAccepted)...)
	a.Requeue, a.Retry, a.Failure = nil, result.Retry != nil, ""
	if result.Requeue {
		after := int(result.RequeueAfter / time.Second)
		a.Requeue = &after
	}
	if result.Retry != nil {
		a.Failure = string(result.Retry.Cause)
	}
}

// finish adds the status after the last pass.
func (a *stagedAnswer) finish(status staged.Status) {
	if status.Failure != nil {
		a.Failure = string(status.Failure.Cause)
	}
	a.Initialized, a.Progressing = conditionAnswer(status.Initialized), conditionAnswer(status.Progressing)
	a.Succeeded, a.Progressing.Since = conditionAnswer(status.Succeeded), 0
	a.Stuck = status.Stuck
	if len(a.Stuck) > 3 {
		a.Stuck = append(slices.Clone(a.Stuck[:3]), "...")
	}
	for _, stage := range status.Stages {
		a.Stages = append(a.Stages, stageAnswerOf(stage))
	}
	a.Deletion = stageAnswerOf(status.Deletion)
}
