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
func (s *simulation) bring(name, revision string) {
	m := s.machines[name]
	if revision != m.wanted {
		m.wanted, m.applied, m.finished = revision, s.now, false
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
		if m.silent || m.runs == "" {
			continue
		}
		status, at := s.health(name)
		of := ClusterStatus{Status: status, Revision: m.runs, LastTransitionTime: at}
		needs := s.req.needsTime(status) != ""
		switch {
		case m.lying:
			of.LastTransitionTime = s.now.Add(time.Duration(s.random.IntN(7200)-3600) * time.Second)
		case m.untimed && !needs:
			of.LastTransitionTime = time.Time{}
		}
		s.req.ClusterStatus[name] = of
		soaked := m.lying || !s.now.Before(at.Add(limitsOf(&s.req.Strategy).MinSuccessTime.Duration))
		if ready := status == Succeeded || status == Available; ready && m.runs == m.wanted && soaked {
			m.finished = true
		}
	}
}

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
			return working, m.flap.Add(-10 * time.Minute)
		}
		return m.flapTo, m.flap.Add(-10 * time.Minute)
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
	m := s.machines[name]
	switch s.random.IntN(16) {
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
		s.req.Retry += "x"
		s.bad[s.req.Revision] = map[string]bool{}
		s.say("repaired and retried")
	case 4:
		s.req.Paused = s.chance(40)
		s.say("paused %t", s.req.Paused)
	case 5, 6:
		if s.req.Strategy.Type == rollout.TypeExternal || s.req.ApprovalGroups != nil {
			s.approved[s.req.Revision] = [][]string{{"before-b"}, {"b", "before-a"}}[s.random.IntN(2)]
			s.say("approved %s", s.req.Revision)
		}
	case 7:
		s.chosen[name] = !s.chosen[name]
		s.say("%s chosen %t", name, s.chosen[name])
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
	}
	s.approve()
}
