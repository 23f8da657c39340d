package step

import (
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
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
	switch s.random.IntN(3) {
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
	if len(s.req.TooManyRemovals(s.memory, p)) > 0 {
		s.fail("it is refused again: %s", shown(p, s.req.Revision))
	}
	return p
}

// check compares a plan with what an observer knows.
func (s *simulation) check(p *Progress) {
	last := &Memory{}
	if s.memory != nil {
		last = s.memory
	}
	var starts []string
	for name, revision := range p.Revisions {
		if revision == s.req.Revision && last.Revisions[name] != revision && s.req.Given == nil {
			starts = append(starts, name)
		}
	}
	slices.Sort(starts)
	if len(starts) > 0 && (p.Breached || s.req.Paused) {
		s.fail("%v start although the rollout is %s", starts, p.Phase)
	}
	s.checkApprovals(starts)
	s.checkConcurrency(p, starts)
	s.checkReturns(p, last)
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
			asks = asks || stage.Name == tier && asksBefore(stage)
		}
		approved := slices.ContainsFunc(s.approved[s.req.Revision], func(of string) bool {
			return of == tier ||
				of == beforePrefix+tier
		})
		if asks && !approved && !s.started[s.req.Revision][tier] {
			s.fail("%s starts %s without an approval", name, s.req.Revision)
		}
	}
}

// checkConcurrency: not more clusters work on the revision than the strategy allows, by what the clusters really did.
func (s *simulation) checkConcurrency(p *Progress, starts []string) {
	if len(starts) == 0 || s.req.Strategy.Type != ocm.TypeProgressive ||
		len(s.req.Strategy.Progressive.MandatoryDecisionGroups) > 0 {
		return
	}
	limit, _ := s.req.Strategy.Progressive.Concurrency(len(s.req.Decisions))
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
	soak := limitsOf(&s.req.Strategy).MinSuccessTime.Duration
	return !s.req.requiresStatus() && !s.now.Before(m.applied.Add(soak))
}

// timedOut reports whether the deadline may have passed, counted from the apply.
func (m *machine) timedOut(s *simulation) bool {
	deadline := limitsOf(&s.req.Strategy).ProgressDeadline
	return deadline != "" && !s.now.Before(m.applied.Add(20*time.Minute))
}

// checkReturns: clusters return from a revision that was given up, and only to the last one that was complete or adopted.
func (s *simulation) checkReturns(p *Progress, last *Memory) {
	for _, name := range s.names {
		m, now, before := s.machines[name], p.Revisions[name], last.Revisions[name]
		if now == before || s.req.Given != nil {
			continue
		}
		switch {
		case now == s.req.Revision:
		case now == "" && !s.chosen[name]:
		case s.complete == s.req.Revision:
			s.fail("%s goes from %q to %q although %s was complete", name, before, now, s.complete)
		case now != "" && now != s.complete && now != m.adopted && now != m.good:
			s.fail("%s returns to %s, which was neither complete nor adopted (complete is %q)", name, now, s.complete)
		case s.givenUp[now] && now != m.good && now != m.adopted:
			s.fail("%s returns to %s, which was given up", name, now)
		}
	}
	if p.Phase == PhaseRolledBack {
		for name, revision := range p.Revisions {
			if (revision == s.req.Revision || s.givenUp[revision]) && s.machines[name].adopted != revision &&
				s.machines[name].good != revision {
				s.fail("%s still has %s, which was given up", name, revision)
			}
		}
	}
}
