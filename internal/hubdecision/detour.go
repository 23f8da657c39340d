// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubdecision

import (
	"context"
	"fmt"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// detour is what a hub decides if it sees a change of a placement and the deletions of the same plan one after the other. The
// provider does not know their order: Terraform deletes what the placement depends on before it changes the placement, with
// create_before_destroy after that, and the rest at any time.
type detour struct {
	// order says what comes first, and interim are the clusters that are chosen then; final are those that are chosen at last.
	order          string
	interim, final []string
}

// detours are the orders in which other clusters are chosen at last, or more lose the workload, than with one decision.
func detours(
	ctx context.Context, r *planner.Request, baseline *Baseline, undeleted *planner.Fleet, once *Forecast,
) (all []detour) {
	prior, planned := *r, *r
	prior.Placement, planned.Fleet = baseline.Decided.Placement, *undeleted
	for _, first := range []struct {
		order string
		r     *planner.Request
	}{{"the placement changes first", &planned}, {"the objects are deleted first", &prior}} {
		interim, findings := planner.Again(ctx, first.r.WithDecided(baseline.Decided))
		if findings.HasError() {
			continue
		}
		then := r.WithDecided(baseline.Decided)
		then.Prior = interim.AsPrior()
		final, findings := planner.Again(ctx, then)
		if findings.HasError() {
			continue
		}
		d := detour{order: first.order}
		d.interim, _ = published(first.r, &interim.Result)
		d.final, _ = published(r, &final.Result)
		isWorse := len(without(d.leaving(baseline), baseline.leaving(once.ClusterNames))) > 0
		if isWorse || !SameClusters(d.final, once.ClusterNames) {
			all = append(all, d)
		}
	}
	return all
}

// leaving are the clusters that lose the workload, if only until the second decision.
func (d detour) leaving(prior *Baseline) []string {
	return without(append(prior.leaving(d.interim), prior.leaving(d.final)...), nil)
}

func (d detour) is(other detour) bool {
	return d.order == other.order && SameClusters(d.interim, other.interim) && SameClusters(d.final, other.final)
}

// detoursText says what the hub decides, as a part of what it is expected to decide.
func detoursText(all []detour) string {
	if len(all) == 0 {
		return ""
	}
	var text strings.Builder
	text.WriteString("\n\nThis plan also deletes objects of the fleet, so that the hub can decide twice:")
	for _, d := range all {
		fmt.Fprintf(&text, "\n  - if %s: %s, then %s", d.order, chosenClusters(d.interim), chosenClusters(d.final))
	}
	return text.String() + "\nTo prevent that, delete them in another apply."
}
