// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"regexp"
	"time"
)

// simulatedDeadline is the deadline of every strategy that has one.
const simulatedDeadline = 20 * time.Minute

// checkStates: a cluster is finished when it reported that and not before, and times out when its time is over and not before.
func (s *simulation) checkStates(p *Progress, last *Memory) {
	state, before := p.StatesOf(s.req.Revision), last.StatesOf(last.Revision)
	for _, name := range s.names {
		m := s.machines[name]
		if !s.chosen[name] || m.wanted != s.req.Revision || p.Revisions[name] != s.req.Revision {
			continue
		}
		if state(name) == StateSucceeded {
			s.checkFinished(name, m, last, before(name))
		} else {
			s.checkTimeOut(name, m, last, before(name), state(name))
		}
	}
	if s.old || !s.upgraded.IsZero() {
		return // It is not known when clusters got the revision.
	}
	for _, match := range failedSince.FindAllStringSubmatch(p.WaitsFor, -1) {
		applied := s.machines[match[1]].applied.Truncate(time.Second)
		if at, err := time.Parse(time.RFC3339, match[2]); err != nil || at.Before(applied) {
			s.fail("%s has failed before it got the revision, at %s: %s", match[1], applied, p.WaitsFor)
		}
	}
}

// failedSince is what waits_for says of a cluster that failed.
var failedSince = regexp.MustCompile(`(c\d) has failed(?: since|, first seen at) (\S+Z)`)

// checkFinished checks a cluster that is finished.
func (s *simulation) checkFinished(name string, m *machine, last *Memory, before State) {
	failed, same := before == StateFailed || before == StateTimeOut, last.Revision == s.req.Revision
	_, reports := s.req.ClusterStatus[name]
	switch retried := same && s.retries(last); {
	case same && failed && !reports:
		s.fail("%s is finished because it reports nothing after a failure", name)
	case s.req.requiresStatus() && !m.finished:
		s.fail("%s is finished, and has not reported it", name)
	case !s.req.requiresStatus() && m.reported == Failed && m.runs == m.wanted:
		s.fail("%s is finished, and reports a failure", name)
	case retried && failed && !m.reported.succeeds() && !m.lying && !s.skewed:
		s.fail("%s is finished because it is tried again", name)
	}
}

// checkTimeOut checks whether a cluster that is not finished has timed out when it must.
func (s *simulation) checkTimeOut(name string, m *machine, last *Memory, before, is State) {
	if m.lying || s.skewed {
		return // The times of its statuses are anything.
	}
	limited := s.req.Strategy.Limits().ProgressDeadline != "" || s.req.ProgressDeadline != ""
	same := last.Revision == s.req.Revision
	changed := same && s.retries(last) || last.Paused != s.req.Paused
	over := s.req.Now.Sub(later(later(m.applied, s.retried), s.resumed)) - simulatedDeadline
	if is == StateTimeOut {
		if before != StateTimeOut && (s.req.Paused || over < 0 || changed) {
			s.fail("%s times out %s too early", name, -over)
		}
		return
	}
	works := (is == StateProgressing || is == StateFailed) && s.req.requiresStatus() && !s.req.Paused
	known := !changed && same && !s.old && s.req.Now.Sub(later(s.replaced, s.upgraded)) > simulatedDeadline
	fails := m.reported != "" && !m.reported.succeeds() && !m.untimed
	if works && limited && known && (!m.heard || fails) && over > 0 && s.req.Now.Sub(m.told) > simulatedDeadline {
		s.fail("%s does not time out, %s too late", name, over)
	}
}
