// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package simulate answers what if: it edits a copy of a world, decides its placements again, and says what moves. It is pure,
// and stands above world.
//
// [New] makes a world whose placements may have demands, and [Run] edits and decides for a list of steps.
package simulate

import (
	"context"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// Subject is a placement of a simulation.
type Subject struct {
	world.Placement
	// Demand is what the placement takes of each chosen cluster. Clusters of which the placements before it leave less are
	// rejected.
	Demand placement.Resources
}

// demands reports whether the placement takes something.
func (s Subject) demands() bool {
	return slices.ContainsFunc(s.Demand, func(r placement.Resource) bool { amount := r.Quantity(); return amount.Sign() > 0 })
}

// New makes the world of a simulation: see [world.New].
func New(ctx context.Context, fleet planner.Fleet, subjects []Subject, options world.Options) (world.World, finding.List) {
	w, _, findings := begin(ctx, fleet, subjects, options)
	return w, findings
}

// begin is [New] with the demands in the world; nil if nothing is demanded.
func begin(
	ctx context.Context, fleet planner.Fleet, subjects []Subject, options world.Options,
) (w world.World, demanded *demands, findings finding.List) {
	placements := lists.Map(subjects, func(s Subject) world.Placement { return s.Placement })
	if slices.ContainsFunc(subjects, (Subject).demands) {
		if findings := checkDemands(&fleet, subjects); findings != nil {
			return world.World{}, nil, findings
		}
		demanded = &demands{of: lists.Map(subjects, func(s Subject) placement.Resources { return s.Demand })}
		options.Filter = demanded.filter
	}
	w, findings = world.New(ctx, fleet, placements, options)
	return w, demanded, findings
}

// Step is the answer to one list of edits.
type Step struct {
	// World has the edits, and Outcomes are what is decided in it, in the order of its placements.
	World    world.World
	Outcomes []world.Outcome
	// Edits are what the edits do, and Blocked the evictions that the hub does not execute.
	Edits   []string
	Blocked []BlockedEviction
}

// Run applies the edits of each step and decides, each step on the decisions of the one before. The steps are valid: see
// [edit.ValidateSteps]. Path is their path. The first error ends it.
func Run(ctx context.Context, w world.World, steps [][]edit.Edit, path *field.Path) ([]Step, finding.List) {
	if findings := checkNames(&w, steps, path); findings != nil {
		return nil, findings
	}
	answers := make([]Step, len(steps))
	var warnings finding.List
	for i := range steps {
		after, findings := apply(ctx, w, steps[i], path.Index(i))
		if warnings = append(warnings, findings...); findings.HasError() {
			return nil, findings
		}
		outcomes, findings := after.Decide(ctx)
		if warnings = append(warnings, findings...); findings.HasError() {
			return nil, findings
		}
		answers[i] = Step{World: after.World, Outcomes: outcomes, Edits: make([]string, len(steps[i])), Blocked: after.blocked}
		for n := range steps[i] {
			answers[i].Edits[n] = steps[i][n].String()
		}
		w = after.Next(outcomes)
	}
	return answers, warnings[:min(len(warnings), finding.Shown)]
}

// edited is a world with edits.
type edited struct {
	world.World
	// blocked are the evictions that the edits have asked for and that the hub does not execute.
	blocked []BlockedEviction
}

// apply returns a world with edits, in their order. They are valid: see [edit.Edit.Validate]. Path is that of their list. An edit
// that cannot be made is an error at its path, and ends it; so is one that changes nothing, which is a warning on a hub. The
// world itself does not change, and shares with the result what the edits do not touch.
func apply(ctx context.Context, w world.World, edits []edit.Edit, path *field.Path) (edited, finding.List) {
	after := edited{World: w}
	after.Placements = slices.Clone(w.Placements)
	var findings finding.List
	for i := range edits {
		if findings = append(findings, after.apply(ctx, &edits[i], path.Index(i))...); findings.HasError() {
			return edited{}, findings
		}
	}
	return after, findings
}

// apply makes one edit: of a placement, of the time, or of the fleet.
func (w *edited) apply(ctx context.Context, e *edit.Edit, path *field.Path) finding.List {
	switch {
	case e.Evict != nil:
		return w.evict(ctx, e.Evict, path.Child("evict"))
	case !e.At.IsZero():
		if e.At.Equal(w.Now) {
			return w.target().NoEffect(path.Child("at"), "It is this time already.")
		}
		w.Now = e.At
		return nil
	case e.Spec != nil:
		return w.spec(e.Spec, path.Child("spec"))
	}
	return e.Apply(ctx, w.target(), path)
}

// target is what edits change in the world.
func (w *edited) target() *edit.Target {
	return &edit.Target{Fleet: &w.Fleet.Manifests, Kind: w.Fleet.Kind, Now: w.Now}
}

// Without is a world without the clusters that are lost, and without their scores. Unlike an edit that loses clusters, it may
// leave none.
func Without(w world.World, isLost func(c *placement.Cluster) bool) world.World {
	inv := &w.Fleet.Manifests.Inventory
	all := inv.Clusters
	edit.Lose(inv, func(i int) bool { return isLost(&all[i]) })
	return w
}

// Copies are a placement and copies of it with the same demand, decided one after the other, as a hub decides what is created one
// by one: each finds what those before it leave, and these do not move again.
type Copies struct {
	// World has the placement, and behind it the copies that are kept.
	World   world.World
	subject *Subject
	demands *demands
	// kept is how many are kept, with the placement itself.
	kept int
}

// NewCopies makes the world of a placement that demands something: see [New]. Nothing is kept yet.
func NewCopies(ctx context.Context, fleet planner.Fleet, s *Subject, options world.Options) (Copies, finding.List) {
	w, demanded, findings := begin(ctx, fleet, []Subject{*s}, options)
	return Copies{World: w, subject: s, demands: demanded}, findings
}

// In are the same placement and its copies in another world, without any that is kept.
func (c Copies) In(w world.World) Copies {
	c.World, c.kept = w, 0
	return c
}

// Decide decides the next one: the placement itself, and then a copy. It takes a demand of each chosen cluster.
func (c *Copies) Decide(ctx context.Context, demand placement.Resources) (world.Outcome, finding.List) {
	w := c.withNext()
	c.demands.of = append(slices.Repeat([]placement.Resources{c.subject.Demand}, c.kept), demand)
	outcomes, findings := w.DecideSome(ctx, func(i int) bool { return i == c.kept })
	if findings.HasError() {
		return world.Outcome{}, findings
	}
	return outcomes[c.kept], nil
}

// Keep keeps what was decided for the next one, so that those behind it find what it leaves.
func (c *Copies) Keep(o *world.Outcome) {
	c.World = c.withNext()
	p := &c.World.Placements[c.kept]
	p.Prior, p.Decided = o.Answer().AsPrior(), p.Superseded()
	c.kept++
}

// withNext is the world with the next one, in a list of its own.
func (c *Copies) withNext() world.World {
	w := c.World
	w.Placements = slices.Clone(w.Placements)
	if c.kept == len(w.Placements) {
		w.Placements = append(w.Placements, c.copied())
	}
	return w
}

// copied is the next copy. Its name is one that no placement can have. Placement rules keep theirs, by which the answers of
// advisors are found.
func (c *Copies) copied() world.Placement {
	p := c.subject.Placement
	if p.Hybrid == nil {
		p.Name = fmt.Sprintf("%s (copy %d)", p.Name, c.kept)
	}
	p.Prior, p.Decided = planner.Prior{InForce: true}, p.Superseded()
	return p
}
