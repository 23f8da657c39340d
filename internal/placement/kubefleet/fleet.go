// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// addDecisions adds a decision for every cluster with a live binding, in the order in which the last cycle publishes them.
// Bindings that it does not publish, such as those that PickFixed keeps on clusters off its list, come after that.
func (p *pass) addDecisions() {
	p.decided = make([]bool, len(p.Clusters))
	p.result.Decisions = make([]placement.Decision, 0, len(p.order))
	for _, list := range [][]*binding{p.order, p.bindings} {
		for _, b := range list {
			if b.position < 0 || !b.Live() || p.decided[b.position] {
				continue
			}
			p.decided[b.position] = true
			p.result.Decisions = append(p.result.Decisions, placement.Decision{Candidate: p.decidedCandidate(b)})
		}
	}
}

// decidedCandidate has the scores at the time the cluster was chosen, except ScorePrevious, which a binding does not keep.
func (p *pass) decidedCandidate(b *binding) placement.Candidate {
	candidate := p.candidate(b.position)
	candidate.Reason = cmp.Or(p.published[b.position], b.ClusterDecision.Reason)
	if score := b.ClusterDecision.ClusterScore; score != nil && len(candidate.Scores) > 0 {
		candidate.Score = int64(score.AffinityScore)
		candidate.Scores[0] = given(score.TopologySpreadScore)
		candidate.Scores[1] = given(score.AffinityScore)
	}
	return candidate
}

// candidate has a line for each column of Prioritizers, none of them given. Lines are cut from larger blocks.
func (p *pass) candidate(position int32) placement.Candidate {
	const block = 512
	columns := len(p.result.Prioritizers)
	if len(p.lines) < columns {
		p.lines = make([]placement.ScoreLine, columns*block)
	}
	lines := p.lines[:columns:columns]
	p.lines = p.lines[columns:]
	return placement.Candidate{Cluster: p.Clusters[position].Name, Scores: lines}
}

// scoredCandidate has all the scores of a cycle.
func (p *pass) scoredCandidate(s scored) placement.Candidate {
	candidate := p.candidate(s.position)
	candidate.Score = int64(s.affinity)
	candidate.Scores[0], candidate.Scores[1], candidate.Scores[2] = given(s.spread), given(s.affinity), given(s.obsolete)
	return candidate
}

func given(score int32) placement.ScoreLine {
	return placement.ScoreLine{Value: int64(score), Given: true}
}

// addFleet adds every cluster without a decision to NotPicked or Rejected. If no cycle ran the filters, because there were
// enough bindings, they run now for their reasons. The result of a pass that failed leaves out the clusters that it did
// not reach.
func (p *pass) addFleet(complete bool) error {
	if complete && p.req.PlacementType == PickN && !p.ranFilters {
		p.explaining = true
		if err := p.filter(); err != nil { // the context's error: mistakes are reasons if explaining
			return err
		}
	}
	placed := p.decided
	p.result.NotPicked = make([]placement.Candidate, 0, len(p.notPicked))
	for _, s := range p.notPicked {
		if placed[s.position] {
			continue
		}
		placed[s.position] = true
		p.result.NotPicked = append(p.result.NotPicked, p.scoredCandidate(s))
	}
	rejected := p.Rejections[:0] // in place: there are at most as many as the loop has read
	for index, rejection := range p.Rejections {
		switch {
		case placed[index]:
		case rejection.Stage != "":
			rejected = append(rejected, rejection)
		case !complete:
		case p.req.PlacementType == PickFixed:
			rejected = append(rejected, placement.Rejection{
				Cluster: p.Clusters[index].Name, Stage: StageClusterNames, Mismatches: notListed,
			})
		default:
			p.result.NotPicked = append(p.result.NotPicked, p.candidate(int32(index)))
		}
	}
	p.result.Rejected = rejected
	return nil
}

var notListed = []placement.Mismatch{{Kind: placement.MismatchClusterName, Field: "clusterNames"}}
