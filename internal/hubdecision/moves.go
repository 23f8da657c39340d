// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubdecision

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// Moves are the clusters that join the accepted ones with what a hub has decided, leave them, and change their group, and
// why. The hub does not say why, so the reasons are those of the provider's own pass over the fleet of the hub, if it comes to
// the same answer for the cluster. Without that fleet, the reasons are unknown.
func Moves(
	ctx context.Context, r *planner.Request, accepted *planner.Predecessor, d *decisions.Decided, hasFleet bool,
) diff.Changes {
	explained := map[string]diff.Change{}
	if hasFleet {
		if result, _, err := predict(ctx, r, d); err == nil {
			predicted := diff.CompareNames(accepted.Clusters, result)
			for _, change := range append(predicted.Joined, predicted.Left...) {
				explained[change.ClusterName] = change
			}
		}
	}
	change := func(name, said string) diff.Change {
		if c, ok := explained[name]; ok {
			return c
		}
		return diff.Change{ClusterName: name, Cause: diff.CauseUnknown, Reason: excerpt.Truncate(
			cmp.Or(said, "the hub gives no reason"), finding.MessageBytes)}
	}
	joined, left := without(d.Names(), accepted.Clusters), without(accepted.Clusters, d.Names())
	changes := diff.Changes{Stayed: len(d.Decisions) - len(joined), Regrouped: Regroups(accepted, d)}
	reasons := reasonsOf(d)
	for _, name := range joined {
		changes.Joined = append(changes.Joined, joins(r, change(name, reasons[name]), accepted, len(joined)))
	}
	for _, name := range left {
		changes.Left = append(changes.Left, change(name, reasons[name]))
	}
	return changes
}

// joins is the change of a cluster that joins with others, with the cause that follows from the number of the accepted clusters
// if nothing else is known.
func joins(r *planner.Request, change diff.Change, accepted *planner.Predecessor, joined int) diff.Change {
	wanted := numberOf(r)
	switch had := len(accepted.Clusters); {
	case change.Cause != diff.CauseUnknown:
	case accepted.PolicyChanged:
		change.Cause, change.Reason = diff.CausePolicyChanged, "the placement changed: "+change.Reason
	case wanted != nil && joined <= int(*wanted)-had:
		change.Cause = diff.CauseFreePlace
		change.Reason = fmt.Sprintf("the placement had %d of %s; %s", had, excerpt.Count(int(*wanted), "cluster"), change.Reason)
	}
	return change
}

// Regroups are the accepted clusters that a hub has decided again, in another group. Only Open Cluster Management has
// groups.
func Regroups(accepted *planner.Predecessor, d *decisions.Decided) []diff.Regroup {
	regrouped, _ := diff.CompareGroups(accepted.Slices, d.PlacementDecisions, accepted.PolicyChanged)
	return regrouped
}

// SameNumber reports whether two specs of a placement ask for the same number of clusters.
func SameNumber(one, other *planner.Request) bool {
	a, b := numberOf(one), numberOf(other)
	return a == b || a != nil && b != nil && *a == *b
}

// numberOf is how many clusters a placement asks for; nil if it does not say.
func numberOf(r *planner.Request) *int32 {
	_, wanted := r.Placement.Wanted()
	return wanted
}

// reasonsOf are the reasons that a hub publishes, by cluster.
func reasonsOf(d *decisions.Decided) map[string]string {
	reasons := map[string]string{}
	for i := range d.Decisions {
		reasons[d.Decisions[i].Name] = d.Decisions[i].Reason
	}
	if d.Snapshot != nil {
		for i := range d.Snapshot.Status.TargetClusters {
			if decision := &d.Snapshot.Status.TargetClusters[i]; !decision.Selected {
				reasons[decision.ClusterName] = decision.Reason
			}
		}
	}
	return reasons
}

