// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"
)

// wayBack aborts the rollout: every cluster gets back although those that failed never report again.
func (s *simulation) wayBack() (steps int) {
	s.say("the way back")
	defer func() { s.req.MaxRemovals = nil }()
	everything := intstr.FromInt(len(s.names))
	s.req.Abort, s.req.Paused, s.req.RollbackConcurrency, s.req.MaxRemovals = true, false, nil, &everything
	for name, m := range s.machines {
		if m.flap, m.lying = (time.Time{}), false; s.bad[m.runs][name] {
			m.silent = true
		}
	}
	s.unlabelled, s.chosen[s.names[0]] = s.names[len(s.names)-1], false
	for range 4 {
		s.step()
		steps++
		if s.failed || s.complete == s.req.Revision || s.areBack() {
			s.req.Abort = false
			return steps
		}
		s.now = s.now.Add(25 * time.Minute)
	}
	s.fail("the way back does not end: %s", shown(&s.memory.Progress, s.req.Revision))
	return steps
}

// areBack reports whether no cluster has the revision but those that had it before.
func (s *simulation) areBack() bool {
	for name, revision := range s.memory.Revisions {
		if revision == s.req.Revision && s.machines[name].adopted != revision {
			return false
		}
	}
	return true
}

// wayOut repairs the fleet and rolls out a good revision: it succeeds, whatever was before.
func (s *simulation) wayOut() (steps int) {
	s.say("the way out")
	s.req.Abort, s.req.Paused = false, false
	s.req.Revision = fmt.Sprintf("v%d", s.next)
	for _, m := range s.machines {
		// A cluster from which the workload was not removed has it since before it got it again: the plan says to leave out the time.
		m.flap, m.lying, m.silent, m.untimed, m.gone = time.Time{}, false, false, true, false
	}
	s.chosen[s.names[0]] = true
	s.unlabelled, s.req.AllowMissingGroups, s.attempt = "", true, s.req.Revision
	for range 8*len(s.names) + 8 {
		s.approved[s.attempt] = []string{"before-a", "before-b"}
		s.approved[s.req.Revision+" "+s.req.Retry] = s.approved[s.attempt]
		s.step()
		steps++
		if s.failed || s.memory.Phase == PhaseSucceeded {
			return steps
		}
		if s.memory.Breached {
			s.next++
			s.req.Retry = fmt.Sprintf("r%d", s.next)
		}
		s.now = s.now.Add(15 * time.Minute)
	}
	s.fail("there is no way out: %s", shown(&s.memory.Progress, s.req.Revision))
	return steps
}
