// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resilience

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
)

// shown is how many bottlenecks, losses and placements the outputs list.
const shown = 25

// Outputs are what Terraform gets of an answer. They do not grow with the fleet or its placements.
type Outputs struct {
	// Whether every placement is satisfied without any loss, with at least one cluster.
	Satisfied bool `json:"satisfied"`
	// How many clusters, whichever they are, can fail at once.
	Survives Survives `json:"survives"`
	// What the failure domains do: single clusters first, then those of `failure_domains` in their order.
	Domains []Domain `json:"domains"`
	// The losses that leave a placement unsatisfied, the worst first, at most 25. A placement that is unsatisfied without any has
	// the domain `none`.
	Bottlenecks []Impact `json:"bottlenecks"`
	// How many there are. A `check` that it is 0 checks every loss.
	BottleneckCount int `json:"bottleneckCount"`
	// The losses that change most, the worst first, at most 25.
	Worst []Impact `json:"worst"`
	// How many losses change the decisions of a placement, counted for each placement.
	ImpactCount int `json:"impactCount"`
	// What the placements survive, the one that survives least first, at most 25.
	Weakest []Placement `json:"weakest"`
	// How many placements there are.
	PlacementCount int `json:"placementCount"`
	// How the losses were answered.
	Work Work `json:"work"`
	// How to rehearse the loss of `drill`, as the fleet is now; null without it.
	GameDay *GameDay `json:"gameDay,omitempty"`
}

// LiveOutputs are outputs that may be of a hub.
type LiveOutputs struct {
	Outputs
	// The placements of the hub that are not asked about, by name, and why.
	Skipped map[string]string `json:"skipped"`
}

// Survives is how many clusters, whichever they are, can fail at once.
type Survives struct {
	// Any so many clusters may fail at once. It is 0 if a placement is not satisfied, or does not survive some cluster.
	AtLeast int `json:"atLeast"`
	// Whether one more is too much. Otherwise nothing is known of more.
	Exact bool `json:"exact"`
}

// Domain is what a kind of failure domains does.
type Domain struct {
	// `cluster`, `label`, `claim` or `cluster_set`.
	Domain string `json:"domain"`
	// The name of the label or claim; empty for others.
	Key string `json:"key"`
	// How many failure domains of this kind there are.
	LossCount int `json:"lossCount"`
	// How often one of them leaves a placement unsatisfied that was satisfied.
	BottleneckCount int `json:"bottleneckCount"`
	// Whether every placement is satisfied without any one of them.
	Survived bool `json:"survived"`
}

// Impact is what a loss does to a placement.
type Impact struct {
	Loss
	// The placement: `name`, or `namespace/name` if it has a namespace.
	Placement string `json:"placement"`
	// Whether it is satisfied after the loss.
	Satisfied bool `json:"satisfied"`
	// How many clusters are chosen without the loss.
	Before int `json:"before"`
	// How many are chosen with it.
	After int `json:"after"`
	// The chosen clusters that fail.
	Lost simulate.Names `json:"lost"`
	// Other clusters that leave the decisions: scores of the remaining clusters change with the fleet.
	Left simulate.Names `json:"left"`
	// The clusters that are chosen instead.
	Joined simulate.Names `json:"joined"`
	// Why the placement is not satisfied; empty if it is, and in `worst`.
	Reason string `json:"reason"`
}

// Placement is what a placement survives.
type Placement struct {
	// The placement: `name`, or `namespace/name` if it has a namespace.
	Placement string `json:"placement"`
	// Whether it is satisfied without any loss.
	Satisfied bool `json:"satisfied"`
	// How many clusters, whichever they are, can fail at once.
	Survives Survives `json:"survives"`
	// How many losses leave it unsatisfied.
	BottleneckCount int `json:"bottleneckCount"`
}

// Work is how the losses of each placement were answered.
type Work struct {
	// How many losses were decided, counted for each placement.
	Decided int `json:"decided"`
	// How many are known without deciding: the chosen clusters that are left stay, and no other joins.
	Derived int `json:"derived"`
	// How many change nothing.
	Unchanged int `json:"unchanged"`
	// Why the others need not be decided.
	Why []string `json:"why"`
}

