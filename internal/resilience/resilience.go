// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package resilience answers what a fleet can lose: for every single cluster, and for every failure domain, whether its
// placements are satisfied without it, and what moves. It is pure, and stands above simulate, whose worlds it decides.
//
// Read [Of] first. A loss that changes nothing is not decided: [placement.Dependence] says what the decisions of a placement
// depend on.
package resilience

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// What bounds the work: the number of clusters that are looked at, over all losses and placements that have to be decided. What
// cannot be interrupted, such as a function, may do less.
const (
	MaxWork              = 100_000_000
	MaxUninterruptedWork = 10_000_000
)

// Question is what may be lost.
type Question struct {
	simulate.FailureDomains
	// MaxWork bounds the work; see the constant.
	MaxWork int
	// Drill is the loss that is rehearsed; nil for none.
	Drill *Drill
}

// answer is how the question is being answered.
type answer struct {
	world    world.World
	domains  []Domain
	losses   []loss
	subjects []subject
	impacts  []impact
	work     Work
}

// impact is an Impact with what it is of.
type impact struct {
	Impact
	subject, loss int
	moves         int
}

// Of answers what the placements of a world survive: what each of them decides after a loss, compared with what it decides
// without one, both from its earlier decisions. Findings that are errors have the paths of the arguments; there are no outputs
// then.
func Of(ctx context.Context, w world.World, q *Question) (*Outputs, finding.List) {
	a, findings := answered(ctx, w, q)
	if findings.HasError() {
		return nil, findings
	}
	outputs, more := a.outputs(ctx)
	if findings = append(findings, more...); q.Drill == nil || findings.HasError() {
		return outputs, findings
	}
	if outputs.GameDay, more = q.Drill.gameDay(ctx, w); more.HasError() {
		return nil, more
	}
	return outputs, findings
}

// newAnswer is an answer with what can fail in a world.
func newAnswer(ctx context.Context, w world.World, divided *simulate.FailureDomains) (*answer, finding.List) {
	domains, losses, findings := losses(ctx, divided, w)
	return &answer{world: w, domains: domains, losses: losses}, findings
}

// addSubjects adds the placements as they are decided without any loss.
func (a *answer) addSubjects(ctx context.Context, outcomes []world.Outcome) (err error) {
	a.subjects = make([]subject, len(outcomes))
	for i := range outcomes {
		if a.subjects[i], err = newSubject(ctx, &outcomes[i]); err != nil {
			return err
		}
	}
	return nil
}

// answered finds what each loss does to each placement.
func answered(ctx context.Context, w world.World, q *Question) (*answer, finding.List) {
	a, more := newAnswer(ctx, w, &q.FailureDomains)
	if more.HasError() {
		return nil, more
	}
	outcomes, findings := w.Decide(ctx)
	if findings.HasError() {
		return nil, findings
	}
	if err := a.addSubjects(ctx, outcomes); err != nil {
		return nil, interrupted(err)
	}
	effects, err := a.effects(ctx)
	if err != nil {
		return nil, interrupted(err)
	}
	if more := a.tooMuch(q.MaxWork); more != nil {
		return nil, more
	}
	for k := range a.losses {
		if more := a.decide(ctx, k, effects[k*len(a.subjects):]); more.HasError() {
			return nil, more
		}
	}
	return a, findings
}

// effects are what is known of each loss for each placement, loss after loss. They count the work.
func (a *answer) effects(ctx context.Context) ([]effect, error) {
	effects := make([]effect, len(a.losses)*len(a.subjects))
	for k := range a.losses {
		for i := range a.subjects {
			index := k*len(a.subjects) + i
			if err := placement.Interrupted(ctx, index); err != nil {
				return nil, err
			}
			effects[index] = a.subjects[i].effectOf(&a.losses[k])
			switch effects[index] {
			case nothing:
				a.work.Unchanged++
			case shrinks:
				a.work.Derived++
			case unknown:
				a.work.Decided++
			}
		}
	}
	return effects, nil
}

// tooMuch is the error about losses that are too many to decide.
func (a *answer) tooMuch(limit int) finding.List {
	clusters := max(1, len(a.world.Clusters()))
	if a.work.Decided <= limit/clusters {
		return nil
	}
	return finding.List{finding.Failure("", "There are too many losses to decide", fmt.Sprintf(
		"%s of %s and %s change what is chosen, and each is decided over %s. The limit is %d for this fleet. Ask for fewer placements "+
			"at once, or for a part of the fleet.",
		excerpt.Count(a.work.Decided, "combination"), lossCount(len(a.losses)),
		excerpt.Count(len(a.subjects), "placement"), excerpt.Count(clusters, "cluster"), limit/clusters))}
}

// decide finds what a loss does to each placement.
func (a *answer) decide(ctx context.Context, k int, effects []effect) finding.List {
	l := &a.losses[k]
	isDecided := func(i int) bool { return effects[i] == unknown }
	var outcomes []world.Outcome
	if slices.Contains(effects[:len(a.subjects)], unknown) {
		var findings finding.List
		if outcomes, findings = l.without(a.world).DecideSome(ctx, isDecided); findings.HasError() {
			return findings
		}
	}
	for i := range a.subjects {
		s := &a.subjects[i]
		switch effects[i] {
		case shrinks:
			a.add(k, i, s.shrunk(l))
		case unknown:
			a.add(k, i, s.changed(l, &outcomes[i]))
		}
	}
	return nil
}

// without is a world after the loss.
func (l *loss) without(w world.World) world.World {
	lost := sets.New(l.clusters...)
	return simulate.Without(w, func(c *placement.Cluster) bool { return lost.Has(c.Name) })
}

// has reports whether a cluster is lost.
func (l *loss) has(name string) bool {
	_, lost := slices.BinarySearch(l.clusters, name)
	return lost
}

// add notes what a loss does to a placement, if it does anything.
func (a *answer) add(k, i int, change Impact) {
	l, s := &a.losses[k], &a.subjects[i]
	moves := change.Lost.Count + change.Left.Count + change.Joined.Count
	if moves == 0 && change.Satisfied == s.satisfied {
		return
	}
	change.Loss, change.Placement, change.Before = l.Loss, s.name, len(s.chosen)
	a.impacts = append(a.impacts, impact{subject: i, loss: k, moves: moves, Impact: change})
	if s.satisfied && !change.Satisfied {
		s.broken++
		a.domains[l.domain].BottleneckCount++
		s.fragile = s.fragile || l.Domain == OfCluster
	}
}

// worse orders impacts: those that leave a placement unsatisfied first, then by how many clusters are missing, and how many move.
func (a *answer) worse(x, y *impact) int {
	xBreaks, yBreaks := a.isBottleneck(x), a.isBottleneck(y)
	switch {
	case xBreaks != yBreaks && xBreaks:
		return -1
	case xBreaks != yBreaks:
		return 1
	}
	return cmp.Or(cmp.Compare(y.Before-y.After, x.Before-x.After), cmp.Compare(y.moves, x.moves),
		cmp.Compare(x.loss, y.loss), cmp.Compare(x.subject, y.subject))
}

func (a *answer) isBottleneck(change *impact) bool {
	return a.subjects[change.subject].satisfied && !change.Satisfied
}
