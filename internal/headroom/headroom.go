// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package headroom answers how many more copies of the workload of a placement fit into a fleet with all rules, what ends them,
// how many fit after a loss, and which new cluster adds most. It is pure, and stands above simulate and resilience.
//
// Read [Of] first. A copy is another placement with the same spec and demand. Copies are decided one after the other until one
// does not fit, so every number n was found by deciding n copies that fit, and one more that does not.
package headroom

import (
	"context"
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/resilience"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// Question is a placement that demands something, its fleet, and what else is asked.
type Question struct {
	Subject        simulate.Subject
	Fleet          planner.Fleet
	Options        world.Options
	FailureDomains simulate.FailureDomains
	Offers         []placement.Cluster
	// MaxCopies bounds the copies, and MaxWork the clusters that are looked at in all decisions.
	MaxCopies, MaxWork int
}

// Of answers the question. Findings that are errors have the paths of the arguments; there are no outputs then.
func Of(ctx context.Context, q *Question) (*Outputs, finding.List) {
	asked := planner.Request{Placement: q.Subject.Placement.Placement, Advisors: q.Subject.Advisors}
	if asked.AsksOverHTTP() {
		return nil, finding.List{finding.Failure(q.Subject.At, "Advisors are not asked over HTTP", "Every copy would be another "+
			"request. Set recommendations of the advisors.")}
	}
	start, findings := simulate.NewCopies(ctx, q.Fleet, &q.Subject, q.Options)
	if findings.HasError() {
		return nil, findings
	}
	now, findings := q.count(ctx, start, 1+q.MaxCopies)
	if findings.HasError() {
		return nil, findings
	}
	out := &Outputs{Satisfied: now.fits > 0, Copies: max(0, now.fits-1), Exact: now.end != nil, Resources: []string{}}
	if now.end != nil {
		out.Reason = now.reason(ctx)
		if out.Resources, findings = q.endedBy(ctx, &now); findings.HasError() {
			return nil, findings
		}
	}
	if out.Domains, findings = q.losses(ctx, start, &now); findings.HasError() {
		return nil, findings
	}
	if out.BestOffer, findings = q.bestOffer(ctx, start, &now); findings.HasError() {
		return nil, findings
	}
	return out, nil
}

// counted are the placement and those of its copies that fit, as they were decided.
type counted struct {
	simulate.Copies
	// fits is how many fit, with the placement itself, and outcomes are what was decided for them.
	fits     int
	outcomes []world.Outcome
	// end is the first that does not fit; nil if as many fit as were asked for. Wanted is how many clusters it gets where there is
	// room.
	end    *world.Outcome
	wanted int
}

// count decides the placement and its copies until one does not fit, or so many do.
func (q *Question) count(ctx context.Context, start simulate.Copies, limit int) (counted, finding.List) {
	c := counted{Copies: start}
	for c.fits < limit {
		if c.fits < 2 {
			// The first copy stands for all: they differ in nothing but what is left for them.
			roomy, findings := c.Decide(ctx, nil)
			if findings.HasError() {
				return c, findings
			}
			c.wanted = len(roomy.Answer().Result.Decisions)
		}
		o, findings := c.Decide(ctx, q.Subject.Demand)
		if findings.HasError() {
			return c, findings
		}
		if !c.isFit(&o) {
			c.end = &o
			return c, nil
		}
		c.Keep(&o)
		c.outcomes = append(c.outcomes, o)
		c.fits++
	}
	return c, nil
}

// isFit reports whether a placement is satisfied with as many clusters as it gets where there is room. Alone, a placement for all
// clusters is satisfied with any.
func (c *counted) isFit(o *world.Outcome) bool {
	return o.Satisfied() && len(o.Answer().Result.Decisions) >= c.wanted
}

// reason says why the last one does not fit.
func (c *counted) reason(ctx context.Context) string {
	if !c.end.Satisfied() {
		return simulate.WhyUnsatisfied(ctx, c.end)
	}
	result := &c.end.Answer().Result
	return fmt.Sprintf("Chosen: %d; with enough room it would be %d.", len(result.Decisions), c.wanted) + simulate.ShortOf(result)
}

// endedBy are the resources of the demand without any one of which the last one fits; if there are none, all that it only fits
// without. If it does not fit without any demand, a rule of the placement ends the copies.
func (q *Question) endedBy(ctx context.Context, c *counted) ([]string, finding.List) {
	names, all := []string{}, []string{}
	demand := q.Subject.Demand
	for i := range demand {
		if amount := demand[i].Quantity(); amount.Sign() <= 0 {
			continue
		}
		all = append(all, demand[i].Name)
		o, findings := c.Decide(ctx, slices.Delete(slices.Clone(demand), i, i+1))
		if findings.HasError() {
			return nil, findings
		}
		if c.isFit(&o) {
			names = append(names, demand[i].Name)
		}
	}
	if len(names) > 0 {
		return names, nil
	}
	o, findings := c.Decide(ctx, nil)
	if findings.HasError() || !c.isFit(&o) {
		return names, findings
	}
	return all, nil
}

// losses are how many copies fit after the worst loss of each kind.
func (q *Question) losses(ctx context.Context, start simulate.Copies, now *counted) ([]Domain, finding.List) {
	kinds, threats, findings := resilience.Threats(ctx, start.World, &q.FailureDomains, now.outcomes)
	if findings.HasError() {
		return nil, findings
	}
	if findings := q.tooMuch(len(start.World.Clusters()), len(threats), now.fits); findings != nil {
		return nil, findings
	}
	fits, domains := make([]int, len(kinds)), make([]Domain, len(kinds))
	for i := range kinds {
		fits[i] = now.fits
		domains[i] = Domain{Domain: kinds[i].Domain, Key: kinds[i].Key}
	}
	for i := range threats {
		t := &threats[i]
		// One that lets as many fit as another one is not worse.
		after, findings := q.count(ctx, start.In(t.Without(start.World)), fits[t.Of])
		if findings.HasError() {
			return nil, findings
		}
		if after.end != nil {
			fits[t.Of], domains[t.Of].Worst = after.fits, t.Value
		}
	}
	for i := range domains {
		domains[i].Copies, domains[i].Satisfied = max(0, fits[i]-1), fits[i] > 0
	}
	return domains, nil
}

// tooMuch is the error about more decisions than the limit allows.
func (q *Question) tooMuch(clusters, losses, fits int) finding.List {
	decisions := (losses+1)*(fits+3) + len(q.Offers)*(q.MaxCopies+4)
	if decisions <= q.MaxWork/max(1, clusters) {
		return nil
	}
	return finding.List{finding.Failure("", "There is too much to decide", fmt.Sprintf(
		"Losses that change what is chosen: %d; offers: %d; copies of each: up to %d. Each copy is decided over %s. Set a smaller "+
			"max_copies, or ask for fewer failure_domains or offers.", losses, len(q.Offers), q.MaxCopies,
		excerpt.Count(clusters, "cluster")))}
}

// bestOffer is the offer with which most copies fit, the first of several; nil if none adds any. What the fleet has already is
// no offer.
func (q *Question) bestOffer(ctx context.Context, start simulate.Copies, now *counted) (best *Offer, findings finding.List) {
	most := now.fits
	for i := range q.Offers {
		offer := &q.Offers[i]
		isOffer := func(c placement.Cluster) bool { return c.Name == offer.Name && start.World.Placements[0].Covers(&c) }
		if slices.ContainsFunc(start.World.Clusters(), isOffer) {
			continue
		}
		with := q.Fleet
		with.Clusters = append(slices.Clip(with.Clusters), *offer)
		offered, findings := simulate.NewCopies(ctx, with, &q.Subject, q.Options)
		if findings.HasError() {
			return nil, findings
		}
		c, findings := q.count(ctx, offered, 1+q.MaxCopies)
		if findings.HasError() {
			return nil, findings
		}
		if c.fits > most {
			most, best = c.fits, &Offer{Name: offer.Name, Copies: c.fits - 1, Exact: c.end != nil}
		}
	}
	return best, nil
}
