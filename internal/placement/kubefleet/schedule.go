// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// The stages of a pass, as Rejection.Stage and FilterResult.Name have them. All but StageClusterNames are upstream's
// filter plug-ins, in upstream's order.
const (
	StageAffinity    = "ClusterAffinity"
	StageEligibility = "ClusterEligibility"
	StageNamespace   = "NamespaceAffinity"
	StageTaint       = "TaintToleration"
	StageSpread      = "TopologySpreadConstraints"
	// StageClusterNames rejects the clusters that a PickFixed placement does not list.
	StageClusterNames = "ClusterNames"
)

// Schedule chooses the clusters of inv for req and gives the reason for every cluster. It runs scheduling cycles until
// upstream would not request another one. The decisions are the clusters with a live binding after that.
//
// An error means that the pass failed as it would on a hub: a mistake in the request that admission did not find, a
// property that is not a quantity, a broken binding. If it is a [placement.Misconfiguration], the Result is what the hub
// is left with: the bindings as changed so far, and the status before the pass.
func Schedule(ctx context.Context, req Placement, inv placement.Inventory) (placement.Result, error) {
	if req.Unscheduled != "" {
		return placement.Result{}, errors.New("the placement is not scheduled: " + req.Unscheduled)
	}
	p, err := newPass(ctx, req, inv)
	if err != nil {
		return placement.Result{}, err
	}
	if err := p.checkNamespaces(); err != nil {
		return placement.Result{}, err
	}
	p.classify()
	p.release()
	err = p.decide()
	var misconfigured *placement.Misconfiguration
	if err != nil && !errors.As(err, &misconfigured) {
		return placement.Result{}, err
	}
	p.addDecisions()
	p.addBindings()
	p.addConditions()
	if err := p.addFleet(misconfigured == nil); err != nil {
		return placement.Result{}, err
	}
	badGroups, err := match.Group(ctx, &p.result, req.DecisionStrategy.GroupStrategy, req.Name, req.Namespace, p.Named)
	if err != nil {
		return placement.Result{}, err
	}
	if misconfigured == nil {
		misconfigured = badGroups
	}
	if err := placement.Interrupted(ctx, 0); err != nil {
		return placement.Result{}, err
	}
	if misconfigured != nil {
		return p.result, misconfigured
	}
	return p.result, nil
}

// decide runs the cycles of the placement type.
func (p *pass) decide() error {
	switch p.req.PlacementType {
	case PickAll:
		return p.pickAll()
	case PickN:
		return p.pickN()
	case PickFixed:
		return p.pickFixed()
	}
	p.warn(fmt.Sprintf("placementType %s is not known; the scheduler does nothing", excerpt.Quote(p.req.PlacementType)))
	return nil
}

// pass is one call of Schedule. It refers to clusters by their position in the roster.
type pass struct {
	// ctx can end the pass early: see placement.Interrupted.
	ctx      context.Context
	req      Placement
	inv      placement.Inventory
	snapshot *PolicySnapshot
	// The Roster can reject a selected cluster too: upstream publishes it as not selected.
	placement.Roster
	// bindings are the placement's own, by name, and after them the new ones in the order of their creation.
	bindings []*binding
	// The live bindings of the current policy, those of an earlier policy, and those that were unscheduled, by name.
	scheduled, bound, obsolete, unscheduled []*binding
	// selected says which clusters have a live binding of the current policy.
	selected []bool
	// candidates are the clusters to choose from.
	candidates []int32
	// ranFilters says that the filters have run. If explaining, they run only for their reasons, and a mistake is a reason
	// like any other.
	ranFilters, explaining bool
	// notPicked are the candidates that were not picked, the best first.
	notPicked []scored
	// order has the bindings in the order in which the last cycle publishes them.
	order []*binding
	// published are upstream's reasons for the targets of PickFixed, which it does not take from their bindings.
	published map[int32]string
	// decided says which clusters are decisions of the result.
	decided []bool
	// lines is the free rest of the block that the candidates' scores are cut from.
	lines []placement.ScoreLine

	result placement.Result
}

func newPass(ctx context.Context, req Placement, inv placement.Inventory) (*pass, error) {
	roster, err := placement.NewRoster(inv.Clusters)
	if err != nil {
		return nil, err
	}
	p := &pass{ctx: ctx, req: req, inv: inv, Roster: roster, selected: make([]bool, len(inv.Clusters))}
	if p.snapshot = req.Snapshot; p.snapshot == nil {
		p.snapshot = req.NewSnapshot(0)
	}
	p.result.Dialect = placement.DialectKubeFleet
	p.result.PolicySnapshot = p.snapshot.Status
	return p, nil
}

func (p *pass) warn(sentence string) {
	p.result.Warnings = append(p.result.Warnings, sentence)
}

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
