// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// refused reports whether a plan is an error because it takes the workload from too many clusters, and checks that from outside.
func (s *simulation) refused(p *Progress) bool {
	if s.memory == nil {
		return false
	}
	removed, rest := 0, len(p.Revisions)
	for name := range s.memory.Revisions {
		if _, has := p.Revisions[name]; !has && !s.chosen[name] {
			removed++
		}
	}
	refused := removed > 0 && removed == len(s.memory.Revisions) && rest < removed
	if s.req.MaxRemovals != nil {
		refused = removed > s.req.MaxRemovals.IntValue()
	}
	if errs := s.req.TooManyRemovals(s.memory, p); refused != (len(errs) > 0) {
		s.fail("%d clusters lose the workload, and %d have it then; max_removals is %v: %v", removed, rest, s.req.MaxRemovals, errs)
	}
	return refused
}

// overcome is what people do about such an error: they pause the rollout, they allow the step, or they correct the decisions.
func (s *simulation) overcome() *Progress {
	way := s.random.IntN(3)
	for name := range s.memory.Revisions {
		if s.machines[name].gone {
			way = 1
		}
	}
	switch way {
	case 0:
		s.req.Paused = true
	case 1:
		all := intstr.FromString("100%")
		s.req.MaxRemovals = &all
	default:
		for name := range s.memory.Revisions {
			s.chosen[name] = true
		}
		s.target()
	}
	s.say("refused; paused %t, max_removals %v", s.req.Paused, s.req.MaxRemovals)
	p := s.plan()
	if p != nil && len(s.req.TooManyRemovals(s.memory, p)) > 0 {
		s.fail("it is refused again: %s", shown(p, s.req.Revision))
	}
	return p
}

// blocked checks an error because of what a step would start: it never blocks a way back.
func (s *simulation) blocked(err error) {
	s.say("refused: %s", err)
	if s.req.Abort || s.req.Paused || s.memory != nil && s.memory.Phase == PhaseRollingBack && s.memory.Revision == s.req.Revision &&
		!s.retries(s.memory) {
		s.fail("nothing may start, and the plan is an error: %s", err)
	}
	if s.req.AllowMissingGroups && s.unlabelled == "" {
		s.fail("%s", err)
	}
}

// check compares a plan with what an observer knows.
func (s *simulation) check(p *Progress) {
	last := &Memory{}
	if s.memory != nil {
		last = s.memory
	}
	var starts []string
	for name, revision := range p.Revisions {
		if revision == s.req.Revision && last.Revisions[name] != revision {
			starts = append(starts, name)
		}
	}
	slices.Sort(starts)
	if p.Starts != (len(starts) > 0) && p.Phase != PhaseRollingBack && p.Phase != PhaseRolledBack {
		s.fail("it says that it starts clusters: %t, and it starts %v", p.Starts, starts)
	}
	s.meet(p, last)
	s.checkReturns(p, last)
	s.checkStates(p, last)
	s.checkFailures(p, last)
	if s.complete == s.req.Revision && s.req.Abort {
		return // The completed revision returns to all clusters at once.
	}
	if len(starts) > 0 && (p.Breached || s.req.Paused) {
		s.fail("%v start although the rollout is %s", starts, p.Phase)
	}
	s.checkApprovals(starts)
	s.checkConcurrency(p, starts)
	s.checkGroups(p, starts)
}

// checkGroups: decision groups start one after the other.
func (s *simulation) checkGroups(p *Progress, starts []string) {
	if s.req.Strategy.Type != ocm.TypeProgressivePerGroup {
		return
	}
	groups := map[int]string{}
	for i, wave := range p.Waves {
		for _, name := range wave.ClusterNames {
			if slices.Contains(starts, name) {
				groups[i] += name + " "
			}
		}
	}
	if len(groups) > 1 {
		s.fail("groups start together: %v", groups)
	}
}

// checkFailures: the rollout stops when too many clusters report a failure, and goes on when all have recovered.
func (s *simulation) checkFailures(p *Progress, last *Memory) {
	tolerated, limited := 0, s.req.Strategy.Type == ocm.TypeProgressive
	if limited {
		tolerated = s.req.Strategy.Limits().Failures(len(s.req.Decisions))
	} else if s.req.MaxFailures != nil {
		tolerated, limited = s.req.MaxFailures.IntValue(), true
	}
	chosen, good := 0, 0
	var failed []string
	for _, name := range s.names {
		if !s.chosen[name] {
			continue
		}
		m := s.machines[name]
		chosen++
		switch {
		case m.wanted != s.req.Revision || m.runs != m.wanted:
		case m.reported == Failed && m.told.After(s.retried):
			failed = append(failed, name)
		case m.reported.succeeds():
			good++
		}
	}
	same, retried := last.Revision == s.req.Revision, s.retries(last)
	stops := p.Breached && same && s.req.OnBreach == BreachStops && !s.req.Abort && last.Phase != PhaseRollingBack &&
		last.Phase != PhaseRolledBack
	if same && !retried && !p.Breached {
		s.checkGroupFailures(p, failed)
	}
	switch {
	case limited && len(failed) > tolerated && !p.Breached && same && !retried:
		s.fail("%v fail, %d are tolerated, and the rollout goes on: %s", failed, tolerated, p.Phase)
	case stops && good == chosen:
		s.fail("every cluster has recovered, and the rollout is %s: %s", p.Phase, p.WaitsFor)
	case stops && limited && len(s.req.Strategy.MandatoryGroups()) == 0 && len(p.In(StateFailed, StateTimeOut)) <= tolerated:
		s.fail("no more clusters fail than %d, and the rollout is %s: %s", tolerated, p.Phase, p.WaitsFor)
	case p.Breached && same && retried && !s.req.Abort && s.allOlder():
		s.fail("retry has no effect: %s", p.WaitsFor)
	}
}

