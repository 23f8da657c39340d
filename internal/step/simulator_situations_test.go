// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

// situations are what the stories of TestSimulator have to meet, each as often as it says at least.
var situations = map[string]int{
	"a cluster joins while failures are tolerated": 20, "a cluster joins during a rollback": 20, "retry as a failure is seen first": 20,
	"a failure without required statuses": 20, "a state of an earlier version in motion": 20, "a clock back": 20, "back by git": 20,
	"a canary is gone": 20, "a decision group with a timeout": 20, "a breach is lifted": 20,
}

// meet counts the situations that a plan is in.
func (s *simulation) meet(p *Progress, last *Memory) {
	same, retries := last.Revision == s.req.Revision, s.retries(last)
	before := last.StatesOf(last.Revision)
	met := func(situation string, is bool) {
		if is {
			s.met[situation]++
		}
	}
	joins := same && slices.ContainsFunc(s.names, func(name string) bool {
		return s.chosen[name] && !slices.ContainsFunc(last.Waves, func(w Wave) bool { return slices.Contains(w.ClusterNames, name) })
	})
	failures := slices.ContainsFunc(s.names, func(name string) bool {
		m := s.machines[name]
		return m.reported == Failed && m.wanted == s.req.Revision && before(name) == StateProgressing
	})
	met("a cluster joins while failures are tolerated", joins && !last.Breached && len(last.In(StateFailed, StateTimeOut)) > 0)
	met("a cluster joins during a rollback", joins && (p.Phase == PhaseRollingBack || p.Phase == PhaseRolledBack))
	met("retry as a failure is seen first", same && retries && failures)
	met("a failure without required statuses", !s.req.requiresStatus() && failures)
	met("a state of an earlier version in motion", s.old && len(last.In(StateProgressing)) > 0)
	met("a clock back", s.req.Now.Before(s.now))
	met("back by git", !same && s.req.Revision == s.complete)
	canary := s.names[0]
	mandatory := s.req.Strategy.MandatoryGroups()
	met("a canary is gone", same && len(mandatory) > 0 && s.machines[canary].gone && last.Revisions[canary] != "")
	met("a decision group with a timeout", s.req.Strategy.Type == ocm.TypeProgressivePerGroup && p.Starts && len(p.In(StateTimeOut)) > 0)
	met("a breach is lifted", same && !retries && last.Breached && !p.Breached)
}
