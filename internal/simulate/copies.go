// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate

import (
	"context"
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

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
	w := c.World
	if c.kept == len(w.Placements) {
		w.Placements = append(slices.Clip(w.Placements), c.copied())
	}
	c.demands.of = append(slices.Repeat([]placement.Resources{c.subject.Demand}, c.kept), demand)
	outcomes, findings := w.DecideSome(ctx, func(i int) bool { return i == c.kept })
	if findings.HasError() {
		return world.Outcome{}, findings
	}
	return outcomes[c.kept], nil
}

// Keep keeps what was decided for the next one, so that those behind it find what it leaves.
func (c *Copies) Keep(o *world.Outcome) {
	c.World.Placements = slices.Clone(c.World.Placements)
	if c.kept == len(c.World.Placements) {
		c.World.Placements = append(c.World.Placements, c.copied())
	}
	p := &c.World.Placements[c.kept]
	p.Prior, p.Decided = o.Answer().AsPrior(), p.Superseded()
	c.kept++
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