// Accept limits the moves of pending decisions, and reports them. Accepted is how many clusters were accepted last, and
// consequences say what becomes of what follows the decisions.
func (p *Pending) Accept(c *planner.Transition, accepted int, consequences string) planner.Findings {
	path := string(c.Dialect())
	text := fmt.Sprintf("The hub has decided:\n\n%s", &p.Changes) + after("\n\n", consequences)
	if exceeded := c.Limit.ExceededBy(len(p.Lost), accepted); exceeded != "" {
		return planner.Findings{finding.Failure("max_moves", planner.TooManyMoves, fmt.Sprintf(
			"%s\n\n%s\n\nThe state keeps the last accepted decisions. Check the fleet. To accept the moves, raise max_moves or "+
				"remove it for one apply. "+planner.WithoutDeciding, exceeded, text))}
	}
	return planner.Findings{finding.Warning(path, c.Title("has moved on the hub"), text)}
}

// RefuseUnsatisfied reports a placement that the hub does not satisfy and that the plan does not change, unless a refresh has
// warned of it. Without OnUnsatisfied it is an error only if clusters would leave. Why is the reason, empty if the placement is
// satisfied.
func RefuseUnsatisfied(c *planner.Transition, why string, loses bool) planner.Findings {
	onUnsatisfied := c.OnUnsatisfied
	if onUnsatisfied == "" && loses {
		onUnsatisfied = planner.UnsatisfiedError
	}
	if why == "" || onUnsatisfied != planner.UnsatisfiedError {
		return nil
	}
	return planner.Findings{finding.Failure(string(c.Dialect()), "The placement is not satisfied on the hub",
		excerpt.Sentence(why)+fmt.Sprintf(
			" The state keeps the last accepted decisions. Change the placement or the fleet, or set on_unsatisfied to %q or %q to go "+
				"on with the decisions of the hub. "+planner.WithoutDeciding, planner.UnsatisfiedWarn, planner.UnsatisfiedAccept))}
}

// NotDecided is the warning about a change that the hub should have decided by now. Open Cluster Management publishes no
// generation, so that only its decisions show it; nil if the provider's own pass agrees with them.
func (w *Written) NotDecided(r *planner.Request, d *decisions.Decided, p *Prediction) planner.Findings {
	if p == nil || len(p.Differences) == 0 || !planner.PublishedOn(d.Placement.Dialect()).Groups {
		return nil
	}
	return planner.Findings{differs(r, d, p, "has not been decided by the hub since its last change",
		fmt.Sprintf("Terraform changed the placement at %s, and the decisions of the hub are still those of before. If this stays, "+
			"check that its scheduler runs.", w.At.UTC().Format("2006-01-02 15:04:05 MST")))}
}

// Change is what a plan remembers of a change of the placement at a time. Accepted are the clusters in the state.
func (f *Forecast) Change(accepted []string, prior Baseline, now time.Time) *Written {
	written := &Written{At: now, Expected: f.ClusterNames, Dropped: without(accepted, f.ClusterNames)}
	if prior.Decided != nil {
		written.Before = prior.Decided.Names()
	}
	return written
}

// ClusterNames are the clusters of the decisions.
func (p *Pending) ClusterNames() []string {
	return lists.Map(p.Decisions, func(d planner.Decision) string { return d.ClusterName })
}

// AcceptAwaited reports why what a hub has decided for a change that was waited for cannot replace the accepted decisions; nil if
// it can. Clusters that the forecast dropped were accepted with the plan; it may be nil.
func AcceptAwaited(
	c *planner.Transition, d *decisions.Decided, moves diff.Changes, accepted []string, prior Baseline, forecast *Forecast,
) planner.Findings {
	if !d.IsComplete() {
		if len(accepted) == 0 {
			return nil
		}
		return planner.Findings{finding.Warning(string(c.Dialect()), c.Title("keeps its decisions in the state"), "The hub has not "+
			"published a complete decision. The state keeps the last accepted decisions; the next plan reads them again.")}
	}
	dropped := prior.Dropped
	if forecast != nil {
		dropped = append(slices.Clone(dropped), without(accepted, forecast.ClusterNames)...)
	}
	lost := without(accepted, append(d.Names(), dropped...))
	if exceeded := c.Limit.ExceededBy(len(lost), len(accepted)); exceeded != "" {
		return planner.Findings{finding.Warning("max_moves", c.Title("keeps its decisions in the state"),
			fmt.Sprintf("%s\n\nThe hub has decided:\n\n%s\n\nThe "+
				"state keeps the last accepted decisions, and the next plan is an error until max_moves allows these moves.",
				exceeded, moves))}
	}
	return nil
}
