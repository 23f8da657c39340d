// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
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
	if err := p.addDecisions(); err != nil {
		return placement.Result{}, err
	}
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

// pickAll chooses every cluster that passes the filters. It never removes a chosen cluster.
func (p *pass) pickAll() error {
	if err := p.filter(); err != nil {
		return err
	}
	pool, err := p.newPool(nil)
	if err != nil {
		return err
	}
	if _, err := pool.evaluate(); err != nil {
		return err
	}
	left, err := p.rejectSpread(pool)
	if err != nil {
		return err
	}
	picked := lists.Map(left, func(position int32) scored { return scored{position: position} })
	changes, err := p.crossReference(picked)
	if err != nil {
		return err
	}
	p.apply(changes)
	sets := [][]*binding{changes.create, changes.patch, p.scheduled, p.bound}
	return p.publish(p.fulfilled(0, sets), nil, sets)
}

// pickN chooses the best clusters, up to the wanted number. It keeps currently chosen clusters: only a smaller number or
// another policy removes one.
func (p *pass) pickN() error {
	p.result.Prioritizers = []placement.Prioritizer{
		{Name: StageSpread, Kind: placement.ScoreSpread, Weight: 1},
		{Name: StageAffinity, Kind: placement.ScoreAffinity, Weight: 1},
		{Name: "SamePlacementAffinity", Kind: placement.ScorePrevious, Weight: 1},
	}
	wanted, err := p.numberOfClusters()
	if err != nil {
		return err
	}
	present := len(p.scheduled) + len(p.bound)
	switch {
	case present > wanted, present == wanted && len(p.obsolete) > 0:
		return p.downscale(wanted, present-wanted)
	case present == wanted:
		sets := [][]*binding{p.bound, p.scheduled}
		return p.publish(p.fulfilled(wanted, sets), nil, sets)
	}
	return p.upscale(wanted)
}

// numberOfClusters reads the number that PickN chooses from the policy snapshot.
func (p *pass) numberOfClusters() (int, error) {
	text, ok := p.snapshot.Annotations[NumberOfClustersAnnotation]
	if !ok {
		return 0, &placement.Misconfiguration{
			Field: "numberOfClusters", Message: "cannot find annotation " + NumberOfClustersAnnotation,
		}
	}
	number, err := strconv.Atoi(text)
	if err != nil || number < 0 {
		return 0, &placement.Misconfiguration{
			Field:   "numberOfClusters",
			Message: fmt.Sprintf("invalid annotation %s: %s is not a valid count", NumberOfClustersAnnotation, text),
		}
	}
	return number, nil
}

// pickFixed chooses the clusters of the list that are eligible. No other filter applies.
func (p *pass) pickFixed() error {
	if len(p.req.ClusterNames) == 0 {
		return nil
	}
	targets := p.targets()
	changes, err := p.crossReferenceTargets(targets.valid)
	if err != nil {
		return err
	}
	p.apply(changes)
	return p.publishTargets(targets)
}
