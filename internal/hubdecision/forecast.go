// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubdecision

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// Forecast is what a hub is expected to decide once it has a placement as it is configured.
type Forecast struct {
	// ClusterNames are in the order in which the hub publishes them.
	ClusterNames []string
	groups       map[string]string
	// detours are other ways to a decision that take the workload from other clusters.
	detours []detour
	order   order
}

// Baseline is what a hub has of a placement before a change.
type Baseline struct {
	// Decided is what the scheduler starts from; nil if the hub gets a new placement.
	Decided *decisions.Decided
	// Clusters are those that have the workload: the accepted ones and those of the hub, or of the placement that is replaced. It is
	// nil if there was no placement.
	Clusters []string
	// Lost are clusters that leave already, because the hub has dropped them. Dropped are those that leave according to an earlier
	// plan: they are not counted again.
	Lost, Dropped []string
	// Replaces says that the hub gets a new placement in the place of this one, which is Replaced, and Abandons that the clusters
	// keep the workload of this one.
	Replaces, Abandons bool
	Replaced           *decisions.Decided
}

// decided is what the scheduler starts from. What the lists of the hub still have of the name of a new placement belongs to one
// that is gone.
func (s *Baseline) decided() *decisions.Decided { return cmp.Or(s.Decided, &decisions.Decided{}) }

// leaving are the clusters that lose the workload with a change after which the hub chooses others.
func (s *Baseline) leaving(chosen []string) []string {
	if s.Replaces && !s.Abandons {
		return s.Clusters
	}
	return without(append(without(s.Clusters, chosen), s.Lost...), s.Dropped)
}

// Expectation is a forecast before it is known whether it is accepted.
type Expectation struct {
	*Forecast
	transition *planner.Transition
	prior      Baseline
	// request is what was decided, and answer the decision; found is what it found.
	request *planner.Request
	answer  *planner.Answer
	found   planner.Findings
	// Consequences say what becomes of what follows the decisions; empty if nothing moves, and if that is not known.
	Consequences string
	// Recorded are what the last refresh has kept of them, by cluster; nil if it has not.
	Recorded map[string]string
}

// Moving are the clusters that lose and get the workload. None gets it of a placement that is new on the hub: what follows the
// decisions sees those of another one.
func (e *Expectation) Moving() (left, joined []string) {
	switch {
	case e.prior.Replaces && !e.prior.Abandons:
		return e.prior.Clusters, nil
	case e.prior.Replaces, e.prior.Decided == nil:
		return nil, nil
	}
	return e.Leaving(e.prior), without(e.ClusterNames, e.prior.Clusters)
}

// Expect predicts what the hub decides. The fleet of the request is that of the hub, and undeleted is that before the
// plan that changes the placement deletes objects; nil if it deletes none. It returns nil if one of the findings is an error.
func Expect(
	ctx context.Context, c *planner.Transition, prior Baseline, undeleted *planner.Fleet,
) (*Expectation, planner.Findings) {
	r := c.WithDecided(prior.decided())
	r.OnUnsatisfied = planner.UnsatisfiedAccept
	answer, findings := planner.Decide(ctx, r)
	if findings.HasError() {
		return nil, findings
	}
	names, groups := published(r, &answer.Result)
	forecast := &Forecast{
		ClusterNames: append([]string{}, names...), groups: groups, order: order{counts: countsOthers(&answer.Result)},
	}
	if undeleted != nil && prior.Decided != nil {
		forecast.detours = detours(ctx, c.Request, &prior, undeleted, forecast)
	}
	return &Expectation{forecast, c, prior, r, answer, findings, "", nil}, findings
}

