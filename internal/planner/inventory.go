// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// inventory collects what the placement can use, and finds the mistakes in the fleet.
func (r *Request) inventory() (placement.Inventory, Findings) {
	inv := r.collect()
	return inv, append(r.Twins(r.clusterKind(), r.dialect().targets), r.checkFleet(&inv)...)
}

// checkFleet refuses a fleet without clusters. Other values of OnUnsatisfied allow it: see [Request.Unsatisfied].
func (r *Request) checkFleet(inv *placement.Inventory) Findings {
	if len(inv.Clusters)+len(inv.Targets) > 0 || cmp.Or(r.OnUnsatisfied, UnsatisfiedError) != UnsatisfiedError {
		return nil
	}
	return Findings{r.emptyFleet()}
}

// collect is what the scheduler gets of the fleet and of the earlier decisions.
func (r *Request) collect() placement.Inventory {
	inv, only := r.Manifests.Inventory, r.clusterKind()
	inv.Clusters = append(fleet.Seen(only, inv.Clusters), fleet.Seen(only, r.Clusters)...)
	inv.Sets = r.Sets(r.Namespace, inv.Clusters)
	inv.Bindings = slices.Concat(inv.Bindings, r.Bindings)
	inv.Scores = slices.Concat(inv.Scores, r.Scores)
	inv.Targets = slices.Concat(inv.Targets, r.Targets)
	inv.Decisions = slices.Concat(inv.Decisions, r.PlacementDecisions)
	inv.Now = cmp.Or(r.Now, epoch)
	if r.IsGiven() {
		_, inv.Decisions = r.Own(inv.Decisions)
	}
	if len(r.PreviousDecisions) > 0 {
		inv.Decisions = append(inv.Decisions, placement.PlacementDecision{
			Namespace: r.Namespace, Placement: r.Name, Clusters: clusterNames(r.PreviousDecisions),
		})
	}
	if r.Namespace == "" {
		inv.Bindings = fleet.BindAll(inv.Sets)
	}
	return inv
}

// emptyFleet is the error of a fleet without clusters.
func (r *Request) emptyFleet() Finding {
	text := r.EmptyText(r.clusterKind()) + cmp.Or(r.insteadOfOthers(), fmt.Sprintf(" To plan with no clusters, set "+
		"on_unsatisfied = %q.", UnsatisfiedAccept))
	switch {
	case r.Clusters != nil:
		return finding.Failure("clusters", fleet.EmptyTitle, text)
	case r.Manifests.FromHub:
		return finding.Failure(string(r.Dialect()), "The hub has no clusters", text)
	}
	return finding.Failure("manifests", fleet.EmptyTitle, text)
}

// insteadOfOthers says what to pass in the place of clusters that the placement does not see; empty if there are none.
func (r *Request) insteadOfOthers() string {
	only := r.clusterKind()
	isOther := func(c *placement.Cluster) bool { return !fleet.Sees(only, c) }
	other := lists.Find(slices.Concat(r.Clusters, r.Manifests.Clusters), isOther)
	if other == nil {
		return ""
	}
	text := fmt.Sprintf(" %s chooses from %ss: pass these, or clusters without kind", r.Dialect(), only)
	for _, dialect := range placement.Dialects {
		switch kind := other.Kind; {
		case ClusterKind(dialect) == kind:
			text += fmt.Sprintf("; %s chooses from %ss", dialect, kind)
		case r.Kind != "" && dialect == r.Dialect():
			text += fmt.Sprintf(", or set kind = %q", kind)
		}
	}
	return text + "."
}

// EarlierDecisions are the placement's own decisions from before the pass: those that it is given, else those that the
// manifests have of it. It returns nil if nothing tells what was decided before, and an empty list if nothing was.
func (r *Request) EarlierDecisions(inv *placement.Inventory) []PreviousDecision {
	if r.IsGiven() {
		return r.named(inv, r.PreviousDecisions)
	}
	prior, ok := r.dialect().earlier(r, inv)
	switch {
	case !ok:
		return r.PreviousDecisions
	case prior == nil:
		return []PreviousDecision{}
	}
	prior = r.named(inv, prior)
	known := make(map[string]bool, len(prior))
	return slices.DeleteFunc(prior, func(d PreviousDecision) bool {
		twice := known[d.ClusterName]
		known[d.ClusterName] = true
		return twice
	})
}
