// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package comparison says whether two placements decide the same: over a fleet as it is, and after changes of it. It is pure, and
// stands above simulate, whose edits it tries.
//
// Read [Of] first. What is tried is in candidates.go, and when two placements are equal over every fleet in equal.go.
package comparison

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// What bounds the work: the number of clusters that are looked at, over all fleets that are decided for all pairs. What cannot be
// interrupted, such as a function, may do less.
const (
	MaxWork              = 10_000_000
	MaxUninterruptedWork = 1_000_000
	// minClusters is how many clusters a fleet counts at least: it takes time to edit and decide it.
	minClusters = 100
)

// The verdicts, from the worst.
const (
	// Different says that the placements decide differently over the fleet as it is.
	Different = "different"
	// Later says that they decide the same, and differently after a change of the fleet.
	Later = "equal today"
	// NotFound says that no change was found after which they decide differently.
	NotFound = "no difference found"
	// Equal says that they decide the same over every fleet.
	Equal = "equal"
)

// Verdicts are the verdicts, the worst first.
var Verdicts = []string{Different, Later, NotFound, Equal}

// Pair are two placements, each of which is alone in its world.
type Pair struct{ From, To world.Placement }

// search is the comparison of a pair.
type search struct {
	sides
	// left is how many more fleets may be decided, and all is how many there are to decide.
	left, all int
	fleets    int
	// taken are the names of the clusters of the fleet, once they are needed.
	taken map[string]bool
}

// side is one of the placements: its world, and what it decides in it.
type side struct {
	world   world.World
	outcome *world.Outcome
}

// sides are those of the first and of the second placement of a pair, over the same fleet.
type sides [2]side

// Of compares the placements of a pair over a fleet. MaxWork bounds the work. Findings that are errors are about the fleet or a
// placement.
func Of(ctx context.Context, fleet planner.Fleet, pair Pair, options world.Options, maxWork int) (*Comparison, finding.List) {
	today, findings := decideBoth(ctx, fleet, pair, options)
	if findings.HasError() {
		return nil, findings
	}
	s := &search{sides: today, fleets: 1}
	answer := &Comparison{Today: today.differences()}
	var err error
	if answer.Verdict = Different; len(answer.Today) > 0 {
		answer.Counterexample, err = counterexample(ctx, &today)
	} else {
		s.left = maxWork / (2 * max(minClusters, len(today[0].world.Clusters())))
		err = s.later(ctx, pair, answer)
	}
	if err != nil {
		findings := world.InterruptedBy(err)
		findings[0].Text += fmt.Sprintf(" Until then, no difference of %s was found in %s.", pair.names(), s.tried())
		return nil, findings
	}
	answer.Fleets, answer.Tried = s.fleets, s.tried()
	answer.tell(pair.names())
	return answer, nil
}

// decideBoth decides the placements of a pair over a fleet.
func decideBoth(ctx context.Context, fleet planner.Fleet, pair Pair, options world.Options) (decided sides, _ finding.List) {
	for i, p := range []world.Placement{pair.From, pair.To} {
		w, findings := world.Unsettled(fleet, []world.Placement{p}, options)
		if findings.HasError() {
			return decided, findings
		}
		outcomes, findings := w.Decide(ctx)
		if findings.HasError() {
			return decided, findings
		}
		decided[i] = side{w, &outcomes[0]}
	}
	return decided, nil
}

// later finds the smallest change after which the placements decide differently, or that there is none.
func (s *search) later(ctx context.Context, pair Pair, answer *Comparison) error {
	t := termsOf(&pair.From.Placement, &pair.To.Placement)
	witnesses, isEqual, err := compareFilters(ctx, &pair, t)
	if err != nil {
		return err
	}
	if answer.Verdict = Equal; isEqual {
		return nil
	}
	answer.Verdict = NotFound
	next := s.next()
	candidates, count := s.candidates(t, witnesses)
	s.all = 1 + count
	for edits := range candidates {
		if s.left == 0 {
			break
		}
		if err := placement.Interrupted(ctx, s.fleets); err != nil {
			return err
		}
		s.left, s.fleets = s.left-1, s.fleets+1
		after, err := next.after(ctx, edits)
		if err != nil {
			return err
		}
		if later := after.differences(); len(later) > 0 {
			answer.Verdict, answer.Edits, answer.Later = Later, edits, later
			answer.Counterexample, err = counterexample(ctx, after)
			return err
		}
	}
	return nil
}

