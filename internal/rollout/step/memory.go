package step

import (
	"time"

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
	// RequireStatus says that a cluster is finished only when its status says so. Otherwise it is as soon as it has the
	// revision, and the time that the strategy asks for has passed. Nil means true.
	RequireStatus *bool `json:"requireStatus,omitempty"`
	// OnBreach says what to do when too many clusters failed.
	OnBreach string `json:"onBreach,omitempty"`
	// Paused starts nothing, and removes nothing.
	Paused bool `json:"paused,omitempty"`
	// Abort rolls back.
	Abort bool `json:"abort,omitempty"`
	// Retry is any text. When it changes, clusters that failed are tried again, and so is a revision that was given up.
	Retry string `json:"retry,omitempty"`
	// Given are the revisions that the clusters have. As long as they are set, nothing moves.
	Given map[string]string `json:"revisions,omitempty"`
}

// Memory is a rollout as the last apply left it.
type Memory struct {
	Strategy rollout.Strategy `json:"strategy"`
	Revision string           `json:"revision"`
	Retry    string           `json:"retry,omitempty"`
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
	// StateRollingBack: it has the revision from before again, which is not complete.
	StateRollingBack State = "RollingBack"
	// StateRolledBack: the revision from before is complete.
	StateRolledBack State = "RolledBack"
)

// Phase is how far a rollout is.
type Phase string

// The phases of a rollout.
const (
	PhaseProgressing Phase = "Progressing"
	PhaseSucceeded   Phase = "Succeeded"
	PhasePaused      Phase = "Paused"
	PhaseBreached    Phase = "Breached"
	PhaseRollingBack Phase = "RollingBack"
	PhaseRolledBack  Phase = "RolledBack"
)

// Progress is how far a rollout is after a plan.
type Progress struct {
	// Revisions are what the clusters shall have now.
	Revisions map[string]string `json:"revisions"`
	// PreviousRevisions are those that clusters had before: what they return to when a rollout is rolled back that has moved them.
	// Empty for a cluster that was new.
	PreviousRevisions map[string]string `json:"previousRevisions"`
	// Since is when a cluster got its revision or, if it is finished, when that was complete, as far as it is known.
	Since map[string]time.Time `json:"since"`
	// States has the clusters that are neither finished nor wait: see [Progress.State].
	States map[string]State `json:"states"`
	Waves  []Wave           `json:"waves"`
	Phase  Phase            `json:"phase"`
	// Completed says that every cluster was finished once. Nothing returns from then on: a cluster that fails only stops others.
	Completed bool `json:"completed"`
	// Breached says that the revision is given up until it or Retry changes; BreachReason says why.
	Breached     bool   `json:"breached"`
	BreachReason string `json:"breachReason,omitempty"`
	// BreachedRevision is the last one that was given up before it was complete; empty if there is none. A cluster that has it
	// returns to the one before that.
	BreachedRevision string `json:"breachedRevision,omitempty"`
	// WaitsFor says what the rollout waits for; empty if it is complete.
	WaitsFor string `json:"waitsFor,omitempty"`
	// NextChange is the first time at which time alone changes something; zero if there is none.
	NextChange time.Time `json:"nextChange,omitzero"`
	// RetriedAt is when Retry changed last. Older states of the revision do not count.
	RetriedAt time.Time `json:"retriedAt,omitzero"`
}

// State is how far a cluster is: what States has or, where that has nothing, StateSucceeded for a cluster with the revision that
// is rolled out and StateWaiting for any other.
func (p *Progress) State(cluster, revision string) State {
	if state, ok := p.States[cluster]; ok {
		return state
	}
	if p.Revisions[cluster] == revision {
		return StateSucceeded
	}
	return StateWaiting
}
