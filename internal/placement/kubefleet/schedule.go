// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"context"
	"errors"
	"fmt"
	"time"

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
	// filtered are the rejected clusters, by name, and candidates the remaining clusters to choose from.
	filtered, candidates []int32
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

// collectFiltered lists the rejected clusters by name.
func (p *pass) collectFiltered() {
	p.filtered = p.filtered[:0]
	for index := range p.Rejections {
		if p.Rejections[index].Stage != "" {
			p.filtered = append(p.filtered, int32(index))
		}
	}
}

func (p *pass) warn(sentence string) {
	p.result.Warnings = append(p.result.Warnings, sentence)
}

// changesAt records an instant at which the result may change without a change to the input.
func (p *pass) changesAt(t time.Time) {
	if next := &p.result.NextChange; placement.HasDate(t) && (next.IsZero() || t.Before(*next)) {
		*next = t
	}
}
