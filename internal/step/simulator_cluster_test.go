// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// bring brings a revision to a cluster; at times, that fails.
func (s *simulation) bring(name, revision string, at time.Time) {
	m := s.machines[name]
	if revision != m.wanted {
		m.wanted, m.applied, m.finished, m.heard = revision, at, false, false
		if revision == "" {
			m.adopted, m.good = "", ""
		}
	}
	if m.wanted != "" && s.started[m.wanted] == nil {
		s.started[m.wanted] = map[string]bool{}
	}
	if m.wanted != "" && m.wanted != m.adopted {
		s.started[m.wanted][tierOf(name)] = true
	}
	if m.runs != m.wanted && !s.chance(5) {
		m.runs, m.since = m.wanted, s.now
	}
}

// report asks the clusters.
func (s *simulation) report() {
	s.req.ClusterStatus = map[string]ClusterStatus{}
	for _, name := range s.names {
		m := s.machines[name]
		if m.reported, m.told = "", (time.Time{}); m.silent || m.runs == "" {
			continue
		}
		status, at := s.health(name)
		of := ClusterStatus{Status: status, Revision: m.runs, LastTransitionTime: at}
		switch {
		case m.lying:
			of.LastTransitionTime = s.now.Add(time.Duration(s.random.IntN(7200)-3600) * time.Second)
		case m.untimed:
			of.LastTransitionTime = time.Time{}
		}
		s.req.ClusterStatus[name] = of
		if m.runs == m.wanted {
			m.heard = true
			s.observe(m, status, of.LastTransitionTime, at)
		}
	}
}

// observe notes what an observer concludes from a report about the wanted revision. Told is the time in it, and at is the real one.
func (s *simulation) observe(m *machine, status Status, told, at time.Time) {
	future := told.After(s.req.Now) || at.After(s.req.Now)
	soaked := m.lying || told.IsZero() || !s.req.Now.Before(at.Add(s.req.Strategy.Limits().MinSuccessTime.Duration))
	old := !told.IsZero() && told.Before(m.applied.Add(-clockSkew).Truncate(time.Second)) && m.wanted != m.good && m.wanted != m.adopted
	if soaked && status.succeeds() && !told.After(s.req.Now) && (!old || s.skewed || !s.upgraded.IsZero() || s.old) {
		m.finished = true
	}
	if !m.lying && !future && (told.IsZero() || !told.Before(m.applied)) {
		m.reported, m.told = status, told
	}
}

// succeeds reports whether the state is that of a revision that is complete.
func (s Status) succeeds() bool { return s == Succeeded || s == Available }

// health is how a cluster is, and since when.
func (s *simulation) health(name string) (Status, time.Time) {
	m := s.machines[name]
	ready, working := Succeeded, Progressing
	if !s.req.Strategy.IsOCM() {
		ready, working = Available, NotAvailable
	}
	switch end := m.since.Add(m.slow); {
	case s.now.Before(m.flap):
		if m.flapTo == Progressing {
			return working, m.flap.Add(-12 * time.Minute)
		}
		return m.flapTo, m.flap.Add(-12 * time.Minute)
	case s.now.Before(end):
		return working, m.since
	case s.bad[m.runs][name]:
		return Failed, end
	default:
		return ready, end
	}
}

// happens is what people and clusters do between two applies.
func (s *simulation) happens() {
	name := s.names[s.random.IntN(len(s.names))]
	switch event := s.random.IntN(19); event {
	case 0:
		s.req.Revision = fmt.Sprintf("v%d", s.next)
		s.next++
		s.bad[s.req.Revision] = map[string]bool{}
		for _, other := range s.names {
			if s.chance(15) {
				s.bad[s.req.Revision][other] = true
			}
		}
		s.say("revision %s fails on %v", s.req.Revision, slices.Sorted(maps.Keys(s.bad[s.req.Revision])))
	case 1:
		if s.complete != "" && s.chance(50) {
			s.req.Revision = s.complete
			s.say("back to %s", s.complete)
		}
	case 2:
		s.req.Abort = s.chance(40)
		s.say("abort %t", s.req.Abort)
	case 3:
		s.triesAgain(name)
	case 4:
		s.req.Paused = s.chance(40)
		s.say("paused %t", s.req.Paused)
	case 5, 6:
		if s.req.Strategy.Type == rollout.TypeExternal || s.req.ApprovalGroups != nil {
			s.approved[s.attempt] = [][]string{{"before-b"}, {"b", "before-a"}}[s.random.IntN(2)]
			s.say("approved %s", s.attempt)
		}
	default:
		s.changes(event, name)
	}
	s.approve()
}