// Findings say what moves, why, and whether that is too much. The same apply may still change the fleet: a placement that is not
// satisfied is a warning unless OnUnsatisfied says otherwise.
func (e *Expectation) Findings(ctx context.Context) planner.Findings {
	c, prior, r, findings := e.transition, &e.prior, e.request, slices.Clip(e.found)
	path := string(c.Dialect())
	if r.OnUnsatisfied = cmp.Or(c.OnUnsatisfied, planner.UnsatisfiedWarn); prior.Clusters == nil &&
		len(e.answer.Result.Decisions) == 0 &&
		r.OnUnsatisfied != planner.UnsatisfiedError {
		return append(findings, decidedLater(c, r.WhyUnsatisfied(ctx, e.answer)))
	}
	if findings = append(findings, r.Unsatisfied(ctx, e.answer, planner.WithoutDeciding)...); findings.HasError() {
		return findings
	}
	if prior.Clusters == nil {
		return append(findings, finding.Warning(path, c.Title("is created on the hub"), fmt.Sprintf(
			"The hub is expected to choose %s.%s", chosenClusters(e.ClusterNames), after(" ", e.condition()))))
	}
	moves := e.moves()
	text := "The hub is expected to decide:\n\n" + moves.String()
	if prior.Replaces && !prior.Abandons {
		text = deletes(prior.Clusters) + " For the new placement it is expected to choose " + chosenClusters(e.ClusterNames) + "."
	}
	text += detoursText(e.detours) + after("\n\n", e.Consequences) + after("\n\n", e.condition())
	if exceeded := c.Limit.ExceededBy(len(e.Leaving(*prior)), len(prior.Clusters)); exceeded != "" {
		return append(findings, finding.Failure("max_moves", planner.TooManyMoves, fmt.Sprintf(
			"%s\n\n%s\n\nNothing was written. If an earlier plan showed fewer moves, the fleet has changed since. If the moves "+
				"are intended, raise max_moves.", exceeded, text)))
	}
	switch {
	case prior.Replaces && !prior.Abandons && len(prior.Clusters) > 0:
		findings = append(findings, finding.Warning(path, c.Title("is replaced on the hub"), text))
	case planner.Moved(&moves), len(e.detours) > 0, e.differs():
		findings = append(findings, finding.Warning(path, c.Title("will move"), text))
	}
	return findings
}

// Deleted is the warning about a placement that is deleted with the workload on its clusters; nil if it has none. Consequences
// say what becomes of what follows its decisions.
func Deleted(d *decisions.Decided, consequences string) planner.Findings {
	if len(d.Decisions) == 0 {
		return nil
	}
	r := planner.Request{Placement: d.Placement}
	return planner.Findings{finding.Warning("", r.Title("is deleted on the hub"), deletes(d.Names())+" To leave it on the hub, set "+
		"on_destroy = \"release\" and apply that first."+after("\n\n", consequences))}
}

// deletes says what a hub does with a placement that is deleted.
func deletes(clusters []string) string {
	return "The hub deletes the placement, which takes the workload from all its clusters: " + chosenClusters(clusters) + "."
}

// decidedLater is the warning about a new placement for which the hub has no cluster as it is now. The same apply may create what
// is missing, for example a cluster set and its binding.
func decidedLater(c *planner.Transition, why string) planner.Finding {
	return finding.Warning(string(c.Dialect()), c.Title("is decided after the apply"), "The hub has no cluster for the placement "+
		"now. If this apply creates what is missing, such as a cluster, a cluster set or a binding, the hub decides once it exists, "+
		"and a plan cannot predict that. Now: "+why)
}

// Unforeseen are the findings about a change whose decisions cannot be predicted: a warning, or an error if that leaves max_moves
// unchecked. The error says why there is no prediction.
func Unforeseen(c *planner.Transition, prior Baseline, why error) planner.Findings {
	text := "What the hub will decide is not known: " + excerpt.Sentence(why.Error())
	if c.Limit.MaxMoves != nil && len(prior.Clusters) > 0 {
		return planner.Findings{finding.Failure("max_moves", "max_moves cannot be checked", text+" To change the placement anyway, "+
			"remove max_moves.")}
	}
	return planner.Findings{finding.Warning(string(c.Dialect()), c.Title("cannot be predicted"), text)}
}

