package planner

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/finding"
)

// DecidedMoves are the clusters that join the accepted ones with what a hub has decided, leave them, and change their group, and
// why. The hub does not say why, so the reasons are those of the provider's own pass over the fleet of the hub, if it comes to
// the same answer for the cluster. Without that fleet, the reasons are unknown.
func (r *Request) DecidedMoves(ctx context.Context, accepted *Predecessor, d *manifest.Decided, hasFleet bool) diff.Changes {
	explained := map[string]diff.Change{}
	if hasFleet {
		if result, _, err := r.predict(ctx, d); err == nil {
			predicted := diff.CompareNames(accepted.Clusters, result)
			for _, change := range append(predicted.Joined, predicted.Left...) {
				explained[change.ClusterName] = change
			}
		}
	}
	change := func(name, said string) diff.Change {
		if of, ok := explained[name]; ok {
			return of
		}
		if said == "" {
			said = "the hub gives no reason"
		}
		return diff.Change{ClusterName: name, Cause: diff.CauseUnknown, Reason: excerpt.Truncate(said, finding.MessageBytes)}
	}
	joined, left := without(d.Names(), accepted.Clusters), without(accepted.Clusters, d.Names())
	changes := diff.Changes{Stayed: len(d.Decisions) - len(joined), Regrouped: DecidedRegroups(accepted, d)}
	reasons := reasonsOf(d)
	for _, name := range joined {
		changes.Joined = append(changes.Joined, r.joins(change(name, reasons[name]), accepted, len(joined)))
	}
	for _, name := range left {
		changes.Left = append(changes.Left, change(name, reasons[name]))
	}
	return changes
}

// joins is the change of a cluster that joins with others, with the cause that follows from the number of the accepted clusters if
// nothing else is known.
func (r *Request) joins(change diff.Change, accepted *Predecessor, joined int) diff.Change {
	_, wanted := r.lint().Wanted()
	switch had := len(accepted.Clusters); {
	case change.Cause != diff.CauseUnknown:
	case accepted.policyChanged:
		change.Cause, change.Reason = diff.CausePolicyChanged, "the placement changed: "+change.Reason
	case wanted != nil && joined <= int(*wanted)-had:
		change.Cause = diff.CauseFreePlace
		change.Reason = fmt.Sprintf("the placement had %d of %s; %s", had, excerpt.Count(int(*wanted), "cluster"), change.Reason)
	}
	return change
}

// DecidedRegroups are the accepted clusters that a hub has decided again, in another group. Only Open Cluster Management has
// groups.
func DecidedRegroups(accepted *Predecessor, d *manifest.Decided) []diff.Regroup {
	regrouped, _ := diff.CompareGroups(accepted.slices, d.PlacementDecisions, accepted.policyChanged)
	return regrouped
}

// SameNumber reports whether two specs of a placement ask for the same number of clusters.
func (r *Request) SameNumber(other *Request) bool {
	_, a := r.lint().Wanted()
	_, b := other.lint().Wanted()
	return a == b || a != nil && b != nil && *a == *b
}

// reasonsOf are the reasons that a hub publishes, by cluster.
func reasonsOf(d *manifest.Decided) map[string]string {
	reasons := map[string]string{}
	for i := range d.Decisions {
		reasons[d.Decisions[i].Name] = d.Decisions[i].Reason
	}
	if d.Snapshot != nil {
		for i := range d.Snapshot.Status.TargetClusters {
			if of := &d.Snapshot.Status.TargetClusters[i]; !of.Selected {
				reasons[of.ClusterName] = of.Reason
			}
		}
	}
	return reasons
}

// MovesOf are changes as the output moves has them.
func MovesOf(changes diff.Changes) Moves { return movesOf(changes) }

// AcceptPending limits the moves of pending decisions, and reports them. Accepted is how many clusters were accepted last.
func (c *Change) AcceptPending(p *PendingDecisions, accepted int) Findings {
	at := string(c.Dialect())
	text := fmt.Sprintf("The hub has decided:\n\n%s", &p.Changes)
	if exceeded := c.Limit.exceededBy(len(p.Lost), accepted); exceeded != "" {
		return Findings{finding.Failure("max_moves", tooManyMoves, fmt.Sprintf(
			"%s\n\n%s\n\nThe state keeps the last accepted decisions. Check the fleet. To accept the moves, raise max_moves or remove it for "+
				"one apply. "+withoutDeciding, exceeded, text))}
	}
	return Findings{finding.Warning(at, c.Title("has moved on the hub"), text)}
}