// tried says how many fleets were decided.
func (s *search) tried() string {
	if s.fleets < s.all {
		return fmt.Sprintf("the first %d of %d fleets", s.fleets, s.all)
	}
	return excerpt.Count(s.fleets, "fleet")
}

// next are both in the worlds in which their decisions are in force.
func (s sides) next() sides {
	for i := range s {
		s[i].world = s[i].world.Next([]world.Outcome{*s[i].outcome})
	}
	return s
}

// after is what both decide once the fleet is edited; nil if the edits cannot be made.
func (s *sides) after(ctx context.Context, edits []edit.Edit) (*sides, error) {
	var edited sides
	for i := range s {
		steps, findings := simulate.Run(ctx, s[i].world, [][]edit.Edit{edits}, field.NewPath("steps"))
		if findings.HasError() {
			return nil, ctx.Err()
		}
		edited[i] = side{steps[0].World, &steps[0].Outcomes[0]}
	}
	return &edited, nil
}

// differences say of every cluster on which two decisions differ what each of them says.
func (s *sides) differences() map[string]string {
	if s == nil {
		return nil
	}
	one, other := chosenBy(s[0].outcome), chosenBy(s[1].outcome)
	names := parted(one, other)
	if len(names) == 0 {
		return nil
	}
	differ := lists.Set(names[:min(len(names), maxDifferences)], func(name string) string { return name })
	texts := make(map[string]string, len(differ))
	first, second := s[0].reasons(differ), s[1].reasons(differ)
	for name := range differ {
		texts[name] = fmt.Sprintf("from: %s; to: %s", said(one[name], first[name]), said(other[name], second[name]))
	}
	return texts
}

// parted are the clusters that only one of two placements has chosen, or both for different groups, by name.
func parted(one, other map[string]*placement.Group) []string {
	names := slices.DeleteFunc(slices.Collect(maps.Keys(one)), func(name string) bool { return sameGroup(one[name], other[name]) })
	for name := range other {
		if one[name] == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// maxDifferences is how many clusters a difference names.
const maxDifferences = 100

// chosenBy are the decisions with their groups, by cluster.
func chosenBy(o *world.Outcome) map[string]*placement.Group {
	result := &o.Answer().Result
	groups := make(map[string]*placement.Group, len(result.Decisions))
	for i := range result.Decisions {
		groups[result.Decisions[i].Cluster] = &placement.Group{}
	}
	for i := range result.Groups {
		for _, name := range result.Groups[i].Clusters {
			groups[name] = &result.Groups[i]
		}
	}
	return groups
}

// sameGroup reports whether both placements choose a cluster for the same group.
func sameGroup(a, b *placement.Group) bool { return b != nil && a.Index == b.Index && a.Name == b.Name }

// reasons are what a placement says of some clusters.
func (s *side) reasons(clusters map[string]bool) map[string]string {
	reasons := make(map[string]string, len(clusters))
	for e := range s.outcome.Answer().Result.Explain {
		if clusters[e.Cluster] {
			reasons[e.Cluster] = e.Reason
		}
	}
	return reasons
}

// said is what a placement says of a cluster.
func said(group *placement.Group, reason string) string {
	switch {
	case reason == "":
		return "it does not see the cluster"
	case group == nil:
		return "not chosen: " + reason
	case group.Name != "":
		return "chosen for the group " + excerpt.Quote(group.Name) + ": " + reason
	case group.Index > 0:
		return fmt.Sprintf("chosen for group %d: %s", group.Index, reason)
	}
	return "chosen: " + reason
}

// changeWork bounds the work for a placement that a plan changes: a plan may change many.
const changeWork = 200_000

// Nearest warns of the smallest change of the fleet after which a placement that a plan changes, which what names, is decided
// otherwise than without the plan. Nothing is said if both differ today, which the moves of the plan show, and if none was found.
func Nearest(
	ctx context.Context, what string, fleet planner.Fleet, from, to world.Placement, now time.Time,
) finding.List {
	if reflect.DeepEqual(from.Decisive(), to.Decisive()) {
		return nil
	}
	answer, findings := Of(ctx, fleet, Pair{from, to}, world.Options{Now: now}, changeWork)
	switch {
	case ctx.Err() != nil:
		return nil
	case findings.HasError():
		return finding.List{finding.Warning("", what+" is not compared with what it was", findings[0].Title+": "+findings[0].Text)}
	case answer.Verdict != Later:
		return nil
	}
	answer.tell("The placement before this plan (from) and after it (to)")
	return finding.List{finding.Warning("", what+" decides the same only today", answer.Text)}
}
