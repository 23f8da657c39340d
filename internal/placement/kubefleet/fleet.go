package kubefleet

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// addDecisions makes a decision of every cluster with a live binding, in the order in which the last cycle publishes
// them. What it does not publish, such as the bindings that PickFixed keeps on clusters off its list, comes after that.
func (p *pass) addDecisions() {
	p.decided = make([]bool, len(p.clusters))
	p.result.Decisions = make([]placement.Decision, 0, len(p.order))
	for _, list := range [][]*binding{p.order, p.bindings} {
		for _, b := range list {
			if b.at < 0 || !b.Live() || p.decided[b.at] {
				continue
			}
			p.decided[b.at] = true
			p.result.Decisions = append(p.result.Decisions, placement.Decision{
				Candidate: p.decidedCandidate(b), Words: b.ClusterDecision.Reason,
			})
		}
	}
}

// decidedCandidate has the scores with which the cluster was chosen, maybe long ago; their last part is not kept.
func (p *pass) decidedCandidate(b *binding) placement.Candidate {
	candidate := placement.Candidate{Cluster: p.clusters[b.at].Name}
	score := b.ClusterDecision.ClusterScore
	if score == nil || p.req.PlacementType != PickN {
		return candidate
	}
	candidate.Score = int64(score.AffinityScore)
	candidate.Scores = p.scoreLines(int64(score.TopologySpreadScore), int64(score.AffinityScore))
	return candidate
}

// scoreLines returns the columns of Prioritizers; the last is not given. Lines are cut from larger blocks.
func (p *pass) scoreLines(spread, affinity int64) []placement.ScoreLine {
	const columns, block = 3, 3 * 512
	if len(p.lines) < columns {
		p.lines = make([]placement.ScoreLine, block)
	}
	lines := p.lines[:columns:columns]
	p.lines = p.lines[columns:]
	lines[0] = placement.ScoreLine{Value: spread, Given: true}
	lines[1] = placement.ScoreLine{Value: affinity, Given: true}
	return lines
}

// addFleet places every cluster without a decision: it was not picked, or something rejected it. If no cycle had to
// look at the fleet because there were enough bindings, the filters run now, for their reasons. A pass that failed says
// nothing of the clusters that it did not get to.
func (p *pass) addFleet(complete bool) {
	if complete && p.req.PlacementType == PickN && !p.ranFilters {
		p.explaining = true
		_ = p.filter() // finds no mistakes while explaining
	}
	placed := p.decided
	p.result.NotPicked = make([]placement.Candidate, 0, len(p.notPicked))
	for _, s := range p.notPicked {
		if placed[s.at] {
			continue
		}
		placed[s.at] = true
		lines := p.scoreLines(int64(s.spread), int64(s.affinity))
		lines[2] = placement.ScoreLine{Value: int64(s.obsolete), Given: true}
		p.result.NotPicked = append(p.result.NotPicked, placement.Candidate{
			Cluster: p.clusters[s.at].Name, Score: int64(s.affinity), Scores: lines,
		})
	}
	rejected := p.rejections[:0] // in place: it never gets ahead of the loop
	for at, rejection := range p.rejections {
		switch {
		case placed[at]:
		case rejection.Stage != "":
			rejected = append(rejected, rejection)
		case !complete:
		case p.req.PlacementType == PickFixed:
			rejected = append(rejected, placement.Rejection{
				Cluster: p.clusters[at].Name, Stage: StageClusterNames, Mismatches: notListed,
			})
		default:
			p.result.NotPicked = append(p.result.NotPicked, placement.Candidate{Cluster: p.clusters[at].Name})
		}
	}
	p.result.Rejected = rejected
}

var notListed = []placement.Mismatch{{Kind: placement.MismatchClusterName, Field: "clusterNames"}}
