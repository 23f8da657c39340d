// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package simulate answers what if: it edits a copy of a fleet and of its placements, decides them again, and says what moves.
// It is pure, and stands above the planner.
//
// A [World] is a fleet with its placements. [New] makes one and decides every placement once as it is; [World.Apply] returns a
// world with edits, [World.Decide] decides its placements, and [World.Next] is the world in which these decisions are in force.
// [Run] does all of this for a list of steps. A world does not change: what an edit does not touch is shared with the world
// before, so that many worlds can be made of one.
package simulate

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

// Subject is a placement of a simulation.
type Subject struct {
	planner.Placement
	// Prior is what was decided before, if that is given.
	Prior planner.Prior
	// Decided is what the hub has decided; nil for a placement that the hub does not have, or of another fleet. Without Prior and
	// Decided, the earlier decisions are those that the manifests have of the placement, or else what is decided without any edit.
	Decided *decisions.Decided
	// Kind is the kind of cluster that a hybrid placement rule chooses from; empty is all kinds.
	Kind placement.ClusterKind
	// Advisors are those that are asked over HTTP; nil if none is.
	Advisors planner.Advisors
	// Demand is what the placement takes of each chosen cluster. Clusters of which the placements before it leave less are
	// rejected.
	Demand placement.Resources
	// At is the path of the argument that has the placement, such as placements[1]; empty if none has it.
	At string
}

// World is a fleet with the placements that choose from it, each with its own earlier decisions, at a time.
type World struct {
	// fleet has all clusters, sets and the like in its manifests: those that were given as values, too. Its kind is the only one
	// that the placements see, and that of clusters without a kind; empty if they see both.
	fleet planner.Fleet
	now   time.Time
	// maxCELCost bounds the CEL expressions of one decision; 0 means no bound.
	maxCELCost uint64
	subjects   []subject
	// blocked are the evictions that the edits have asked for and that the hub does not execute.
	blocked []BlockedEviction
}

// subject is a placement in a world.
type subject struct {
	Subject
	// before is what its next decision is compared with.
	before *planner.Predecessor
	// running are the clusters that it was on before the simulation, if that is known: what is available there is without its
	// demand.
	running []string
	// wasSatisfied says that it was satisfied with the decisions of before, and replaced that an edit since then has made it a new
	// placement.
	wasSatisfied, replaced bool
}

// Options of a world.
type Options struct {
	// Now is the time of its decisions. Zero means no particular time: an answer that depends on the time is an error.
	Now time.Time
	// MaxCELCost bounds the CEL expressions of each decision; 0 means no bound.
	MaxCELCost uint64
	// SameNames says that placements of different schedulers may have one name: nothing names them.
	SameNames bool
}

// New makes a world of a fleet and of its placements, and decides each of them once as it is: that is what moves are explained
// by, and the earlier decisions of a placement of which none are known. It warns of the placements that move without any edit,
// because their hub has not decided a change yet. Findings that are errors are about the fleet or a placement, which was not
// checked before; there is no world then. The fleet and the placements are shared, and stay as they are.
func New(ctx context.Context, of planner.Fleet, placements []Subject, options Options) (World, finding.List) {
	w := World{fleet: of, now: options.Now, maxCELCost: options.MaxCELCost, subjects: make([]subject, len(placements))}
	for i := range placements {
		w.subjects[i] = subject{Subject: placements[i]}
	}
	var found finding.List
	if !options.SameNames {
		found = w.check()
	}
	found = append(found, w.unite()...)
	if found.HasError() {
		return World{}, found
	}
	if found = append(found, w.begin(ctx)...); found.HasError() {
		return World{}, found
	}
	room := w.newRoom()
	var pending []string
	var assumed []placement.PlacementDecision
	for i := range w.subjects {
		outcome, errs := w.decideIn(ctx, i, room)
		if errs.HasError() {
			return World{}, append(found, errs...)
		}
		isKnown, moves := w.subjects[i].begin(&outcome)
		if moves {
			pending = append(pending, w.subjects[i].FullName())
		}
		if !isKnown {
			assumed = append(assumed, outcome.answer.Result.PlacementDecisions...)
		}
	}
	w.fleet.Manifests.Decisions = slices.Concat(w.fleet.Manifests.Decisions, assumed)
	if len(pending) > 0 {
		found = append(found, movesAnyway(pending))
	}
	return w, found
}

// begin notes the decisions of a subject as it is. It reports whether its earlier decisions are known, and were others.
func (s *subject) begin(o *Outcome) (isKnown, moves bool) {
	s.wasSatisfied = o.Satisfied()
	known, before := o.answer.Predecessor(), o.answer.AsPredecessor()
	if known == nil {
		s.before, s.Prior = before, o.answer.AsPrior()
		return false, false
	}
	known.Known, s.before = before.Known, known
	now := slices.Sorted(slices.Values(before.Clusters))
	return true, !slices.Equal(slices.Compact(slices.Sorted(slices.Values(known.Clusters))), now)
}