// Agrees reports whether a hub has decided for the clusters of the forecast, in its groups.
func (f *Forecast) Agrees(decided *decisions.Decided) bool {
	if len(decided.Decisions) != len(f.ClusterNames) {
		return false
	}
	groups := groupsByCluster(decided)
	for _, name := range f.ClusterNames {
		if group, chosen := groups[name]; !chosen || f.groups != nil && f.groups[name] != group {
			return false
		}
	}
	return true
}

// Same reports whether two forecasts have the same clusters in the same groups.
func (f *Forecast) Same(other *Forecast) bool {
	return SameClusters(f.ClusterNames, other.ClusterNames) && maps.Equal(f.groups, other.groups) &&
		slices.EqualFunc(f.detours, other.detours, detour.is) && f.differs() == other.differs() &&
		(!f.differs() || SameClusters(f.order.first, other.order.first))
}

// Leaving are the clusters that lose the workload with what is predicted, on the way that takes it from the most.
func (f *Forecast) Leaving(prior Baseline) []string {
	leaving := prior.leaving(f.ClusterNames)
	for i := range f.detours {
		if names := f.detours[i].leaving(&prior); len(names) > len(leaving) {
			leaving = names
		}
	}
	if f.differs() {
		if names := prior.leaving(f.order.first); len(names) > len(leaving) {
			leaving = names
		}
	}
	return leaving
}

// groupsByCluster are the groups of the clusters that a hub has chosen, in the form of published.
func groupsByCluster(d *decisions.Decided) map[string]string {
	groups := make(map[string]string, len(d.Decisions))
	for i := range d.Decisions {
		group := &d.Groups[d.Decisions[i].Group]
		groups[d.Decisions[i].Name] = groupName(group.Index, group.Name)
	}
	return groups
}

// SameDecisions reports whether a hub has chosen the same clusters at two times, in the same groups.
func SameDecisions(a, b *decisions.Decided) bool {
	return maps.Equal(groupsByCluster(a), groupsByCluster(b))
}

// IsDone reports whether a hub is done with a change. KubeFleet says so. Others do not: their decisions are those of the
// forecast, which may be nil, or they differ from those of before and no longer change; isStill reports the latter. A hub that
// does not schedule the placement is done as well.
func IsDone(now *decisions.Decided, forecast *Forecast, prior Baseline, isStill bool) bool {
	switch {
	case now.Placement.Unscheduled != "":
		return true
	case planner.PublishedOn(now.Placement.Dialect()).Generation:
		return now.Current != nil && *now.Current
	case !now.Scheduled, now.Writing, now.Current != nil && !*now.Current:
		return false
	case forecast != nil && forecast.Agrees(now):
		return true
	}
	return isStill && (prior.Decided == nil || !SameDecisions(now, prior.Decided))
}

// Awaited are the warnings about what a hub has decided for a change that was waited for: that the time is up, or that it is not
// what was predicted. The forecast may be nil.
func Awaited(c *planner.Transition, decided *decisions.Decided, forecast *Forecast, isLate bool) planner.Findings {
	title, text := "was decided differently than predicted", ""
	switch {
	case decided.Placement.Unscheduled != "":
		return Warnings(c.Request, decided, nil, nil)
	case isLate:
		title, text = "has not been decided by the hub in time", "The hub has not decided the change within the timeout. The outputs "+
			"are what it has now; the next plan reads them again. "
	case forecast == nil || forecast.Agrees(decided):
		return nil
	}
	var all strings.Builder
	fmt.Fprintf(&all, "%sThe hub has chosen %s.", text, chosenClusters(decided.Names()))
	if forecast != nil {
		fmt.Fprintf(&all, " Predicted: %s", chosenClusters(forecast.ClusterNames))
		if SameClusters(decided.Names(), forecast.ClusterNames) && !forecast.Agrees(decided) {
			all.WriteString(", in other groups")
		}
		all.WriteString(".")
		if forecast.order.counts {
			all.WriteString(" They depend on the order in which the hub decides its placements, because Balance counts those of others.")
		}
	}
	return planner.Findings{finding.Warning(string(c.Dialect()), c.Title(title),
		excerpt.Truncate(all.String(), finding.MessageBytes))}
}