// outputs are the outputs of the answer.
func (a *answer) outputs(ctx context.Context) (*Outputs, finding.List) {
	out := &Outputs{
		Satisfied: true, Domains: a.domains, Bottlenecks: []Impact{}, Worst: []Impact{}, ImpactCount: len(a.impacts),
		PlacementCount: len(a.subjects), Work: a.work,
	}
	out.Work.Why = a.why()
	var unsatisfied []impact
	for i := range a.subjects {
		s := &a.subjects[i]
		placement := Placement{
			Placement: s.name, Satisfied: s.satisfied, Survives: s.survives(), BottleneckCount: s.broken,
		}
		out.Weakest = append(out.Weakest, placement)
		if i == 0 || placement.Survives.weaker(out.Survives) {
			out.Survives = placement.Survives
		}
		if !s.satisfied {
			out.Satisfied = false
			unsatisfied = append(unsatisfied, impact{subject: i, loss: -1, Impact: Impact{
				Loss: Loss{Domain: OfNothing}, Placement: s.name, Before: len(s.chosen), After: len(s.chosen),
			}})
		}
		out.BottleneckCount += s.broken
	}
	out.BottleneckCount += len(unsatisfied)
	a.count(out)
	slices.SortFunc(a.impacts, func(x, y impact) int { return a.worse(&x, &y) })
	for i := range a.impacts[:min(len(a.impacts), shown)] {
		out.Worst = append(out.Worst, a.impacts[i].listed())
	}
	findings := a.bottlenecks(ctx, out, unsatisfied)
	slices.SortStableFunc(out.Weakest, func(x, y Placement) int {
		switch {
		case x.Survives.weaker(y.Survives):
			return -1
		case y.Survives.weaker(x.Survives):
			return 1
		}
		return cmp.Or(cmp.Compare(y.BottleneckCount, x.BottleneckCount), cmp.Compare(x.Placement, y.Placement))
	})
	out.Weakest = slices.Clip(out.Weakest[:min(len(out.Weakest), shown)])
	return out, findings
}

// weaker reports whether it is less than another.
func (s Survives) weaker(than Survives) bool {
	return s.AtLeast < than.AtLeast || s.AtLeast == than.AtLeast && s.Exact && !than.Exact
}

// count completes the failure domains.
func (a *answer) count(out *Outputs) {
	for k := range a.losses {
		out.Domains[a.losses[k].domain].LossCount++
	}
	for i := range out.Domains {
		out.Domains[i].Survived = out.Satisfied && out.Domains[i].BottleneckCount == 0
	}
}

// bottlenecks lists the first bottlenecks with their reasons: the placements that are not satisfied without any loss, and the
// losses that leave others unsatisfied.
func (a *answer) bottlenecks(ctx context.Context, out *Outputs, unsatisfied []impact) finding.List {
	list := unsatisfied
	for i := range a.impacts {
		if !a.isBottleneck(&a.impacts[i]) {
			break
		}
		list = append(list, a.impacts[i])
	}
	for i := range list[:min(len(list), shown)] {
		change := &list[i]
		left := a.world
		if change.loss >= 0 {
			left = a.losses[change.loss].without(a.world)
		}
		outcome, findings := left.DecideOne(ctx, change.subject)
		if findings.HasError() {
			return findings
		}
		change.Reason = excerpt.Line(outcome.Unsatisfied(ctx), finding.MessageBytes)
		out.Bottlenecks = append(out.Bottlenecks, change.listed())
	}
	return nil
}

// listed is the impact as an output: its lists are empty and not null.
func (i *impact) listed() Impact {
	change := i.Impact
	for _, n := range []*simulate.Names{&change.Lost, &change.Left, &change.Joined} {
		if n.Names == nil {
			n.Names = []string{}
		}
	}
	return change
}

// why says why some losses need not be decided.
func (a *answer) why() []string {
	why := []string{}
	if n := a.work.Unchanged; n > 0 {
		text := "the decisions stay as they are."
		if names := a.influences(); len(names) > 0 {
			text = fmt.Sprintf("clusters are left with %s, so scores and decisions stay as they are.", excerpt.List(names, ", "))
		}
		why = append(why, fmt.Sprintf("%s without a chosen cluster: %s", lossCount(n), text))
	}
	if n := a.work.Derived; n > 0 {
		why = append(why, lossCount(n)+" of placements that have chosen every cluster that passes the filters: no other can take the "+
			"place of a lost one, and the rest stays.")
	}
	return why
}

func lossCount(n int) string {
	if n == 1 {
		return "1 loss"
	}
	return fmt.Sprintf("%d losses", n)
}

// influences are what some clusters determine without being chosen, each once.
func (a *answer) influences() []string {
	var names []string
	for i := range a.subjects {
		for _, one := range a.subjects[i].depends.Influences {
			names = append(names, one.Role)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
