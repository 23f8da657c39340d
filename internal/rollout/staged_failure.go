package rollout

import (
	"fmt"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// StagedCause says why a run cannot be initialized, has failed, or repeats a pass.
type StagedCause string

// The causes that end the initialization, in the order of the checks. Those down to StagedClusterNotPlaced, except
// StagedStrategyNotFound, also end a run that has started.
const (
	StagedPlacementNotFound      StagedCause = "placement-not-found"
	StagedNotExternal            StagedCause = "not-external"
	StagedNoPolicySnapshot       StagedCause = "no-policy-snapshot"
	StagedSeveralPolicySnapshots StagedCause = "several-policy-snapshots"
	StagedPolicyIndexMissing     StagedCause = "policy-index-missing"
	StagedClusterCountAnnotation StagedCause = "cluster-count-annotation"
	StagedNotScheduled           StagedCause = "not-scheduled"
	StagedNoBindings             StagedCause = "no-bindings"
	StagedCountMismatch          StagedCause = "count-mismatch"
	StagedStrategyNotFound       StagedCause = "strategy-not-found"
	StagedBeforeTaskInvalid      StagedCause = "before-task-invalid"
	StagedAfterTaskInvalid       StagedCause = "after-task-invalid"
	StagedSelectorInvalid        StagedCause = "selector-invalid"
	StagedDuplicateCluster       StagedCause = "duplicate-cluster"
	StagedSortKeyInvalid         StagedCause = "sort-key-invalid"
	StagedClusterNotPlaced       StagedCause = "cluster-not-placed"
	StagedSnapshotIndexInvalid   StagedCause = "snapshot-index-invalid"
	StagedSnapshotNotFound       StagedCause = "snapshot-not-found"
)

// The causes that end a run that has started.
const (
	StagedApplyStrategyChanged  StagedCause = "apply-strategy-changed"
	StagedPolicyChanged         StagedCause = "policy-changed"
	StagedCountChanged          StagedCause = "count-changed"
	StagedNoStages              StagedCause = "no-stages"
	StagedStageClustersChanged  StagedCause = "stage-clusters-changed"
	StagedStageOrderChanged     StagedCause = "stage-order-changed"
	StagedNewDeletion           StagedCause = "new-deletion"
	StagedPreempted             StagedCause = "preempted"
	StagedApprovalOtherTarget   StagedCause = "approval-other-target"
	StagedMaxConcurrencyMissing StagedCause = "max-concurrency-missing"
	StagedDeletionBindingTwice  StagedCause = "deletion-binding-twice"
	StagedDeletionNotDeleting   StagedCause = "deletion-not-deleting"
	StagedDeletionBindingBack   StagedCause = "deletion-binding-back"
	StagedStateUnsupported      StagedCause = "state-unsupported"
)

// The causes that repeat a pass.
const (
	// StagedOldPolicyBinding: a binding that is not Unscheduled has an older policy snapshot. The scheduler is not done.
	StagedOldPolicyBinding StagedCause = "old-policy-binding"
	// StagedClusterFailing: a cluster could not be updated; it may recover.
	StagedClusterFailing StagedCause = "cluster-failing"
)

// StagedFailure is a cause and what it is about. Fields that it is not about are empty.
type StagedFailure struct {
	Cause StagedCause
	// Stage and Cluster are names.
	Stage, Cluster string
	// Found is the value that is wrong.
	Found string
}

// Error returns the cause and what it is about.
func (f *StagedFailure) Error() string {
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
func (f *StagedFailure) repeats() bool {
	return f.Cause == StagedOldPolicyBinding || f.Cause == StagedClusterFailing
}