// unite puts what was given as values to the objects of the manifests, and finds clusters that no scheduler can tell apart.
func (w *World) unite() (found finding.List) {
	kinds := w.clusterKinds()
	for _, kind := range kinds {
		found = append(found, w.fleet.Twins(kind.only, kind.targets)...)
	}
	if found.HasError() {
		return found[:1]
	}
	f := &w.fleet
	f.Kind = ""
	if len(kinds) > 0 && !slices.ContainsFunc(kinds, func(kind sight) bool { return kind.only != kinds[0].only }) {
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
	f.Manifests.ClusterPlaces, f.Manifests.TargetPlaces = nil, nil
	if len(inv.Clusters)+len(inv.Targets) == 0 {
		found = append(found, finding.Failure("", fleet.EmptyTitle, f.EmptyText("")))
	}
	return found
}

// sight is what a placement sees of the clusters: those of one kind, or all, and other targets or not.
type sight struct {
	only    placement.ClusterKind
	targets bool
}

// clusterKinds are what the placements see, each once.
func (w *World) clusterKinds() (kinds []sight) {
	for i := range w.subjects {
		s := &w.subjects[i]
		sees := sight{planner.ClusterKind(s.Dialect()), s.Dialect() == placement.DialectHybrid}
		if sees.targets {
			sees.only = s.Kind
		}
		if !slices.Contains(kinds, sees) {
			kinds = append(kinds, sees)
		}
	}
	return kinds
}

// WithFleet is the world with the clusters, cluster sets, bindings and scores of another fleet of manifests or of a hub.
func (w World) WithFleet(of *inventory.Fleet) World {
	inv := &w.fleet.Manifests.Inventory
	inv.Clusters, inv.Sets, inv.Bindings, inv.Scores = of.Clusters, of.Sets, of.Bindings, of.Scores
	return w
}

// Len is the number of placements.
func (w World) Len() int { return len(w.subjects) }

// Subject is the placement of an index, with the edits of the world.
func (w World) Subject(i int) *Subject { return &w.subjects[i].Subject }

// Before are the clusters of the placement of an index in its earlier decisions, in no particular order.
func (w World) Before(i int) []string { return w.subjects[i].before.Clusters }

// Clusters are the clusters of all kinds. The list is shared.
func (w World) Clusters() []placement.Cluster { return w.fleet.Manifests.Clusters }

// Sets are the cluster sets of the fleet, with those that only the labels of its clusters name. The list is shared.
func (w World) Sets() []placement.ClusterSet { return fleet.NamedSets(&w.fleet.Manifests) }

// Request is the question that the placement of an index asks in the world. What it refers to is shared.
func (w World) Request(i int) *planner.Request {
	s := &w.subjects[i]
	r := &planner.Request{
		Placement: s.Placement, Fleet: w.fleet, Prior: s.Prior, Now: w.now, OnUnsatisfied: planner.UnsatisfiedAccept,
		MaxCELCost: w.maxCELCost, Advisors: s.Advisors,
	}
	r.Kind = s.Kind
	if s.Decided != nil {
		r = r.WithDecided(s.Decided)
		if s.isGiven() {
			r.Prior = s.Prior
		}
	}
	return r
}

// isGiven reports whether the earlier decisions are given: what the hub has decided is older.
func (s *Subject) isGiven() bool { return s.Prior.InForce || len(s.Prior.PreviousDecisions) > 0 }

// check finds two placements of one name: outputs and edits name them.
func (w *World) check() finding.List {
	first := make(map[string]*subject, len(w.subjects))
	for i := range w.subjects {
		s := &w.subjects[i]
		other, known := first[s.FullName()]
		switch {
		case !known:
			first[s.FullName()] = s
		case s.At != "":
			return finding.List{finding.Failure(s.At+".name", "Duplicate value", fmt.Sprintf(
				"found %s, which %s has already. Each placement of a simulation needs a name of its own.", excerpt.Quote(s.FullName()),
				cmp.Or(other.At, "another one")))}
		default:
			return finding.List{finding.Failure("", "Two placements have one name", fmt.Sprintf("%s is a placement of %s and one of %s. "+
				"Set dialect to simulate the placements of one of them.", excerpt.Quote(s.FullName()), other.Dialect(), s.Dialect()))}
		}
	}
	return nil
}

// movesAnyway is the warning about placements that move without any edit.
func movesAnyway(names []string) finding.Finding {
	return finding.Warning("", "Placements move without any edit", fmt.Sprintf("%s would be decided differently with the fleet as "+
		"it is: %s. The moves of the simulation include these.", excerpt.Count(len(names), "placement"), excerpt.List(names, ", ")))
}
