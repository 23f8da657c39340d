// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
)

// Outcome is what is decided for a placement in a world. That it is not satisfied is no error.
type Outcome struct {
	of      *subject
	request *planner.Request
	answer  *planner.Answer
}

// Decide decides every placement of the world, in their order. Each starts from the decisions before, its own and those of the
// others: none sees what another one decides now, but for the room that its demand takes. The first error ends it; it has the
// path of the argument, and names the placement.
func (w World) Decide(ctx context.Context) ([]Outcome, finding.List) {
	outcomes := make([]Outcome, len(w.subjects))
	room := w.newRoom()
	for i := range w.subjects {
		var found finding.List
		if outcomes[i], found = w.decideIn(ctx, i, room); found.HasError() {
			return nil, found
		}
	}
	return outcomes, nil
}

// DecideOne decides the placement of an index alone, as Decide does without demands.
func (w World) DecideOne(ctx context.Context, i int) (Outcome, finding.List) {
	return w.decideIn(ctx, i, nil)
}

// decideIn decides a placement in the room that those before it leave, and takes what it demands.
func (w World) decideIn(ctx context.Context, i int, room *room) (Outcome, finding.List) {
	// A small fleet is decided without a look at the context.
	if found := edit.Interrupted(ctx, 0); found != nil {
		return Outcome{}, found
	}
	s, r := &w.subjects[i], w.Request(i)
	rejected, err := room.limit(ctx, i, r)
	if err != nil {
		return Outcome{}, edit.InterruptedBy(err)
	}
	answer, found := planner.Again(ctx, r)
	if answer == nil {
		return Outcome{}, s.located(found)
	}
	reject(&answer.Result, rejected)
	outcome := Outcome{s, r, answer}
	room.take(i, &outcome)
	return outcome, nil
}

// located puts findings about a placement to the argument that has it, and names it.
func (s *subject) located(found finding.List) finding.List {
	for i := range found {
		f := &found[i]
		switch {
		case f.At == "now":
		case s.At != "":
			f.At = strings.TrimSuffix(s.At+"."+f.At, ".")
		default:
			f.Text = fmt.Sprintf("%s, %s: %s", s.what(), f.At, f.Text)
			f.At = ""
		}
	}
	return found
}

// what names the placement in sentences.
func (s *subject) what() string {
	return fmt.Sprintf("The placement %s (%s)", excerpt.Quote(s.FullName()), s.Dialect())
}

// Placement is the full name of the placement, and Dialect its scheduler.
func (o *Outcome) Placement() string { return o.of.FullName() }

// Dialect is the scheduler of the placement.
func (o *Outcome) Dialect() placement.Dialect { return o.of.Dialect() }

// Answer is what the scheduler has decided.
func (o *Outcome) Answer() *planner.Answer { return o.answer }

// Request is the question that was asked. What it refers to is shared.
func (o *Outcome) Request() *planner.Request { return o.request }

// Satisfied reports whether the placement gets what it asks for, and at least one cluster.
func (o *Outcome) Satisfied() bool {
	return o.answer.Misconfigured == "" && o.answer.Result.Satisfied && len(o.answer.Result.Decisions) > 0
}

// WasSatisfied reports whether the placement was satisfied before.
func (o *Outcome) WasSatisfied() bool { return o.of.wasSatisfied }

// Replaced reports whether an edit has changed the placement in a way that a hub refuses, so that it has to be deleted and
// created again. In between, its clusters may lose the workload.
func (o *Outcome) Replaced() bool { return o.of.replaced }

// Unsatisfied says why the placement is not satisfied; empty if it is. It searches for the reason in the fleet.
func (o *Outcome) Unsatisfied(ctx context.Context) string {
	switch {
	case o.answer.Misconfigured != "":
		return o.answer.Misconfigured
	case o.Satisfied():
		return ""
	}
	answer := *o.answer
	if isWithoutRoom(&answer.Result) {
		// The scheduler was left with no cluster at all, and would say so.
		answer.Result.Conditions = []placement.Condition{{Reason: stageDemand, Message: "No cluster has enough room for the demand"}}
	}
	return o.request.WhyUnsatisfied(ctx, &answer) + shortOfRoom(&answer.Result)
}

// Clusters are the chosen clusters, by name.
func (o *Outcome) Clusters() []string {
	names := make([]string, len(o.answer.Result.Decisions))
	for i := range o.answer.Result.Decisions {
		names[i] = o.answer.Result.Decisions[i].Cluster
	}
	slices.Sort(names)
	return names
}

// Left are the clusters that were chosen before and are not any more, by name. Unlike Moves it does not look for causes, so it is
// cheap.
func (o *Outcome) Left() []string {
	now := o.Clusters()
	var left []string
	for _, name := range o.of.before.Clusters {
		if _, stays := slices.BinarySearch(now, name); !stays {
			left = append(left, name)
		}
	}
	slices.Sort(left)
	return slices.Compact(left)
}

// Moves are the clusters that join and leave the decisions, and those that are regrouped, and why.
func (o *Outcome) Moves() diff.Changes { return o.of.before.Compare(&o.answer.Result) }

// Next is the world in which the outcomes of Decide are in force, and rolled out: what the next step starts from.
func (w World) Next(outcomes []Outcome) World {
	w.subjects = slices.Clone(w.subjects)
	decided := &w.fleet.Manifests.Decisions
	*decided = slices.DeleteFunc(slices.Clone(*decided), func(d placement.PlacementDecision) bool {
		return slices.ContainsFunc(w.subjects, func(s subject) bool {
			return s.OCM != nil && s.Name == d.Placement && s.Namespace == d.Namespace
		})
	})
	for i := range outcomes {
		s, o := &w.subjects[i], &outcomes[i]
		if s.OCM != nil {
			*decided = append(*decided, o.answer.Result.PlacementDecisions...)
		}
		s.Prior, s.Decided, s.replaced = o.answer.AsPrior(), s.superseded(), false
		s.before, s.wasSatisfied = o.answer.AsPredecessor(), o.Satisfied()
	}
	return w
}

// ComparedWith is the world whose moves are those from outcomes of Decide in another world, such as the same one without an edit.
// What the hub has decided stays as it is, so that only the difference of the worlds moves anything.
func (w World) ComparedWith(outcomes []Outcome) World {
	w.subjects = slices.Clone(w.subjects)
	for i := range outcomes {
		s, o := &w.subjects[i], &outcomes[i]
		s.before, s.wasSatisfied = o.answer.AsPredecessor(), o.Satisfied()
	}
	return w
}

// superseded is what a later decision leaves of what the hub has decided: the answers of the advisors of a placement rule.
func (s *Subject) superseded() *decisions.Decided {
	if s.Decided == nil {
		return nil
	}
	return &decisions.Decided{Placement: s.Decided.Placement, Rule: s.Decided.Rule}
}
