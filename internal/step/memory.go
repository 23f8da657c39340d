// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"maps"
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
	// Any text, such as an image, a chart version or a hash, known during plan. A new one starts a new rollout, also in the middle
	// of another.
	Revision string `json:"revision"`
	// The approvals, by revision, such as `{ "web:2.1.0" = ["prod"] }`: names of stages with one task of type `Approval`, or with
	// `before-` or `after-` in front, and names in `approval_groups`. After `retry` has changed, approvals are needed anew: the key
	// is the revision, a space and the text of `retry`. `waits_for` has the line to add.
	ApprovedStages map[string][]string `json:"approvedStages,omitempty"`
	// For `ProgressivePerGroup`: the names of the decision groups that start only when `approved_stages` approves them. Those behind
	// wait, too. Defaults to none.
	// ---
	// Open Cluster Management does not have them.
	ApprovalGroups []string `json:"approvalGroups,omitempty"`
	// Whether a cluster is finished only when `cluster_status` says so. With `false` also once an apply has given it the revision
	// and `min_success_time` or `unavailable_period_seconds` has passed, unless a status says otherwise. Defaults to `true`.
	RequireStatus *bool `json:"requireStatus,omitempty"`
	// `stop` starts nothing more while more clusters fail than `max_failures` allows. `rollback` returns the clusters to
	// `completed_revision`: those that failed, timed out or never reported at once, the others as `rollback_concurrency` says, the
	// last wave first; new ones lose the workload. The revision is tried again when it or `retry` changes. Defaults to `stop`.
	OnBreach string `json:"onBreach,omitempty"`
	// For `RollingUpdate` and `External`, as `strategy` has it for others: how many clusters may fail, a number or a percentage of
	// the chosen ones, rounded up. `on_breach = "rollback"` requires it. Defaults to no limit.
	// ---
	// KubeFleet has no such limit.
	MaxFailures *intstr.IntOrString `json:"maxFailures,omitempty"`
	// For `RollingUpdate` and `External`: how long a cluster may be in progress or failed before it is given up, such as `"30m"`. A
	// stage goes on without that cluster. Defaults to no deadline.
	// ---
	// KubeFleet has no deadline.
	ProgressDeadline string `json:"progressDeadline,omitempty"`
	// How many healthy clusters return at the same time in a rollback: at least 1, or `"1%"` to `"100%"`, rounded up. Defaults to
	// all clusters.
	RollbackConcurrency *intstr.IntOrString `json:"rollbackConcurrency,omitempty"`
	// How many clusters may lose the workload in one plan, as no longer chosen, gone from the fleet or, with `-replace`, not in
	// `initial_revisions`: a number, or a percentage, rounded down. More are an error. A rollback does not count. Defaults to any
	// number but all, unless as many others get it, and none that `initial_revisions` leaves out.
	// ---
	// The percentage is one of the clusters that have the workload.
	MaxRemovals *intstr.IntOrString `json:"maxRemovals,omitempty"`
	// Whether to roll out although a group of `mandatory_decision_groups` or `approval_groups` is missing or empty, as a hub does.
	// Otherwise a plan that starts a cluster is an error: nothing would be tried first. Defaults to `false`.
	AllowMissingGroups bool `json:"allowMissingGroups,omitempty"`
	// Starts and removes nothing, also in a rollback, and still observes. `progress_deadline` starts again afterwards. Clusters that
	// left the fleet leave the rollout. Defaults to `false`.
	Paused bool `json:"paused,omitempty"`
	// Rolls back as `on_breach = "rollback"` does, whatever the clusters report. Leave it set until that is complete, then change
	// `revision`, or `retry` and this. In a rollout of `completed_revision` all clusters return to it at once; new ones get it
	// afterwards. Defaults to `false`.
	Abort bool `json:"abort,omitempty"`
	// Any text. Another one tries what failed, timed out or was given up again, and `progress_deadline` starts again. A failure with
	// an older `last_transition_time` no longer applies, one without a time does.
	Retry string `json:"retry,omitempty"`
	// The revision of each cluster when the rollout begins: `{}` if none has the workload. Required in the first apply, an import
	// and with `-replace`, where `max_removals` limits what it leaves out; not read otherwise.
	// ---
	// See [Begin].
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
	// The revision that each cluster has or gets now, by name. A cluster that is no longer chosen loses it in the next step, or when
	// KubeFleet's strategy removes it; one that left the fleet at once.
	Revisions map[string]string `json:"revisions"`
	// The clusters in each state, separated by `, `, without those that are finished or wait. `Progressing`: not complete.
	// `Soaking`: complete for less than `min_success_time` or `unavailable_period_seconds`. `Failed`, `TimeOut`, `Skip`: as in
	// `cluster_status`. `Leaving`: no longer chosen. `RollingBack`, `RolledBack`, `RollbackFailed`: back on an earlier revision,
	// which is not complete, complete, or failed or timed out.
	// ---
	// See [Progress.StatesOf].
	ClustersByState map[string]string `json:"clustersByState"`
	WavePlaces
	// Waves are the clusters in the order of the strategy, each once.
	Waves []Wave `json:"-"`
	// `Progressing`; `Succeeded`; `PartiallyFailed`: every cluster is finished or was given up; `Paused`; `Stuck`: every cluster in
	// progress has failed, and nothing else can start; `Breached`; `RollingBack` or `RolledBack`.
	Phase Phase `json:"phase"`
	// What clusters return to in a rollback: the last revision whose `phase` was `Succeeded` or `PartiallyFailed`, which all but
	// tolerated failures had finished when another replaced it, or with which most were taken over. Once it is `revision` itself,
	// failures only stop. Null if there is none.
	CompletedRevision string `json:"completedRevision,omitempty"`
	// What clusters return to that were not finished with `completed_revision`, or were taken over with another one. Empty for a
	// cluster that loses the workload.
	RollbackRevisions map[string]string `json:"rollbackRevisions"`
	// The last 20 revisions that were given up. No cluster returns to one.
	// ---
	// The latest one is the last.
	GivenUpRevisions []string `json:"givenUpRevisions"`
	// Whether nothing starts, because too many clusters failed or the rollout was aborted.
	Breached bool `json:"breached"`
	// Why nothing starts. Null if `breached` is false.
	BreachReason string `json:"breachReason,omitempty"`
	// What the rollout waits for, failed clusters first. Null if it is complete. The text may change in any release.
	WaitsFor string `json:"waitsFor,omitempty"`
	// The earliest time at which a plan can change something with the same arguments (RFC 3339): `now` itself if the next plan goes
	// on. Null if there is none.
	NextChange time.Time `json:"nextChange,omitzero"`
	// What the last 20 steps changed on clusters, and why: a line each, the latest one last. The text may change in any release.
	// ---
	// A plan shows the line that it adds, and not the earlier ones.
	History []string `json:"history"`
	// Times are what is remembered of time.
	Times Times `json:"-"`
	// Starts says that the step starts the revision on a cluster.
	Starts bool `json:"-"`
}

