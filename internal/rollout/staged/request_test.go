// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Request is what one pass of the update run controller looks at: a StagedUpdateRun or ClusterStagedUpdateRun
// (placement.kubernetes-fleet.io/v1beta1), and the objects around it. All lists may be in any order.
type Request struct {
	Run Run
	// Placement is nil if there is no placement of the name that the run has.
	Placement *Placement
	// PolicySnapshots are the scheduling policy snapshots of the placement.
	PolicySnapshots []PolicySnapshot
	// ResourceSnapshots are the resource snapshots of the placement.
	ResourceSnapshots []ResourceSnapshot
	// SelectionChanged says that the resources that the placement selects now differ from the latest resource snapshot.
	SelectionChanged bool
	// Strategy is nil if there is no strategy of the name that the run has. Only the pass that initializes the run reads it.
	Strategy *Strategy
	// Clusters are the MemberClusters. Their names must be different.
	Clusters []Cluster
	// Bindings may include those of other placements, which are ignored. Their names must be different.
	Bindings []Binding
	// ApprovalRequests are those that exist.
	ApprovalRequests []ApprovalRequest
	// Now is the time of the pass.
	Now time.Time
}

// Run is the metadata.name and the spec of an update run.
type Run struct {
	Name string
	// ResourceSnapshotIndex is a decimal number of at least 0. Empty means the resources that the placement selects now.
	ResourceSnapshotIndex string
	State                 State
}

// State is what the user wants of a run.
type State string

// The states of a run.
const (
	// Initialize computes the stages and starts nothing.
	Initialize State = "Initialize"
	// Execute goes through the stages.
	Execute State = "Run"
	// Stop starts nothing more, and waits for the clusters that are being updated.
	Stop State = "Stop"
)

// Placement is the part of a placement that a run reads.
type Placement struct {
	Name string
	// StrategyType must be External. Empty means a rolling update.
	StrategyType string
	// ApplyStrategy has its defaults already.
	ApplyStrategy ApplyStrategy
}

// ApplyStrategy is the spec.strategy.applyStrategy of a placement and the spec.applyStrategy of a binding.
type ApplyStrategy struct {
	ComparisonOption string `json:"comparisonOption,omitempty"`
	WhenToApply      string `json:"whenToApply,omitempty"`
	Type             string `json:"type,omitempty"`
	WhenToTakeOver   string `json:"whenToTakeOver,omitempty"`
	// ServerSideApplyConfig is read with the type ServerSideApply only.
	ServerSideApplyConfig ServerSideApply `json:"serverSideApplyConfig,omitzero"`
}

// ServerSideApply configures a server-side apply.
type ServerSideApply struct {
	// Force takes over fields that another manager owns.
	Force bool `json:"force,omitempty"`
}

// SetDefaults sets the defaults of the API server.
func (a *ApplyStrategy) SetDefaults() {
	for _, field := range []struct {
		value    *string
		standard string
	}{
		{&a.ComparisonOption, "PartialComparison"}, {&a.WhenToApply, "Always"}, {&a.Type, "ClientSideApply"},
		{&a.WhenToTakeOver, "Always"},
	} {
		if *field.value == "" {
			*field.value = field.standard
		}
	}
}

// ResourceSnapshot is a resource snapshot.
type ResourceSnapshot struct {
	Name string
	// Index is the label kubernetes-fleet.io/resource-index.
	Index string
	// Latest is the label kubernetes-fleet.io/is-latest-snapshot.
	Latest bool
}

// Binding is a binding and how far its cluster is.
type Binding struct {
	placement.ResourceBinding
	// Generation is the metadata.generation. A condition applies only if it was observed at this generation.
	Generation int64
	// Conditions are the status.conditions.
	Conditions []metav1.Condition
	// ApplyStrategy is the spec.applyStrategy.
	ApplyStrategy ApplyStrategy
}

// ApprovalRequest is an ApprovalRequest or ClusterApprovalRequest.
type ApprovalRequest struct {
	Name string
	// TargetRun and TargetStage are what the request is for.
	TargetRun, TargetStage string
	// Approved and Accepted say that the conditions Approved and ApprovalAccepted are True at the current generation.
	Approved, Accepted bool
}
