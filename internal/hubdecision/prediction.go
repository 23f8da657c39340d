// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package hubdecision has what a hub has decided for a placement, what its scheduler decides next, and what becomes of both: what
// a plan accepts, limits and remembers of them. It asks the planner for the provider's own answer, and reads no hub.
//
// A [Prediction] compares what a hub has decided with what it decides next, a [Forecast] what it has with what a change makes it
// decide. A [Memory] is what a placement remembers from refresh to plan to apply.
package hubdecision

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// Prediction is what the scheduler of a hub decides next, and what that changes.
type Prediction struct {
	// ClusterNames are the predicted clusters in the order in which the hub publishes them.
	ClusterNames []string
	// Differences are the clusters that the hub decided differently, by name. The list is empty and not nil without any.
	Differences []Difference
	// Misconfigured says why the scheduler fails; empty if it does not.
	Misconfigured string
}

// Difference is a cluster that a hub decided differently than predicted.
type Difference struct {
	// The cluster.
	ClusterName string `json:"clusterName"`
	// Whether the hub has chosen the cluster.
	Hub bool `json:"hub"`
	// Whether the prediction has chosen the cluster.
	Predicted bool `json:"predicted"`
	// Why the prediction has chosen the cluster or not, or how the groups differ. The text may change in any release.
	Reason string `json:"reason"`
}

// Predict decides what the scheduler of a hub decides next at the time of the request, with what the hub has decided as the
// earlier decisions: a hub that has nothing left to decide agrees. The request has the placement and the fleet of the hub. The
// error says why nothing can be predicted.
func Predict(ctx context.Context, r *planner.Request, d *decisions.Decided) (*Prediction, error) {
	result, misconfigured, err := predict(ctx, r, d)
	if err != nil {
		return nil, err
	}
	names, groups := published(r, result)
	c := comparison{decided: d, predicted: names, groups: groups, result: result, misconfigured: misconfigured}
	p := &Prediction{ClusterNames: names, Differences: c.differences()}
	if misconfigured != nil {
		p.Misconfigured = misconfigured.Message
	}
	return p, nil
}

// predict runs the scheduler for the next decision of a hub.
func predict(
	ctx context.Context, r *planner.Request, d *decisions.Decided,
) (*placement.Result, *placement.Misconfiguration, error) {
	if err := r.Predictable(d); err != nil {
		return nil, nil, err
	}
	request := r.WithDecided(d)
	request.OnUnsatisfied = planner.UnsatisfiedAccept
	result, err := request.Schedule(ctx)
	var misconfigured *placement.Misconfiguration
	if err != nil && !errors.As(err, &misconfigured) {
		return nil, nil, err
	}
	return &result, misconfigured, nil
}

// published are the clusters that a hub publishes, in its order, and their groups if it publishes these. They are those of the
// PlacementDecisions, which a mistake in the groups leaves out.
func published(r *planner.Request, result *placement.Result) (names []string, groups map[string]string) {
	if !planner.PublishedOn(r.Dialect()).Groups {
		return result.ClusterNames(), nil
	}
	groups = map[string]string{}
	for i := range result.PlacementDecisions {
		slice := &result.PlacementDecisions[i]
		for _, name := range slice.Clusters {
			names, groups[name] = append(names, name), groupName(slice.GroupIndex, slice.GroupName)
		}
	}
	return names, groups
}

// groupName is a group in a sentence.
func groupName(index int, name string) string {
	if name == "" {
		return "group " + strconv.Itoa(index)
	}
	return fmt.Sprintf("group %d %s", index, excerpt.Quote(name))
}

// comparison compares what a hub has decided with a prediction.
type comparison struct {
	decided       *decisions.Decided
	predicted     []string
	groups        map[string]string
	result        *placement.Result
	misconfigured *placement.Misconfiguration
}

func (c *comparison) differences() []Difference {
	hub := lists.Index(c.decided.Decisions, func(d decisions.DecidedCluster) string { return d.Name })
	differences, byName := []Difference{}, map[string]int{}
	differ := func(d Difference) {
		byName[d.ClusterName] = len(differences)
		differences = append(differences, d)
	}
	predicted := make(map[string]bool, len(c.predicted))
	for _, name := range c.predicted {
		predicted[name] = true
		if chosen := hub[name]; chosen == nil {
			differ(Difference{ClusterName: name, Predicted: true})
		} else if group := &c.decided.Groups[chosen.Group]; c.groups != nil && groupName(group.Index, group.Name) != c.groups[name] {
			differ(Difference{ClusterName: name, Hub: true, Predicted: true, Reason: fmt.Sprintf("the hub has it in %s, and %s "+
				"is predicted",
				groupName(group.Index, group.Name), c.groups[name])})
		}
	}
	for i := range c.decided.Decisions {
		if name := c.decided.Decisions[i].Name; !predicted[name] {
			differ(Difference{ClusterName: name, Hub: true, Reason: c.absent()})
		}
	}
	if len(differences) > 0 {
		c.explain(differences, byName)
	}
	slices.SortFunc(differences, func(a, b Difference) int { return cmp.Compare(a.ClusterName, b.ClusterName) })
	return differences
}

// absent is the reason for a cluster that the result says nothing about.
func (c *comparison) absent() string {
	if c.misconfigured != nil {
		return "the hub chooses no cluster, because the placement is misconfigured: " +
			excerpt.Line(c.misconfigured.Message, finding.MessageBytes)
	}
	return "the fleet has no such cluster"
}

// explain adds the reasons of the result, and those that the hub publishes for clusters that it has not chosen.
func (c *comparison) explain(differences []Difference, byName map[string]int) {
	for e := range c.result.Explain {
		index, ok := byName[e.Cluster]
		if !ok || differences[index].Hub && (differences[index].Predicted || e.Stage == placement.StageDecided) {
			continue
		}
		differences[index].Reason = e.Reason
	}
	if c.decided.Snapshot == nil {
		return
	}
	for i := range c.decided.Snapshot.Status.TargetClusters {
		decision := &c.decided.Snapshot.Status.TargetClusters[i]
		if index, ok := byName[decision.ClusterName]; ok && !differences[index].Hub && !decision.Selected && decision.Reason != "" {
			differences[index].Reason += "; the hub: " + excerpt.Line(decision.Reason, finding.MessageBytes)
		}
	}
}

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
