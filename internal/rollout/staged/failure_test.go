// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

// The causes that end the initialization. Those down to CountMismatch also end a run that has started.
const (
	PlacementNotFound      Cause = "placement-not-found"
	NotExternal            Cause = "not-external"
	SeveralPolicySnapshots Cause = "several-policy-snapshots"
	PolicyIndexMissing     Cause = "policy-index-missing"
	StrategyNotFound       Cause = "strategy-not-found"
	SnapshotIndexInvalid   Cause = "snapshot-index-invalid"
	SnapshotNotFound       Cause = "snapshot-not-found"
)

// The causes that end a run that has started.
const (
	ApplyStrategyChanged Cause = "apply-strategy-changed"
	PolicyChanged        Cause = "policy-changed"
	CountChanged         Cause = "count-changed"
	NoStages             Cause = "no-stages"
	StageClustersChanged Cause = "stage-clusters-changed"
	StageOrderChanged    Cause = "stage-order-changed"
	NewDeletion          Cause = "new-deletion"
	Preempted            Cause = "preempted"
	ApprovalOtherTarget  Cause = "approval-other-target"
	DeletionBindingTwice Cause = "deletion-binding-twice"
	DeletionNotDeleting  Cause = "deletion-not-deleting"
	DeletionBindingBack  Cause = "deletion-binding-back"
	StateUnsupported     Cause = "state-unsupported"
)

// The causes of stages that the API of KubeFleet refuses.
const (
	MaxConcurrencyMissing Cause = "max-concurrency-missing"
)

// The causes that repeat a pass.
const (
	// ClusterFailing: a cluster could not be updated; it may recover.
	ClusterFailing Cause = "cluster-failing"
)

// repeats reports whether the cause repeats a pass.
func (f *Failure) repeats() bool {
	return f.Cause == OldPolicyBinding || f.Cause == ClusterFailing
}
