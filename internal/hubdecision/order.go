// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubdecision

import (
	"context"
	"math"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// order is how a forecast depends on the order in which a hub decides the placements of a plan. The hub chooses that order.
type order struct {
	// counts says that other decisions of other placements can change the chosen clusters.
	counts bool
	// prior are the placements of the plan that are taken as decided before.
	prior []string
	// first are the clusters that are chosen if the hub decides this placement before them.
	first []string
}

// CountsOthers reports whether the chosen clusters can be others if other placements have other decisions: Balance, which gives
// -100 to 100, can put a cluster that is not chosen before one that is.
func (e *Expectation) CountsOthers() bool { return e.order.counts }

// countsOthers is CountsOthers for a result.
func countsOthers(result *placement.Result) bool {
	isBalance := func(p placement.Prioritizer) bool { return p.Name == ocm.Balance && p.Kind == "" }
	balance := slices.IndexFunc(result.Prioritizers, isBalance)
	if result.Dialect != placement.DialectOCM || balance < 0 || len(result.NotPicked) == 0 {
		return false
	}
	weight := int64(result.Prioritizers[balance].Weight)
	reach := 100 * max(weight, -weight)
	// The score without Balance; a cluster without scores has any.
	rest := func(c *placement.Candidate, unknown int64) int64 {
		if balance >= len(c.Scores) {
			return unknown
		}
		return c.Score - weight*c.Scores[balance].Value
	}
	least, most := int64(math.MaxInt64), int64(math.MinInt64)
	for i := range result.Decisions {
		least = min(least, rest(&result.Decisions[i].Candidate, math.MinInt32))
	}
	for i := range result.NotPicked {
		most = max(most, rest(&result.NotPicked[i], math.MaxInt32))
	}
	return reach > 0 && len(result.Decisions) > 0 && least-reach <= most+reach
}

// After says that other placements of the plan are taken as decided before, and decides the placement without them: the fleet has
// the decisions of the hub.
func (e *Expectation) After(ctx context.Context, placements []string, undecided *planner.Fleet) {
	request := *e.transition.Request
	request.Fleet = *undecided
	r := request.WithDecided(e.prior.decided())
	first, findings := planner.Again(ctx, r)
	if e.order.prior = placements; !findings.HasError() {
		e.order.first, _ = published(r, &first.Result)
	}
}

// Published are the PlacementDecisions that the hub is expected to have; not nil.
func (e *Expectation) Published() []placement.PlacementDecision {
	return append([]placement.PlacementDecision{}, e.answer.Result.PlacementDecisions...)
}

// differs reports whether the order changes the clusters, as far as the other placements are known.
func (f *Forecast) differs() bool {
	return f.order.counts && len(f.order.prior) > 0 && !SameClusters(f.order.first, f.ClusterNames)
}

// after is a text after a separator; empty without a text.
func after(separator, text string) string {
	if text == "" {
		return ""
	}
	return separator + text
}

// condition says on which order the clusters depend; empty if they depend on none.
func (f *Forecast) condition() string {
	switch {
	case !f.order.counts:
		return ""
	case len(f.order.prior) == 0:
		return "Its prioritizer Balance counts the decisions of other placements: if the hub decides others of this plan before it, " +
			"names may differ."
	}
	text := "This is after " + excerpt.List(f.order.prior, ", ") + ", of this plan. If the hub decides in another order, names "
	if !f.differs() {
		return text + "may differ."
	}
	return text + "differ: before them it chooses " + chosenClusters(f.order.first) + "."
}
