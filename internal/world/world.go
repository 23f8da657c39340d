// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package world decides several placements over one fleet as one hub decides them: placement after placement, each of which sees
// the newest decisions of the others, until nothing changes. It is pure, and stands above the planner.
//
// A [World] is a fleet with its placements. [New] makes one whose placements have settled, and [Unsettled] one with the
// placements as they are; [World.Decide] decides them, and [World.Next] is the world in which these decisions are in force. Read
// settle.go for the order.
//
// Only the scheduler of Open Cluster Management reads the decisions of other placements, those of its own kind: its prioritizer
// Balance counts PlacementDecisions.
package world

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// Placement is a placement of a world.
type Placement struct {
	planner.Placement
	// Prior is what was decided before, if that is given.
	Prior planner.Prior
	// Decided is what the hub has decided; nil for a placement that the hub does not have, or of another fleet. Without Prior and
	// Decided, the prior decisions are those that the manifests have of the placement.
	Decided *decisions.Decided
	// Kind is the kind of cluster that a hybrid placement rule chooses from; empty is all kinds.
	Kind placement.ClusterKind
	// Advisors are those that are asked over HTTP; nil if none is.
	Advisors planner.Advisors
	// At is the path of the argument that has the placement, such as placements[1]; empty if none has it.
	At string
	// Replaced says that the placement is a new one, in the place of the one that the prior decisions are of.
	Replaced bool

	// prior is what the next decision is compared with, and wasSatisfied says that the placement was satisfied with it.
	prior        *planner.Predecessor
	wasSatisfied bool
}

// Covers reports whether the placement chooses from a cluster.
func (p *Placement) Covers(c *placement.Cluster) bool {
	return fleet.Sees(cmp.Or(planner.ClusterKind(p.Dialect()), p.Kind), c)
}

// NoteChange says that the placement is not the one that the prior decisions are of: the reasons of its next moves say so.
func (p *Placement) NoteChange() {
	prior := *p.prior
	prior.PolicyChanged, p.prior = true, &prior
}

// Superseded is what a later decision leaves of what the hub has decided: the answers of the advisors of a placement rule.
func (p *Placement) Superseded() *decisions.Decided {
	if p.Decided == nil {
		return nil
	}
	return &decisions.Decided{Placement: p.Decided.Placement, Rule: p.Decided.Rule}
}

// PriorClusters are the clusters of the prior decisions, in no particular order.
func (p *Placement) PriorClusters() []string { return p.prior.Clusters }

// World is a fleet with the placements that choose from it, each with its own prior decisions, at a time. A world is not changed
// once it is shared: a copy with other placements needs a list of its own.
type World struct {
	// Fleet has all clusters, sets and the like in its manifests: those that were given as values, too. Its kind is the only one
	// that the placements choose from, and that of clusters without a kind; empty if they choose from both.
	Fleet      planner.Fleet
	Placements []Placement
	Now        time.Time
	options    Options
}

// Options of a world.
type Options struct {
	// Now is the time of its decisions. Zero means no particular time: an answer that depends on the time is an error.
	Now time.Time
	// MaxCELCost bounds the CEL expressions of each decision; 0 means no bound.
	MaxCELCost uint64
	// SameNames says that placements of different schedulers may have one name: nothing names them.
	SameNames bool
	// Filter takes clusters from a request before it is decided; it may be nil. With it, the placements are decided in the order
	// in which they are given.
	Filter Filter
}

// Filter takes the clusters from the request of a placement of a world that it must not choose. Chosen are the newest decisions
// of the placements, by index.
type Filter func(ctx context.Context, w *World, i int, r *planner.Request, chosen [][]string) ([]placement.Rejection, error)

// New makes a world of a fleet and of its placements, and decides them until they have settled: moves are compared with that. It
// warns of the placements whose prior decisions are others, because their hub has not decided a change yet, and of those that do
// not settle. Findings that are errors are about the fleet or a placement, which was not checked before; there is no world then.
// The fleet and the placements are shared, and stay as they are.
func New(ctx context.Context, from planner.Fleet, placements []Placement, options Options) (World, finding.List) {
	w, findings := Unsettled(from, placements, options)
	if findings.HasError() {
		return World{}, findings
	}
	if inv := &w.Fleet.Manifests.Inventory; len(inv.Clusters)+len(inv.Targets) == 0 {
		return World{}, append(findings, finding.Failure("", fleet.EmptyTitle, w.Fleet.EmptyText("")))
	}
	outcomes, more := w.settle(ctx, nil)
	if findings = append(findings, more...); findings.HasError() {
		return World{}, findings
	}
	var moved []string
	for i := range outcomes {
		if w.Placements[i].begin(&outcomes[i]) {
			moved = append(moved, w.Placements[i].FullName())
		}
	}
	if len(moved) > 0 {
		findings = append(findings, movesAnyway(moved))
	}
	return w, findings
}

// Unsettled makes a world of a fleet, which may be empty, and of its placements with the prior decisions that they have.
func Unsettled(from planner.Fleet, placements []Placement, options Options) (World, finding.List) {
	w := World{Fleet: from, Placements: slices.Clone(placements), Now: options.Now, options: options}
	var findings finding.List
	if !options.SameNames {
		findings = w.checkNames()
	}
	return w, append(findings, w.unite()...)
}

