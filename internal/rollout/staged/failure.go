// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

import (
	"fmt"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// Cause says why a run cannot be initialized, has failed, or repeats a pass.
type Cause string

// The causes that end the initialization, in the order of the checks. Those down to ClusterNotPlaced, except
// StrategyNotFound, also end a run that has started.
const (
	PlacementNotFound      Cause = "placement-not-found"
	NotExternal            Cause = "not-external"
	NoPolicySnapshot       Cause = "no-policy-snapshot"
	SeveralPolicySnapshots Cause = "several-policy-snapshots"
	PolicyIndexMissing     Cause = "policy-index-missing"
	ClusterCountAnnotation Cause = "cluster-count-annotation"
	NotScheduled           Cause = "not-scheduled"
	NoBindings             Cause = "no-bindings"
	CountMismatch          Cause = "count-mismatch"
	StrategyNotFound       Cause = "strategy-not-found"
	BeforeTaskInvalid      Cause = "before-task-invalid"
	AfterTaskInvalid       Cause = "after-task-invalid"
	SelectorInvalid        Cause = "selector-invalid"
	DuplicateCluster       Cause = "duplicate-cluster"
	SortKeyInvalid         Cause = "sort-key-invalid"
	ClusterNotPlaced       Cause = "cluster-not-placed"
	SnapshotIndexInvalid   Cause = "snapshot-index-invalid"
	SnapshotNotFound       Cause = "snapshot-not-found"
)

// The causes that end a run that has started.
const (
	ApplyStrategyChanged  Cause = "apply-strategy-changed"
	PolicyChanged         Cause = "policy-changed"
	CountChanged          Cause = "count-changed"
	NoStages              Cause = "no-stages"
	StageClustersChanged  Cause = "stage-clusters-changed"
	StageOrderChanged     Cause = "stage-order-changed"
	NewDeletion           Cause = "new-deletion"
	Preempted             Cause = "preempted"
	ApprovalOtherTarget   Cause = "approval-other-target"
	MaxConcurrencyMissing Cause = "max-concurrency-missing"
	DeletionBindingTwice  Cause = "deletion-binding-twice"
	DeletionNotDeleting   Cause = "deletion-not-deleting"
	DeletionBindingBack   Cause = "deletion-binding-back"
	StateUnsupported      Cause = "state-unsupported"
)

// The causes that repeat a pass.
const (
	// OldPolicyBinding: a binding that is not Unscheduled has an older policy snapshot. The scheduler is not done.
	OldPolicyBinding Cause = "old-policy-binding"
	// ClusterFailing: a cluster could not be updated; it may recover.
	ClusterFailing Cause = "cluster-failing"
)

// Failure is a cause and what it is about. Fields that it is not about are empty.
type Failure struct {
	Cause Cause
	// Stage and Cluster are names.
	Stage, Cluster string
	// Found is the value that is wrong.
	Found string
}

// Error returns the cause and what it is about.
func (f *Failure) Error() string {
	var text strings.Builder
	text.WriteString(string(f.Cause))
	for _, part := range []struct{ title, value string }{{"stage", f.Stage}, {"cluster", f.Cluster}, {"found", f.Found}} {
		if part.value != "" {
			fmt.Fprintf(&text, ", %s %s", part.title, excerpt.Quote(part.value))
		}
	}
	return text.String()
}

// repeats reports whether the cause repeats a pass.
func (f *Failure) repeats() bool {
	return f.Cause == OldPolicyBinding || f.Cause == ClusterFailing
}
