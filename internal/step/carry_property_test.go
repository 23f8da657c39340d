// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

func TestCarryProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawStory(t)
		s.target()
		for range rapid.IntRange(1, 12).Draw(t, "applies") {
			before := s.waves()
			p := s.carry()
			s.check(p)
			s.sticky(before, p)
			s.apply(p)
			if !strings.Contains(p.WaitsFor, goesOn) {
				s.shuffle()
				if diff := cmp.Diff(p, s.carry()); diff != "" {
					t.Fatalf("the plan after the apply is not empty (-first +second):\n%s", diff)
				}
				if !p.NextChange.IsZero() {
					now := s.req.Now
					s.req.Now = p.NextChange.Add(-time.Second) // times are in seconds
					if diff := cmp.Diff(p, s.carry()); diff != "" {
						t.Fatalf("something changes before next_change (-first +second):\n%s", diff)
					}
					s.req.Now = now
				}
			}
			s.happens()
		}
	})
}

// waves are the waves of the clusters; nil if the next plan makes new ones.
func (s *story) waves() []Wave {
	if s.memory == nil || s.memory.Revision != s.req.Revision {
		return nil
	}
	return s.memory.Waves
}

// sticky makes sure that clusters stay together with those of their decision group or stage.
func (s *story) sticky(before []Wave, p *Progress) {
	s.t.Helper()
	now := map[string]int{}
	for i, wave := range p.Waves {
		for _, name := range wave.ClusterNames {
			now[name] = i
		}
	}
	for _, wave := range before {
		if wave.part() {
			continue
		}
		of := -1
		for _, name := range wave.ClusterNames {
			at, ok := now[name]
			if !ok || !s.chosen[name] || wave.Name == Removal {
				continue
			}
			if of >= 0 && at != of {
				s.t.Fatalf("cluster %s is in another wave than those it was with", name)
			}
			of = at
		}
	}
}

// shuffle changes the order of the input.
func (s *story) shuffle() {
	random := rand.New(rand.NewPCG(1, uint64(rapid.IntRange(0, 1000).Draw(s.t, "order")))) //nolint:gosec // a test
	random.Shuffle(len(s.req.Decisions), func(i, k int) {
		s.req.Decisions[i], s.req.Decisions[k] = s.req.Decisions[k], s.req.Decisions[i]
	})
	random.Shuffle(len(s.req.Fleet), func(i, k int) { s.req.Fleet[i], s.req.Fleet[k] = s.req.Fleet[k], s.req.Fleet[i] })
}

// TestCarryEnds feeds success step by step: the rollout ends, with the revision on every chosen cluster.
func TestCarryEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawStory(t)
		s.target()
		for range rapid.IntRange(0, 6).Draw(t, "applies before") {
			s.apply(s.carry())
			s.happens()
		}
		s.req.Paused, s.req.Retry = false, s.req.Retry+"end"
		for range 6*len(s.fleet) + 6 {
			s.req.ApprovedStages = nil
			if approved := []string{"before-a", "before-b"}; s.req.Strategy.Type == rollout.TypeExternal {
				s.req.ApprovedStages = map[string][]string{s.req.Revision: approved, s.req.Revision + " " + s.req.Retry: approved}
			}
			p := s.carry()
			s.apply(p)
			if p.Phase == PhaseSucceeded || len(s.req.Decisions) == 0 && len(p.Revisions) == 0 {
				s.checkComplete(p)
				return
			}
			if p.Breached {
				s.req.Retry += "again"
			}
			s.advance(time.Minute)
			s.reportAll(true)
			s.advance(time.Minute)
		}
		t.Fatalf("the rollout does not end: %s", shown(&s.memory.Progress, s.req.Revision))
	})
}

// checkComplete makes sure that exactly the chosen clusters have the revision.
func (s *story) checkComplete(p *Progress) {
	s.t.Helper()
	for _, name := range s.fleet {
		if got := p.Revisions[name]; s.chosen[name] != (got == s.req.Revision) {
			s.t.Fatalf("cluster %s has %q in the end", name, got)
		}
	}
}

// TestCarryReturns aborts a rollout: every cluster that it has moved returns.
func TestCarryReturns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawStory(t)
		s.req.OnBreach = BreachStops
		s.target()
		s.req.Initial = map[string]string{}
		for _, name := range s.fleet {
			if rapid.Bool().Draw(t, "has the workload") {
				s.req.Initial[name] = "old"
			}
		}
		s.memory = Begin(&s.req)
		for range rapid.IntRange(0, 8).Draw(t, "applies before") {
			s.apply(s.carry())
			s.advance(time.Minute)
			s.report(rapid.IntRange(0, 4).Draw(t, "luck") > 0)
		}
		if s.memory.CompletedRevision != s.req.Revision {
			s.abort()
		}
	})
}

// moved are the clusters that a rollback returns, and what they return to.
func (s *story) moved() map[string]string {
	moved := map[string]string{}
	for name, revision := range s.memory.Revisions {
		if revision == s.req.Revision && s.memory.ReturnsTo(name) != revision && (s.chosen[name] || !s.req.Strategy.IsOCM()) {
			moved[name] = s.memory.ReturnsTo(name)
		}
	}
	return moved
}

// abort aborts the rollout and waits until it has ended.
func (s *story) abort() {
	s.t.Helper()
	moved := s.moved()
	s.req.Abort, s.req.ClusterStatus = true, map[string]ClusterStatus{}
	for range 3*len(s.fleet) + 3 {
		p := s.carry()
		for name, revision := range p.Revisions {
			if revision == s.req.Revision && s.memory.Revisions[name] != revision {
				s.t.Fatalf("cluster %s gets the aborted revision", name)
			}
		}
		s.apply(p)
		if p.Phase == PhaseRolledBack {
			for name, previous := range moved {
				if p.Revisions[name] != previous {
					s.t.Fatalf("cluster %s has %q and had %q", name, p.Revisions[name], previous)
				}
			}
			return
		}
		s.advance(2 * time.Minute)
		s.report(true)
		s.advance(2 * time.Minute)
	}
	s.t.Fatalf("the rollback does not end: %s", shown(&s.memory.Progress, s.req.Revision))
}
