// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

import (
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Status is how far a run is. The zero value is that of a run that no pass has seen.
type Status struct {
	// Initialized, Progressing and Succeeded are the conditions of the run.
	Initialized, Progressing, Succeeded Condition
	// Failure is why the run could not be initialized or has failed; nil otherwise. It is final.
	Failure *Failure
	// Strategy is the strategy as the pass that initialized the run found it. Later passes use this one.
	Strategy *Strategy
	// PolicyIndex is the index of the scheduling policy snapshot.
	PolicyIndex string
	// ClusterCount is the number of selected bindings.
	ClusterCount int
	// ApplyStrategy is that of the placement when the run was initialized.
	ApplyStrategy ApplyStrategy
	// ResourceIndex and ResourceSnapshot are the index and the name of the resource snapshot that is rolled out.
	ResourceIndex, ResourceSnapshot string
	// Stages are those of the strategy, in its order.
	Stages []StageStatus
	// Deletion is the last stage, which deletes the bindings of the clusters that are not selected any more.
	Deletion StageStatus
	// Stuck are the clusters that make a run stuck, in the order of the stage.
	Stuck []string
}

// StageStatus is how far a stage is.
type StageStatus struct {
	Name string
	// Clusters are in the order of the update; those of the deletion stage are in the order of their names.
	Clusters []ClusterStatus
	// Progressing and Succeeded are the conditions of the stage.
	Progressing, Succeeded Condition
	// Start and End are zero before.
	Start, End time.Time
	// Before and After are the tasks.
	Before, After []TaskStatus
}

// ClusterStatus is how far a cluster of a stage is.
type ClusterStatus struct {
	Name  string
	State ClusterState
	// Started is when its update was started; zero before.
	Started time.Time
}

// ClusterState is how far the update, or in the deletion stage the deletion, of a cluster is.
type ClusterState string

// The states of a cluster.
const (
	NotStarted ClusterState = ""
	Updating   ClusterState = "Updating"
	Succeeded  ClusterState = "Succeeded"
	// Failed: something else changed the binding during the update, which fails the run.
	Failed ClusterState = "Failed"
)

// TaskStatus is how far a task of a stage is.
type TaskStatus struct {
	Type TaskType
	// Wait is the time that a TimedWait takes.
	Wait time.Duration
	// Request is the name of the approval request of an Approval.
	Request string
	// Created: the request exists. Approved: it was approved, which is not taken back.
	Created, Approved bool
	// Elapsed: the wait was over once. After a stop it starts again, and Elapsed stays.
	Elapsed bool
}

// Condition is a condition of a run or stage; the zero value is one that is not set.
type Condition struct {
	// Status is True, False or Unknown.
	Status metav1.ConditionStatus
	// Reason is one that KubeFleet uses.
	Reason string
	// Since is when the status changed last. A change of only the reason keeps it.
	Since time.Time
}

// set changes the condition.
func (c *Condition) set(status metav1.ConditionStatus, reason string, now time.Time) {
	if c.Status != status {
		c.Since = now
	}
	c.Status, c.Reason = status, reason
}

// Result is what one pass does.
type Result struct {
	// Status is that after the pass.
	Status Status
	// Rolled are the bindings that become Bound on the snapshot and with the apply strategy of the run, and get the
	// condition RolloutStarted, in order. Restarted only get this condition. Deleted are deleted.
	Rolled, Restarted, Deleted []Change
	// RequestsCreated are the approval requests that the pass creates, RequestsAccepted those whose approval it accepts.
	RequestsCreated, RequestsAccepted []ApprovalRequest
	// SnapshotCreated says that the pass creates the resource snapshot of the run.
	SnapshotCreated bool
	// Requeue says that the controller wants to run again after RequeueAfter; otherwise it waits for a change.
	Requeue      bool
	RequeueAfter time.Duration
	// Retry is why the pass ended early; it is repeated with back-off. Nil if it did not.
	Retry *Failure
}

// Change is a binding that a pass writes.
type Change struct {
	Cluster, Binding string
}

// The intervals after which the controller runs again.
const (
	// UpdatingInterval: while clusters are updated or deleted.
	UpdatingInterval = 15 * time.Second
	// WaitingInterval: while a stage waits for an approval.
	WaitingInterval = 60 * time.Second
	// StuckAfter: a cluster that is updated for longer makes the run stuck.
	StuckAfter = 5 * time.Minute
)

// stagedReason* are the reasons of the conditions of a run, and stageReason* those of a stage.
const (
	reasonInitialized = "UpdateRunInitializedSuccessfully"
	reasonInitFailed  = "UpdateRunInitializedFailed"
	reasonProgressing = "UpdateRunProgressing"
	reasonWaiting     = "UpdateRunWaiting"
	reasonStuck       = "UpdateRunStuck"
	reasonStopping    = "UpdateRunStopping"
	reasonStopped     = "UpdateRunStopped"
	reasonFailed      = "UpdateRunFailed"
	reasonSucceeded   = "UpdateRunSucceeded"

	stageReasonStarted   = "StageUpdatingStarted"
	stageReasonWaiting   = "StageUpdatingWaiting"
	stageReasonStopping  = "StageUpdatingStopping"
	stageReasonStopped   = "StageUpdatingStopped"
	stageReasonFailed    = "StageUpdatingFailed"
	stageReasonSucceeded = "StageUpdatingSucceeded"
	stageReasonSkipped   = "StageUpdatingSkippedNoClusters"
)

// clone copies what a pass changes.
func (s Status) clone() Status {
	s.Stages = slices.Clone(s.Stages)
	for i := range s.Stages {
		s.Stages[i] = s.Stages[i].clone()
	}
	s.Deletion = s.Deletion.clone()
	s.Stuck = slices.Clone(s.Stuck)
	return s
}

func (s StageStatus) clone() StageStatus {
	s.Clusters, s.Before, s.After = slices.Clone(s.Clusters), slices.Clone(s.Before), slices.Clone(s.After)
	return s
}

// begin marks the stage as being updated.
func (s *StageStatus) begin(now time.Time) {
	if s.Start.IsZero() {
		s.Start = now
	}
	s.Progressing.set(metav1.ConditionTrue, stageReasonStarted, now)
}

// finish marks the stage as done, for one of the reasons of a stage.
func (s *StageStatus) finish(status metav1.ConditionStatus, reason string, now time.Time) {
	if s.Start.IsZero() && status == metav1.ConditionTrue {
		s.Start = now
	}
	if s.End.IsZero() {
		s.End = now
	}
	s.Progressing.set(metav1.ConditionFalse, reason, now)
	s.Succeeded.set(status, reason, now)
}

// start marks a cluster as being updated.
func (c *ClusterStatus) start(now time.Time) {
	c.State, c.Started = Updating, now
}