// begin makes the settled decisions those that the next ones are compared with. It reports whether the prior ones are others.
func (p *Placement) begin(o *Outcome) (moved bool) {
	p.wasSatisfied = o.Satisfied()
	prior, settled := o.prior, o.answer.AsPredecessor()
	if prior != nil {
		moves := prior.Compare(&o.answer.Result)
		moved = planner.Moved(&moves)
	}
	if prior != nil && !moved && !o.hasMoved {
		prior.Known, p.prior = settled.Known, prior
		return false
	}
	p.adopt(o.answer)
	p.prior = settled
	return moved
}

// adopt makes an answer the prior decisions, once it is rolled out.
func (p *Placement) adopt(a *planner.Answer) { p.Prior, p.Decided = a.AsPrior(), p.Superseded() }

// unite puts what was given as values to the objects of the manifests, and finds clusters that no scheduler can tell apart.
func (w *World) unite() (findings finding.List) {
	kinds := w.clusterKinds()
	for _, kind := range kinds {
		findings = append(findings, w.Fleet.Twins(kind.only, kind.targets)...)
	}
	if findings.HasError() {
		return findings[:1]
	}
	f := &w.Fleet
	f.Kind = ""
	if len(kinds) > 0 && !slices.ContainsFunc(kinds, func(kind coverage) bool { return kind.only != kinds[0].only }) {
		f.Kind = kinds[0].only
	}
	inv := &f.Manifests.Inventory
	inv.Clusters = slices.Concat(inv.Clusters, f.Clusters)
	inv.Sets = slices.Concat(inv.Sets, f.ClusterSets)
	inv.Bindings = slices.Concat(inv.Bindings, f.Bindings)
	inv.Scores = slices.Concat(inv.Scores, f.Scores)
	inv.Targets = slices.Concat(inv.Targets, f.Targets)
	inv.Decisions = slices.Concat(inv.Decisions, f.PlacementDecisions)
	*f = planner.Fleet{Kind: f.Kind, Manifests: f.Manifests}
	f.Manifests.ClusterPlaces = extended(f.Manifests.ClusterPlaces, len(inv.Clusters))
	f.Manifests.TargetPlaces = extended(f.Manifests.TargetPlaces, len(inv.Targets))
	return findings
}

// extended is a list of places with those of values, which have none.
func extended[T any](places []T, count int) []T {
	return append(slices.Clip(places), make([]T, count-len(places))...)
}

// coverage is what a placement chooses from: clusters of one kind, or all, and other targets or not.
type coverage struct {
	only    placement.ClusterKind
	targets bool
}

// clusterKinds are what the placements choose from, each once.
func (w *World) clusterKinds() (kinds []coverage) {
	for i := range w.Placements {
		p := &w.Placements[i]
		kind := coverage{planner.ClusterKind(p.Dialect()), p.Dialect() == placement.DialectHybrid}
		if kind.targets {
			kind.only = p.Kind
		}
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// WithFleet is the world with the clusters, cluster sets, bindings and scores of another fleet of manifests or of a hub.
func (w World) WithFleet(other *inventory.Fleet) World {
	inv := &w.Fleet.Manifests.Inventory
	inv.Clusters, inv.Sets, inv.Bindings, inv.Scores = other.Clusters, other.Sets, other.Bindings, other.Scores
	return w
}

// Len is the number of placements.
func (w World) Len() int { return len(w.Placements) }

// Clusters are the clusters of all kinds. The list is shared.
func (w World) Clusters() []placement.Cluster { return w.Fleet.Manifests.Clusters }

// Sets are the cluster sets of the fleet, with those that only the labels of its clusters name. The list is shared.
func (w World) Sets() []placement.ClusterSet { return fleet.NamedSets(&w.Fleet.Manifests) }

// Request is the question that the placement of an index asks in the world. What it refers to is shared.
func (w World) Request(i int) *planner.Request {
	p := &w.Placements[i]
	r := &planner.Request{
		Placement: p.Placement, Fleet: w.Fleet, Prior: p.Prior, Now: w.Now, OnUnsatisfied: planner.UnsatisfiedAccept,
		MaxCELCost: w.options.MaxCELCost, Advisors: p.Advisors,
	}
	r.Kind = p.Kind
	if p.Decided != nil {
		r = r.WithDecided(p.Decided)
		if p.Prior.IsGiven() {
			r.Prior = p.Prior
		}
	}
	return r
}

// checkNames finds two placements of one name: outputs and edits name them.
func (w *World) checkNames() finding.List {
	first := make(map[string]*Placement, len(w.Placements))
	for i := range w.Placements {
		p := &w.Placements[i]
		other, known := first[p.FullName()]
		switch {
		case !known:
			first[p.FullName()] = p
		case p.At != "":
			return finding.List{finding.Failure(p.At+".name", "Duplicate value", fmt.Sprintf(
				"found %s, which %s has already. Each of these placements needs a name of its own.", excerpt.Quote(p.FullName()),
				cmp.Or(other.At, "another one")))}
		default:
			return finding.List{finding.Failure("", "Two placements have one name", fmt.Sprintf("%s is a placement of %s and one of %s. "+
				"Set scheduler to simulate the placements of one of them.", excerpt.Quote(p.FullName()), other.Dialect(), p.Dialect()))}
		}
	}
	return nil
}

// movesAnyway is the warning about placements that move without any edit.
func movesAnyway(names []string) finding.Finding {
	return finding.Warning("", "Placements move without any edit", fmt.Sprintf("%s would be decided differently with the fleet as "+
		"it is: %s. What follows starts from these new decisions, so its moves do not include them.",
		excerpt.Count(len(names), "placement"), excerpt.List(names, ", ")))
}
