// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package diff explains what changed between two passes of a placement: which clusters joined its decisions, which left, and
// why. Read [Compare] first.
package diff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// A Cause says what a Change comes from: the name of the MismatchKind of what keeps the cluster out, or kept it out before, or
// one of the constants below.
type Cause string

// The causes of a Change beside the kinds of Mismatch.
const (
	// CauseNewCluster: the cluster was not in the fleet before.
	CauseNewCluster Cause = "new cluster"
	// CauseClusterGone: the cluster is no longer in the fleet.
	CauseClusterGone Cause = "cluster gone"
	// CauseFreePlace: another cluster left and is no longer a candidate; this one was next.
	CauseFreePlace Cause = "free place"
	// CauseOutranked: a better cluster came that was not a candidate before.
	CauseOutranked Cause = "outranked"
	// CauseScore: a score changed, that of the cluster or that of its competitor.
	CauseScore Cause = "score"
	// CauseCapacity: as CauseScore, and the score is one of the cluster's resources, compared with the other candidates.
	CauseCapacity Cause = "capacity"
	// CauseTopologySpread: as CauseScore, and the score is how evenly the placement is spread.
	CauseTopologySpread Cause = "topology spread"
	// CauseAdvisor: an advisor of a hybrid placement rule changed its answer: the rating of a target, a veto, or which targets it
	// names.
	CauseAdvisor Cause = "advisor"
	// CausePolicyChanged: the request changed. It is the cause where nothing about the clusters explains the move: where the
	// number of clusters changed, or the list of clusters, or the weight of a score.
	CausePolicyChanged Cause = "policy changed"
	// CauseMisconfiguration: the request of one of the passes is misconfigured, and no cluster is chosen.
	CauseMisconfiguration Cause = "misconfiguration"
	// CauseUnknown: the passes do not show the cause.
	CauseUnknown Cause = "unknown"
)

// Changes are the clusters that join and leave the decisions with a later pass, each by name.
type Changes struct {
	Joined []Change `json:"joined"`
	Left   []Change `json:"left"`
	// Stayed is how many clusters are in both decisions.
	Stayed int `json:"stayed"`
	// Regrouped are those of them that are in another group, and Shifted those that are in the same group and in another
	// PlacementDecision: see [CompareGroups].
	Regrouped []Regroup `json:"regrouped,omitempty"`
	Shifted   []string  `json:"-"`
}

// Change is a cluster that joins or leaves the decisions.
type Change struct {
	ClusterName string `json:"cluster_name"`
	Cause       Cause  `json:"cause"`
	// Reason is a sentence on one line.
	Reason string `json:"reason"`
}

// Compare finds the clusters that join and leave with a later pass of the same placement, and why. PolicyChanged says that the
// request is not the same in both.
//
// A pass keeps what a cluster failed, not what it has. So where a cluster is rejected or has other scores and the request has
// changed too, either can be the reason: the cause is what is known of the cluster, and Reason says that the placement changed.
// A truncated pass explains less, and finds the same clusters.
func Compare(prior *Pass, after *placement.Result, policyChanged bool) Changes {
	c := comparison{prior: newRanking(prior), later: newLater(after), policyChanged: policyChanged}
	c.findMoves()
	c.findCompetitors()
	return Changes{
		Joined: explained(c.joined, c.join), Left: explained(c.left, c.leave), Stayed: c.later.decided - len(c.joined),
	}
}

// explained are the changes of clusters, each with its cause and a sentence of one line.
func explained(names []string, explain func(name string) (Cause, string)) (changes []Change) {
	for _, name := range names {
		cause, reason := explain(name)
		changes = append(changes, Change{ClusterName: name, Cause: cause, Reason: oneLine.Replace(reason)})
	}
	return changes
}

var oneLine = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")

// comparison is one call of Compare.
type comparison struct {
	prior         ranking
	later         later
	policyChanged bool
	// joined and left are the clusters that moved, by name.
	joined, left []string
	// freed are those of left that are no longer candidates, by name: their places are free for others.
	freed []string
	// promoted are those of joined that were not picked before, by name. Unknown is how many of joined a truncated pass may
	// have known.
	promoted []string
	unknown  int
	competitors
}

func (c *comparison) findMoves() {
	for _, name := range c.later.chosenNames() {
		if c.prior.has(name, chosen) {
			continue
		}
		c.joined = append(c.joined, name)
		switch {
		case c.prior.has(name, notPicked):
			c.promoted = append(c.promoted, name)
		case c.prior.omits(name):
			c.unknown++
		}
	}
	for _, name := range c.prior.chosenNames() {
		if c.later.has(name, chosen) {
			continue
		}
		c.left = append(c.left, name)
		if !c.later.isCandidate(name) {
			c.freed = append(c.freed, name)
		}
	}
}

// CompareNames is [Compare] for earlier decisions of which only the names are known. What a cluster was before is not known
// either, so Reason is what the later pass says of it. If no more clusters join than leave and are no longer candidates, each
// takes the place of one of these; otherwise the cause is not known.
func CompareNames(accepted []string, result *placement.Result) Changes {
	after := newLater(result)
	prior := slices.Compact(slices.Sorted(slices.Values(accepted)))
	stayed, joined := lists.Partition(after.chosenNames(), func(name *string) bool {
		_, stays := slices.BinarySearch(prior, *name)
		return stays
	})
	_, left := lists.Partition(prior, func(name *string) bool { return after.has(*name, chosen) })
	_, freed := lists.Partition(left, func(name *string) bool { return after.isCandidate(*name) })
	join := func(name string) (Cause, string) {
		reason := after.reason(name)
		if len(joined) > len(freed) {
			return CauseUnknown, reason
		}
		turn, _ := slices.BinarySearch(joined, name)
		return CauseFreePlace, fmt.Sprintf("it takes the place of %s, which leaves; %s", freed[turn], reason)
	}
	return Changes{Joined: explained(joined, join), Left: explained(left, after.leaves), Stayed: len(stayed)}
}

// leaves says why a cluster that was chosen before is no longer chosen.
func (l *later) leaves(name string) (Cause, string) {
	if cause, reason := l.missing(name); cause != "" {
		return cause, reason
	}
	return l.outcomes[l.cluster(name).outcome].cause(), l.reason(name)
}

// missing says why a cluster is not in the later pass. The cause is empty if it is.
func (l *later) missing(name string) (Cause, string) {
	switch {
	case l.cluster(name) != nil:
		return "", ""
	case l.mistake != "":
		return CauseMisconfiguration, "the placement is misconfigured: " + l.mistake
	}
	return CauseClusterGone, "the cluster is no longer in the fleet"
}
