// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

// checkReturns: clusters return from a revision that was given up, and only to the last one that was complete or adopted.
func (s *simulation) checkReturns(p *Progress, last *Memory) {
	atOnce := s.complete == s.req.Revision && s.req.Abort && !s.req.Paused && s.req.RollbackConcurrency == nil
	for _, name := range s.names {
		m, now, before := s.machines[name], p.Revisions[name], last.Revisions[name]
		if atOnce && s.chosen[name] && now != "" && now != s.complete {
			s.fail("%s has %s, and abort does not return it to %s", name, now, s.complete)
		}
		if now == before {
			continue
		}
		switch kept := s.completeNow(); {
		case now == s.req.Revision:
		case now == "" && !s.chosen[name]:
		case m.good == s.complete && m.good == kept && now != kept && kept != "":
			s.fail("%s goes from %q to %q although it has finished %s", name, before, now, kept)
		case s.complete == s.req.Revision:
			s.fail("%s goes from %q to %q although %s was complete", name, before, now, s.complete)
		case now != "" && now != s.complete && now != m.adopted && now != m.good:
			s.fail("%s returns to %s, which was neither complete nor adopted (complete is %q)", name, now, s.complete)
		case s.givenUp[now] && now != m.good && now != m.adopted:
			s.fail("%s returns to %s, which was given up", name, now)
		}
	}
	s.checkRolledBack(p)
}

// checkRolledBack: no cluster keeps a revision that was given up.
func (s *simulation) checkRolledBack(p *Progress) {
	if p.Phase != PhaseRolledBack || s.complete == s.req.Revision {
		return
	}
	for name, revision := range p.Revisions {
		m := s.machines[name]
		if (revision == s.req.Revision || s.givenUp[revision]) && m.adopted != revision && m.good != revision {
			s.fail("%s still has %s, which was given up", name, revision)
		}
	}
}

// completeNow is the completed revision, or that of the rollout which this plan replaces if it ended with failures that were
// tolerated.
func (s *simulation) completeNow() string {
	if last := s.memory; last != nil && last.Revision != s.req.Revision && s.req.Revision != s.complete && s.ended(last) {
		return last.Revision
	}
	return s.complete
}
