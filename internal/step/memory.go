// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// What a rollout does when too many clusters failed. Empty is BreachStops.
const (
	BreachStops     = "stop"
	BreachRollsBack = "rollback"
)

// CarryRequest is what a rollout is asked for.
type CarryRequest struct {
	Request
	// Revision is what is rolled out: any text.
	Revision string `json:"revision"`
	// ApprovedStages are the approvals by revision: each the name of a stage with one approval, or before- or after- and the name.
	ApprovedStages map[string][]string `json:"approvedStages,omitempty"`
	// ApprovalGroups are the names of the decision groups that start with an approval only, which Open Cluster Management does not
	// have.
	ApprovalGroups []string `json:"approvalGroups,omitempty"`
	// RequireStatus says that a cluster is finished only when its status says so. Otherwise it is as soon as it has the
	// revision, and the time that the strategy asks for has passed. Nil means true.
	RequireStatus *bool `json:"requireStatus,omitempty"`
	// OnBreach says what to do when too many clusters failed.
	OnBreach string `json:"onBreach,omitempty"`
	// MaxFailures is how many clusters may fail with a strategy of KubeFleet, which has no such limit; nil if there is no limit.
	MaxFailures *intstr.IntOrString `json:"maxFailures,omitempty"`
	// ProgressDeadline is how long a cluster may be in progress with a strategy of KubeFleet, which has no deadline.
	ProgressDeadline string `json:"progressDeadline,omitempty"`
	// RollbackConcurrency is how many healthy clusters return at a time; nil means all of them.
	RollbackConcurrency *intstr.IntOrString `json:"rollbackConcurrency,omitempty"`
	// MaxRemovals is how many clusters may lose the workload in a step because they are no longer chosen, or because Initial leaves
	// out clusters of a rollout that is replaced: a number, or a percentage of those that have it, rounded down. Nil means any
	// number but not all of them, unless as many others get it, and none that Initial leaves out.
	MaxRemovals *intstr.IntOrString `json:"maxRemovals,omitempty"`
	// AllowMissingGroups rolls out although a mandatory decision group, or one of ApprovalGroups, does not exist.
	AllowMissingGroups bool `json:"allowMissingGroups,omitempty"`
	// Paused starts nothing, and removes nothing.
	Paused bool `json:"paused,omitempty"`
	// Abort rolls back.
	Abort bool `json:"abort,omitempty"`
	// Retry is any text. When it changes, clusters that failed are tried again, and so is a revision that was given up.
	Retry string `json:"retry,omitempty"`
	// Initial are the revisions that the clusters have when the rollout begins: see [Begin].
	Initial map[string]string `json:"initialRevisions,omitempty"`
}

// Memory is a rollout as the last apply left it.
type Memory struct {
	Strategy rollout.Strategy `json:"strategy"`
	Revision string           `json:"revision"`
	Retry    string           `json:"retry,omitempty"`
	Paused   bool             `json:"paused,omitempty"`
	Progress
}

// State is how far a cluster is with the revision.
type State string

// The states of a cluster.
const (
	// StateWaiting: the cluster does not have the revision yet.
	StateWaiting State = "Waiting"
	// StateProgressing: it has the revision, which is not complete.
	StateProgressing State = "Progressing"
	// StateSoaking: the revision is complete for less time than the strategy asks for.
	StateSoaking State = "Soaking"
	// StateSucceeded: the cluster is finished. It stays so until its status says something else.
	StateSucceeded State = "Succeeded"
	StateFailed    State = "Failed"
	StateTimeOut   State = "TimeOut"
	StateSkip      State = "Skip"
	// StateLeaving: the cluster has the workload and is no longer chosen.
	StateLeaving State = "Leaving"
	// StateRollingBack: it has returned to an earlier revision, which is not complete.
	StateRollingBack State = "RollingBack"
	// StateRolledBack: the earlier revision is complete.
	StateRolledBack State = "RolledBack"
	// StateRollbackFailed: the earlier revision has failed, or was not complete before the deadline.
	StateRollbackFailed State = "RollbackFailed"
)

// Phase is how far a rollout is.
type Phase string

// The phases of a rollout.
const (
	PhaseProgressing Phase = "Progressing"
	PhaseSucceeded   Phase = "Succeeded"
	// PhasePartiallyFailed: every cluster is finished or was given up, and the strategy tolerates those that were.
	PhasePartiallyFailed Phase = "PartiallyFailed"
	PhasePaused          Phase = "Paused"
	// PhaseStuck: every cluster in progress has failed, and no deadline gives it up.
	PhaseStuck       Phase = "Stuck"
	PhaseBreached    Phase = "Breached"
	PhaseRollingBack Phase = "RollingBack"
	PhaseRolledBack  Phase = "RolledBack"
)

// Progress is how far a rollout is after a plan.
type Progress struct {
	// Revisions are what the clusters shall have now.
	Revisions map[string]string `json:"revisions"`
	// ClustersByState are the names of the clusters, separated by commas, that are neither finished nor wait: see
	// [Progress.StatesOf].
	ClustersByState map[string]string `json:"clustersByState"`
	WavePlaces
	// Waves are the clusters in the order of the strategy, each once.
	Waves []Wave `json:"-"`
	Phase Phase  `json:"phase"`
	// CompletedRevision is the last one that was complete or that clusters were taken over with; empty if there is none. Clusters
	// return to it.
	CompletedRevision string `json:"completedRevision,omitempty"`
	// RollbackRevisions are what clusters return to that do not return to CompletedRevision. Empty for one that loses the workload.
	RollbackRevisions map[string]string `json:"rollbackRevisions"`
	// GivenUpRevisions are the last revisions that were given up before they were complete, the latest one last.
	GivenUpRevisions []string `json:"givenUpRevisions"`
	// Breached says that nothing starts because too many clusters failed or the rollout was aborted; BreachReason says why.
	Breached     bool   `json:"breached"`
	BreachReason string `json:"breachReason,omitempty"`
	// WaitsFor says what the rollout waits for; empty if it is complete.
	WaitsFor string `json:"waitsFor,omitempty"`
	// NextChange is the first time at which something changes without a change to the request; zero if there is none.
	NextChange time.Time `json:"nextChange,omitzero"`
	// History are the last steps, a line each, the latest one last. A plan shows the line that it adds, and not the earlier ones.
	History []string `json:"history"`
	// Moves are what this step changes on clusters.
	Moves []Move `json:"-"`
	// Times are what is remembered of time.
	Times Times `json:"-"`
	// Starts says that the step starts the revision on a cluster.
	Starts bool `json:"-"`
}

// maxHistory is how many steps and how many revisions that were given up are remembered.
const maxHistory = 20