// checkGroupFailures: a decision group tolerates so many failures, and a mandatory one none.
func (s *simulation) checkGroupFailures(p *Progress, failed []string) {
	for _, wave := range p.Waves {
		if wave.Group == nil {
			continue
		}
		tolerated, in := 0, 0
		if len(s.req.Strategy.MandatoryGroups()) == 0 || *wave.Group != 0 {
			tolerated = s.req.Strategy.Limits().Failures(len(wave.ClusterNames))
		}
		for _, name := range failed {
			if slices.Contains(wave.ClusterNames, name) {
				in++
			}
		}
		if in > tolerated {
			s.fail("%d of %v fail, %d are tolerated, and the rollout goes on: %s", in, wave.ClusterNames, tolerated, p.Phase)
		}
	}
}

// allOlder reports whether no failure can be newer than this plan.
func (s *simulation) allOlder() bool {
	for _, m := range s.machines {
		if m.lying || m.untimed || m.runs != "" && m.reported == "" && !m.silent {
			return false
		}
	}
	return !slices.ContainsFunc(slices.Collect(maps.Values(s.req.ClusterStatus)), func(of ClusterStatus) bool {
		return !of.LastTransitionTime.Before(s.req.Now)
	})
}

// checkApprovals: a stage or a decision group starts with the approval of this very revision.
func (s *simulation) checkApprovals(starts []string) {
	if s.complete == s.req.Revision {
		return
	}
	for _, name := range starts {
		tier := tierOf(name)
		asks := slices.Contains(s.req.ApprovalGroups, tier)
		for i := range s.req.Strategy.Stages {
			stage := &s.req.Strategy.Stages[i]
			asks = asks || stage.Name == tier && stage.AsksBefore()
		}
		approved := slices.ContainsFunc(s.approved[s.attemptNow()], func(of string) bool {
			return of == tier || of == staged.BeforePrefix+tier
		})
		if asks && !approved && !s.started[s.req.Revision][tier] {
			s.fail("%s starts %s without an approval", name, s.req.Revision)
		}
	}
}

// attemptNow is what approvals have to approve in this plan.
func (s *simulation) attemptNow() string {
	switch {
	case s.memory == nil || s.memory.Revision != s.req.Revision:
		return s.req.Revision
	case s.retries(s.memory):
		return s.req.Revision + " " + s.req.Retry
	}
	return s.attempt
}

// checkConcurrency: not more clusters work on the revision than the strategy allows, by what the clusters really did.
func (s *simulation) checkConcurrency(p *Progress, starts []string) {
	if len(starts) == 0 || s.req.Strategy.Type != ocm.TypeProgressive ||
		len(s.req.Strategy.Progressive.MandatoryDecisionGroups) > 0 {
		return
	}
	limit := s.req.Strategy.Progressive.Concurrency(len(s.req.Decisions))
	var working []string
	for _, d := range s.req.Decisions {
		m := s.machines[d.ClusterName]
		if p.Revisions[d.ClusterName] != s.req.Revision {
			continue
		}
		if slices.Contains(starts, d.ClusterName) || !s.isFinished(m) && !m.timedOut(s) {
			working = append(working, d.ClusterName)
		}
	}
	if len(working) > limit {
		s.fail("%v work on %s, and max_concurrency is %d", working, s.req.Revision, limit)
	}
}

// isFinished reports whether a cluster may count as finished: it reported a success or, without reports, soaked from the apply
// on.
func (s *simulation) isFinished(m *machine) bool {
	if m.finished {
		return true
	}
	soak := s.req.Strategy.Limits().MinSuccessTime.Duration
	return !s.req.requiresStatus() && !s.now.Before(m.applied.Add(soak))
}

// timedOut reports whether the deadline may have passed, counted from the apply.
func (m *machine) timedOut(s *simulation) bool {
	deadline := s.req.Strategy.Limits().ProgressDeadline
	return deadline != "" && !s.now.Before(m.applied.Add(simulatedDeadline))
}