// UnsatisfiedOnHub reports a placement that the hub does not satisfy and that the plan does not change, unless a refresh has warned of it.
// Without OnUnsatisfied it is an error only if clusters would leave. Why is the reason, empty if the placement is satisfied.
func (c *Change) UnsatisfiedOnHub(why string, loses bool) Findings {
	onUnsatisfied := c.OnUnsatisfied
	if onUnsatisfied == "" && loses {
		onUnsatisfied = UnsatisfiedError
	}
	if why == "" || onUnsatisfied != UnsatisfiedError {
		return nil
	}
	return Findings{finding.Failure(string(c.Dialect()), "The placement is not satisfied on the hub", excerpt.Sentence(why)+fmt.Sprintf(
		" The state keeps the last accepted decisions. Change the placement or the fleet, or set on_unsatisfied to %q or %q to go on with the "+
			"decisions of the hub. "+withoutDeciding, UnsatisfiedWarn, UnsatisfiedAccept))}
}

// UnsatisfiedReason is why the hub does not satisfy a placement, empty if it does. A placement of type PickAll is satisfied without any
// cluster, which would empty every for_each.
func UnsatisfiedReason(d *manifest.Decided) string {
	switch {
	case d.Placement.Unscheduled != "":
		return ""
	case !d.Scheduled:
		return "The hub has not decided the placement yet"
	case !d.Satisfied, len(d.Decisions) == 0:
		return excerpt.Truncate(unsatisfiedOnHub(d), finding.MessageBytes)
	}
	return ""
}

// NotDecided is the warning about a change that the hub should have decided by now. Open Cluster Management publishes no generation, so
// that only its decisions show it; nil if the provider's own pass agrees with them.
func (r *Request) NotDecided(w *WrittenChange, d *manifest.Decided, p *Prediction) Findings {
	if p == nil || len(p.Differences) == 0 || !dialects[d.Placement.Dialect()].publishesGroups {
		return nil
	}
	return Findings{r.differs(d, p, "has not been decided by the hub since its last change",
		fmt.Sprintf("Terraform changed the placement at %s, and the decisions of the hub are still those of before. If this stays, check that its "+
			"scheduler runs.", w.At.UTC().Format("2006-01-02 15:04:05 MST")))}
}

// Change is what a plan remembers of a change of the placement at a time. Accepted are the clusters in the state.
func (f *Forecast) Change(accepted []string, before HubState, now time.Time) *WrittenChange {
	written := &WrittenChange{At: now, Expected: f.ClusterNames, Dropped: without(accepted, f.ClusterNames)}
	if before.Decided != nil {
		written.Before = before.Decided.Names()
	}
	return written
}

// ClusterNames are the clusters of the decisions.
func (p *PendingDecisions) ClusterNames() []string {
	names := make([]string, len(p.Decisions))
	for i := range p.Decisions {
		names[i] = p.Decisions[i].ClusterName
	}
	return names
}

// AcceptAwaited reports why what a hub has decided for a change that was waited for cannot replace the accepted decisions; nil if it can. Clusters
// that the forecast dropped were accepted with the plan; it may be nil.
func (c *Change) AcceptAwaited(d *manifest.Decided, moves diff.Changes, accepted []string, before HubState, forecast *Forecast) Findings {
	if !d.IsComplete() {
		if len(accepted) == 0 {
			return nil
		}
		return Findings{finding.Warning(string(c.Dialect()), c.Title("keeps its decisions in the state"), "The hub has not published a complete decision. The state "+
			"keeps the last accepted decisions; the next plan reads them again.")}
	}
	dropped := before.Dropped
	if forecast != nil {
		dropped = append(slices.Clone(dropped), without(accepted, forecast.ClusterNames)...)
	}
	lost := without(accepted, append(d.Names(), dropped...))
	if exceeded := c.Limit.exceededBy(len(lost), len(accepted)); exceeded != "" {
		return Findings{finding.Warning("max_moves", c.Title("keeps its decisions in the state"), fmt.Sprintf("%s\n\nThe hub has decided:\n\n%s\n\nThe "+
			"state keeps the last accepted decisions, and the next plan is an error until max_moves allows these moves.", exceeded, moves))}
	}
	return nil
}
