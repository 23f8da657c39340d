// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package world

import (
	"context"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// Outcome is what is decided for a placement in a world. That it is not satisfied is no error.
type Outcome struct {
	of      *Placement
	request *planner.Request
	answer  *planner.Answer
	// prior are the decisions from before the first pass; nil if nothing tells what was decided. HasMoved says that a pass has
	// chosen other clusters than the one before, although the last one may have chosen the prior ones again.
	prior    *planner.Predecessor
	earlier  []planner.PreviousDecision
	hasMoved bool
}

// Placement is the full name of the placement, and Dialect its scheduler.
func (o *Outcome) Placement() string { return o.of.FullName() }

// Dialect is the scheduler of the placement.
func (o *Outcome) Dialect() placement.Dialect { return o.of.Dialect() }

// Answer is what the scheduler has decided. It is nil for a placement that was not decided: see [World.DecideSome].
func (o *Outcome) Answer() *planner.Answer { return o.answer }

// Request is the question that was asked. What it refers to is shared.
func (o *Outcome) Request() *planner.Request { return o.request }

// Earlier are the decisions from before the first pass; nil if nothing tells what was decided.
func (o *Outcome) Earlier() []planner.PreviousDecision { return o.earlier }

// Conclude completes the answer of a placement without a memory, as [planner.Decide] does.
func (o *Outcome) Conclude(ctx context.Context, onUnsatisfied string) finding.List {
	o.request.OnUnsatisfied = onUnsatisfied
	return o.answer.Conclude(ctx, o.prior)
}

// Satisfied reports whether the placement gets what it asks for, and at least one cluster.
func (o *Outcome) Satisfied() bool {
	return o.answer.Misconfigured == "" && o.answer.Result.Satisfied && len(o.answer.Result.Decisions) > 0
}

// WasSatisfied reports whether the placement was satisfied before.
func (o *Outcome) WasSatisfied() bool { return o.of.wasSatisfied }

// Replaced reports whether an edit has changed the placement in a way that a hub refuses, so that it has to be deleted and
// created again. In between, its clusters may lose the workload.
func (o *Outcome) Replaced() bool { return o.of.Replaced }

// Unsatisfied says why the placement is not satisfied; empty if it is. It searches for the reason in the fleet.
func (o *Outcome) Unsatisfied(ctx context.Context) string {
	switch {
	case o.answer.Misconfigured != "":
		return o.answer.Misconfigured
	case o.Satisfied():
		return ""
	}
	return o.request.WhyUnsatisfied(ctx, o.answer)
}

// Clusters are the chosen clusters, by name.
func (o *Outcome) Clusters() []string {
	names := o.answer.Result.ClusterNames()
	slices.Sort(names)
	return names
}

// Moves are the clusters that join and leave the decisions, and those that are regrouped, and why.
func (o *Outcome) Moves() diff.Changes { return o.of.prior.Compare(&o.answer.Result) }

// Next is the world in which the outcomes of [World.Decide] are in force, and rolled out: what the next step starts from.
func (w World) Next(outcomes []Outcome) World {
	w.Placements = slices.Clone(w.Placements)
	for i := range outcomes {
		p, o := &w.Placements[i], &outcomes[i]
		p.adopt(o.answer)
		p.prior, p.wasSatisfied, p.Replaced = o.answer.AsPredecessor(), o.Satisfied(), false
	}
	return w
}

// Skipped is a placement of a hub whose decisions cannot be predicted.
type Skipped struct {
	// Name is the full name, and Why is a sentence that begins in lower case.
	Name, Why string
	// IsScheduled says that the hub schedules the placement, so that its decisions can change.
	IsScheduled bool
}

// OnHub are the placements of a hub whose decisions can be predicted, and the others. A placement rule chooses from clusters of a
// kind.
func OnHub(all []*decisions.Decided, kind placement.ClusterKind) (placements []Placement, skipped []Skipped) {
	for _, decided := range all {
		request := planner.Request{Placement: decided.Placement}
		if err := request.Predictable(decided); err != nil {
			skipped = append(skipped, Skipped{request.FullName(), excerpt.Sentence(err.Error()), request.Unscheduled == ""})
			continue
		}
		p := Placement{Placement: decided.Placement, Decided: decided}
		if p.Hybrid != nil {
			p.Kind = kind
		}
		placements = append(placements, p)
	}
	return placements, skipped
}
