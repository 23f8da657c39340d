// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement

import (
	"slices"
	"strings"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// Result is the answer of a scheduling pass. Every cluster of the Inventory is in exactly one of Decisions,
// NotPicked and Rejected; beside a Misconfiguration outside of the decision strategy, which ends the pass early, those
// that nothing had rejected until then are in none.
type Result struct {
	// Dialect is the scheduler that made the result.
	Dialect Dialect
	// Decisions are the chosen clusters in the dialect's order, the best first.
	Decisions []Decision
	// NotPicked are the clusters that passed every filter and were not needed, the best first.
	NotPicked []Candidate
	// LastPicked is the worst cluster that the last cycle of a KubeFleet pass chose, with its scores in that cycle. A cluster in
	// NotPicked with the same scores lost a tie against it. Nil if that cycle chose none.
	LastPicked *Candidate
	// Rejected are the clusters that a stage refused, by name.
	Rejected []Rejection
	// Unknown are the names that the request lists and the fleet does not have, in the order of the list. A KubeFleet hub
	// publishes them among its decisions, as not selected.
	Unknown []Rejection
	// Filters name the clusters that each filter left, in the order in which the filters ran. In OCM the last list is in
	// rank order; all others are by name.
	Filters []FilterResult
	// Prioritizers are the columns of every Candidate's Scores.
	Prioritizers []Prioritizer
	// Groups divide the decisions.
	Groups []Group
	// Slices are the PlacementDecisions that a hub would publish, numbered through all groups.
	PlacementDecisions []PlacementDecision
	// ResourceBindings are the placement's bindings on a KubeFleet hub after the pass: those that were there, by name,
	// then the new ones by target cluster.
	ResourceBindings []BindingChange
	// PolicySnapshot is the status of the scheduling policy snapshot on a KubeFleet hub after the pass, with the
	// decisions that it publishes: all chosen clusters, but few of the others.
	PolicySnapshot PolicySnapshotStatus
	// Rounds are the rounds of a hybrid decision.
	Rounds []Round
	// Conditions are the status conditions that a hub would publish.
	Conditions []Condition
	// Satisfied says whether the placement got what it asked for. If not, the last condition tells why.
	Satisfied bool
	// Warnings are sentences about inputs that were used although something is wrong with them.
	Warnings []string
	// RequeueAt is when the upstream controller asks to be called again; zero if it does not.
	RequeueAt time.Time
	// NextChange is the first instant at which the answer changes without a change to the input; zero if it never does. It covers
	// what upstream's RequeueAt overlooks: clusters decided in this very pass, and scores that expire. It may be later than
	// RequeueAt, which also counts tolerations that another one outlasts, and clusters that are out for other reasons.
	NextChange time.Time
}

// Candidate is a cluster that passed every filter, with what the prioritizers think of it.
type Candidate struct {
	Cluster string
	// Score is the sum of weight times value over Scores. In KubeFleet it is the affinity score, in a hybrid decision the
	// last rating in hundredths.
	Score int64
	// Scores has one entry for each of Result.Prioritizers, in their order. None is given for a cluster that was chosen
	// or passed over without a look at its scores.
	Scores []ScoreLine
	// Words are the reason of a dialect that has words of its own for it.
	Reason string
	// HeldBack says that the pass chose the cluster, and earlier decisions are kept instead.
	HeldBack bool
}

// ScoreLine is what one prioritizer gave one cluster.
type ScoreLine struct {
	Value int64
	// Given is false where the prioritizer had nothing to go by; such a cluster counts as 0.
	Given bool
}

// Prioritizer is a column of scores and its weight.
type Prioritizer struct {
	// The name of the prioritizer. That of an add-on is `AddOn/<resource name>/<score name>`.
	Name string `json:"name"`
	// What it measures, where that matters to an explanation: `resource`, `spread`, `affinity`, or `previous`, which is whether an
	// earlier policy chose the cluster.
	Kind ScoreKind `json:"kind,omitempty"`
	// Its weight.
	Weight int32 `json:"weight"`
}

// Decision is a chosen cluster.
type Decision struct {
	Candidate
	// Group is the index of the decision's group in Result.Groups.
	Group int
}

// Rejection says why a cluster was not even a candidate.
type Rejection struct {
	Cluster string
	// Stage is the step that refused the cluster: a filter's name, or a stage before the filters.
	Stage string
	// Words are what the hub says of the cluster beside the mismatches, if it says something.
	UpstreamReason string
	// Mismatches are what the cluster failed: one for a stage that all must pass, one for each alternative where
	// any alternative would have been enough.
	Mismatches []Mismatch
}

// FilterResult names the clusters that were left after a filter.
type FilterResult struct {
	Name      string
	Survivors []string
}

// Condition is a status condition in the words of the hub.
type Condition struct {
	// The type of the condition.
	Type string `json:"type"`
	// `True`, `False` or `Unknown`.
	Status string `json:"status"`
	// The reason, one word.
	Reason string `json:"reason"`
	// The reason in a sentence.
	Message string `json:"message"`
}

// messageBytes bounds the message of a condition. The Kubernetes API allows as much.
const messageBytes = 32 << 10

// Shown are conditions with every text on one line: those of a hub may have any text.
func Shown(conditions []Condition) []Condition {
	shown := slices.Clone(conditions)
	for i := range shown {
		c := &shown[i]
		c.Type, c.Status, c.Reason = excerpt.Text(c.Type), excerpt.Text(c.Status), excerpt.Text(c.Reason)
		c.Message = excerpt.Line(c.Message, messageBytes)
	}
	return shown
}

// Condition returns the condition of the given type, or a zero Condition.
func (r *Result) Condition(conditionType string) Condition {
	for _, c := range r.Conditions {
		if c.Type == conditionType {
			return c
		}
	}
	return Condition{}
}

// Unsatisfied is the reason of a result that is not satisfied.
func (r *Result) Unsatisfied() string {
	if r.Satisfied || len(r.Conditions) == 0 {
		return ""
	}
	last := r.Conditions[len(r.Conditions)-1]
	return last.Message + " (" + last.Reason + ")"
}

// Misconfiguration is the error of a request that the hub accepts and its scheduler refuses. A Schedule that returns
// one also returns the Result that the hub would publish: no decisions, and conditions that say so.
type Misconfiguration struct {
	// Plugin is the filter that found the mistake, or empty.
	Plugin string
	// Field is the path of the wrong field in the request, such as "predicates[0].requiredClusterSelector"; empty if there is none.
	Field string
	// Message is the mistake.
	Message string
}

// Error names the field and the mistake.
func (m *Misconfiguration) Error() string {
	return strings.TrimPrefix(m.Field+": "+m.Message, ": ")
}

// Sooner is the first of two instants at which something changes. A zero instant is never, and so is one that Kubernetes cannot
// write down: RFC 3339 has years of four digits.
func Sooner(next, instant time.Time) time.Time {
	const lastYear = 9999
	if instant.IsZero() || instant.UTC().Year() > lastYear || !next.IsZero() && !instant.Before(next) {
		return next
	}
	return instant
}

// Dependence is what a decision depends on among the clusters that are not chosen. If clusters are taken out of the fleet, and
// the placement is decided from the same earlier decisions, it is the same decision, unless a chosen cluster or the whole of an
// Influence is among them.
type Dependence struct {
	Influences []Influence
	// Counted says that only the number of clusters matters: the placement is satisfied as long as at least Wanted of the Passing
	// clusters are left, whichever these are. Passing are the chosen clusters and those that could take their places. If there are
	// no others than the chosen ones, those that are left stay chosen, and no other joins.
	Counted         bool
	Passing, Wanted int
}

// Influence are clusters that together determine the scores or the spread of the others.
type Influence struct {
	// Role is what they determine, in the words of a sentence: "the least allocatable cpu".
	Role     string
	Clusters []string
	// Each says that each of them does. Otherwise the loss of some has no effect as long as one of them is left.
	Each bool
}