// changes is what the fleet and the state do between two applies.
func (s *simulation) changes(event int, name string) {
	m := s.machines[name]
	switch event {
	case 7:
		s.chosen[name] = !s.chosen[name] && !m.gone
		s.say("%s chosen %t", name, s.chosen[name])
	case 16:
		if s.chance(50) {
			name = s.names[0] // The canary.
		}
		s.decommissions(name)
	case 8, 9:
		m.flap, m.flapTo = s.now.Add(10*time.Minute), []Status{Failed, Progressing}[s.random.IntN(2)]
		s.say("%s flaps to %s", name, m.flapTo)
	case 10:
		m.silent = !m.silent
		s.say("%s silent %t", name, m.silent)
	case 11:
		if s.chance(30) {
			clear(s.chosen)
			s.say("nothing is chosen")
		}
	case 12:
		s.req.MaxRemovals = nil
		if s.chance(50) {
			size := intstr.FromInt(s.random.IntN(3))
			s.req.MaxRemovals = &size
		}
		s.say("max_removals %v", s.req.MaxRemovals)
	case 13:
		if s.unlabelled = ""; s.chance(40) {
			s.unlabelled = name
		}
		s.say("no stage selects %q", s.unlabelled)
	case 15:
		if progressive := s.req.Strategy.Progressive; progressive != nil {
			changed := *progressive
			changed.MaxConcurrency = intstr.FromInt(1 + s.random.IntN(3))
			s.req.Strategy.Progressive = &changed
			s.say("max_concurrency %s", changed.MaxConcurrency.String())
		}
	case 14:
		if s.memory != nil && s.chance(30) {
			s.memory.Times, s.old, s.retried, s.resumed, s.attempt = Times{}, true, time.Time{}, time.Time{}, s.memory.Revision
			for name, m := range s.machines { // Such a state does not say more.
				m.finished = m.finished || (&track{state: s.memory.State(name, s.memory.Revision)}).isAtRest()
			}
			s.say("the state is one of an earlier version")
		}
	}
}

// decommissions takes a cluster out of the fleet, or a new one of its name in.
func (s *simulation) decommissions(name string) {
	m := s.machines[name]
	switch {
	case !m.gone:
		m.gone, m.runs, s.chosen[name] = true, "", false
	case m.wanted == "":
		m.gone, s.chosen[name] = false, s.chance(50)
	}
	s.say("%s is gone %t, chosen %t", name, m.gone, s.chosen[name])
}

// triesAgain changes retry, at times as a cluster fails.
func (s *simulation) triesAgain(name string) {
	m := s.machines[name]
	if s.req.Retry != "" && s.chance(15) {
		s.req.Retry = ""
		s.say("without retry")
		return
	}
	s.next++
	s.req.Retry = fmt.Sprintf("r%d", s.next)
	if s.chance(70) {
		s.bad[s.req.Revision] = map[string]bool{}
	}
	for name, m := range s.machines {
		m.silent = m.silent || s.memory.State(name, s.memory.Revision) == StateFailed && s.chance(30)
	}
	if s.chance(30) {
		m.flap, m.flapTo = s.now.Add(10*time.Minute), Failed
	}
	s.say("retried; %v stay broken, %s fails until %s", slices.Sorted(maps.Keys(s.bad[s.req.Revision])), name, m.flap)
}
