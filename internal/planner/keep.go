// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"cmp"
	"math"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// State is the last answer of a placement that keeps its decisions.
type State struct {
	Decisions []PreviousDecision `json:"decisions,omitempty"`
	Groups
	// Pass is the encoded pass that made the decisions: see [Answer.Pass]. It is not one of the arguments and results.
	Pass       []byte                `json:"-"`
	Satisfied  bool                  `json:"satisfied,omitempty"`
	Conditions []placement.Condition `json:"conditions,omitempty"`
	Now        time.Time             `json:"now,omitempty"`
	NextChange time.Time             `json:"nextChange,omitempty"`
}

// holdsAt reports whether the answer to the same question is the same at another time. Without a time only an answer that
// does not depend on it holds.
func (s *State) holdsAt(now time.Time) bool {
	if s.Now.IsZero() || now.IsZero() {
		return s.NextChange.IsZero()
	}
	return !now.Before(s.Now) && (s.NextChange.IsZero() || now.Before(s.NextChange))
}

// Predecessor is what a new answer is compared with.
func (s *State) Predecessor(policyChanged bool) *Predecessor {
	return &Predecessor{Clusters: clusterNames(s.Decisions), Pass: s.Pass, PolicyChanged: policyChanged, Slices: slicesOf(s.List())}
}

// applyTo replaces the earlier decisions of a request with those of the state, and records the KubeFleet policy that they were
// made under.
func (s *State) applyTo(r *Request, policy *kubefleet.Spec) {
	r.PreviousDecisions, r.InForce = s.Decisions, true
	r.recall(policy)
}

// slicesOf are the PlacementDecisions of groups, which have the clusters of a group by name.
func slicesOf(groups []Group) (decisions []placement.PlacementDecision) {
	for i := range groups {
		g := &groups[i]
		for clusters := range slices.Chunk(g.Clusters, placement.SliceSize) {
			decisions = append(decisions, placement.PlacementDecision{GroupName: g.Name, GroupIndex: g.Index, Clusters: clusters})
		}
	}
	return decisions
}

// kept is what on_exceeded = "keep" makes of a pass: the earlier decisions stay. Only a cluster that is no longer in the fleet
// leaves, and its place goes to the clusters that the pass chose, in its order, as long as there are no more clusters than
// the pass chose. What is kept has the score and the reason that it had; everything else is what the pass found.
func kept(pass *placement.Result, prior []PreviousDecision) placement.Result {
	// Every cluster of the fleet has a reason.
	reasons := make(map[string]string, len(pass.Decisions)+len(pass.NotPicked)+len(pass.Rejected))
	for e := range pass.Explain {
		reasons[e.Cluster] = e.Reason
	}
	result := *pass
	result.Decisions, result.NotPicked = nil, nil
	result.Groups, result.PlacementDecisions = nil, nil
	isHeld := make(map[string]bool, len(prior))
	for i := range prior {
		d := &prior[i]
		if _, inFleet := reasons[d.ClusterName]; inFleet {
			isHeld[d.ClusterName] = true
			result.Decisions = append(result.Decisions, placement.Decision{Candidate: keptCandidate(pass, d)})
		}
	}
	free := min(len(prior), len(pass.Decisions)) - len(result.Decisions)
	for i := range pass.Decisions {
		c := pass.Decisions[i].Candidate
		switch {
		case isHeld[c.Cluster]:
			continue
		case free > 0:
			free--
			c.Reason = reasons[c.Cluster]
			result.Decisions = append(result.Decisions, placement.Decision{Candidate: c})
		default:
			c.Reason, c.HeldBack = `on_exceeded = "keep" holds it back: `+reasons[c.Cluster], true
			result.NotPicked = append(result.NotPicked, c)
		}
	}
	for _, c := range pass.NotPicked {
		if !isHeld[c.Cluster] {
			c.Reason = reasons[c.Cluster]
			result.NotPicked = append(result.NotPicked, c)
		}
	}
	_, result.Rejected = lists.Partition(pass.Rejected, func(r *placement.Rejection) bool { return isHeld[r.Cluster] })
	return result
}

// holdsBack reports whether keeping the earlier decisions makes a difference: it does not if only clusters leave that are no
// longer in the fleet.
func holdsBack(pass *placement.Result, prior []PreviousDecision) bool {
	result := kept(pass, prior)
	return len(result.Decisions) != len(pass.Decisions) || !sets.New(pass.ClusterNames()...).HasAll(result.ClusterNames()...)
}

// keptCandidate is a decision that is kept, without the scores that made it.
func keptCandidate(pass *placement.Result, d *PreviousDecision) placement.Candidate {
	return placement.Candidate{
		Cluster: d.ClusterName, Score: int64(math.Round(d.Score * dialects[pass.Dialect].scale)),
		Reason: cmp.Or(d.Reason, "the cluster was chosen before"), Scores: make([]placement.ScoreLine, len(pass.Prioritizers)),
	}
}