// maxHistory is how many steps and how many revisions that were given up are remembered.
const maxHistory = 20

// Times is what a rollout remembers of time. It is not part of the outputs: when an apply happens is not known when it is
// planned.
type Times struct {
	Clusters map[string]ClusterTimes `json:"clusters,omitempty"`
	// Retried is when Retry changed last, Attempt is what it was then, and Resumed is when Paused was removed.
	Retried Moment `json:"retried,omitzero"`
	Attempt string `json:"attempt,omitempty"`
	Resumed Moment `json:"resumed,omitzero"`
}

// ClusterTimes is what is remembered of a cluster.
type ClusterTimes struct {
	// Since is when the cluster got its revision.
	Since Moment `json:"since,omitzero"`
	// State is since when the cluster is in its state; zero if that is as old as Since.
	State time.Time `json:"state,omitzero"`
	// Finished says that the cluster was finished with its revision once.
	Finished bool `json:"finished,omitempty"`
	// Free says that the cluster returned without taking a place of those that return.
	Free bool `json:"free,omitempty"`
	// Joined says that the cluster got the completed revision as its first one and has yet to finish it.
	Joined bool `json:"joined,omitempty"`
}

// Moment is when an apply does something.
type Moment struct {
	// Planned is the time of the plan; zero if it had none.
	Planned time.Time `json:"planned,omitzero"`
	// Applied is the clock of the apply; zero if it is not known.
	Applied time.Time `json:"applied,omitzero"`
	// Pending says that the apply is still to come.
	Pending bool `json:"pending,omitempty"`
}

// clockSkew is how much the clocks of two machines that plan and apply may differ.
const clockSkew = 5 * time.Minute

// at is the time of a moment for a plan at a time. It is the clock of the apply if the times of plans are clock times, too. They
// are not if a test or a person sets them to another time: the apply is before its plan then, or after the next one.
func (m Moment) at(now time.Time) time.Time {
	if m.Applied.IsZero() || m.Applied.Before(m.Planned) || m.Applied.After(now.Add(clockSkew)) {
		return m.Planned
	}
	return m.Applied
}

// AppliedAt are the times after an apply at a time. They are whole seconds, as the times of plans are: a plan in the same second
// comes after the apply.
func (t Times) AppliedAt(applied time.Time) Times {
	applied = applied.Truncate(time.Second)
	apply := func(m *Moment) {
		if m.Pending {
			m.Applied, m.Pending = applied, false
		}
	}
	apply(&t.Retried)
	apply(&t.Resumed)
	t.Clusters = maps.Clone(t.Clusters)
	for name, cluster := range t.Clusters {
		apply(&cluster.Since)
		t.Clusters[name] = cluster
	}
	return t
}
