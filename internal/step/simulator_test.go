// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// simulatedSteps is how many applies TestSimulator makes.
const simulatedSteps = 100_000

// machine is a cluster as it is, whatever Terraform has in its state.
type machine struct {
	// runs is the revision on the cluster, and since is when it got it.
	runs  string
	since time.Time
	// slow is how long a revision takes until it is ready.
	slow time.Duration
	// silent clusters report nothing, lying ones a random time, untimed ones no time.
	silent, lying, untimed bool
	// flap is until when the cluster reports something else than it is, since a few minutes.
	flap   time.Time
	flapTo Status
	// reported is what the plan was told that counts in any case: a state of the wanted revision, between its apply and now. Heard says
	// that anything was told of the revision.
	reported Status
	told     time.Time
	heard    bool
	// applied is when the wanted revision was applied, and wanted is that revision.
	applied time.Time
	wanted  string
	// adopted is the revision that the rollout found on the cluster.
	adopted string
	// good is the last revision that was complete while the cluster was finished.
	good string
	// gone says that the cluster is no longer in the fleet.
	gone bool
	// finished says that a plan saw the wanted revision succeed, for as long as the strategy asks for.
	finished bool
}

// simulation is one rollout with everything that can happen to it, and what an observer knows of it.
type simulation struct {
	t        *testing.T
	failed   bool
	random   *rand.Rand
	seed     uint64
	log      []string
	now      time.Time
	req      CarryRequest
	memory   *Memory
	machines map[string]*machine
	names    []string
	chosen   map[string]bool
	// bad are the clusters on which a revision fails.
	bad map[string]map[string]bool
	// complete is the last revision that every chosen cluster had, and given are those that were given up.
	complete string
	givenUp  map[string]bool
	approved map[string][]string
	started  map[string]map[string]bool
	// retried and resumed are when an apply changed retry and removed paused. Attempt is what approvals approve.
	retried, resumed, replaced, upgraded time.Time
	attempt                              string
	// old says that the state is one of an earlier version, without times, and skewed that a clock was wrong.
	old, skewed bool
	// unlabelled is a cluster that no stage selects.
	unlabelled string
	// next is the number of the next revision, and met counts the situations.
	next int
	met  map[string]int
}

// TestSimulator lets fleets fail in every way that an operator meets, and checks from outside what must always hold.
func TestSimulator(t *testing.T) {
	total := simulatedSteps
	if testing.Short() {
		total /= 10
	}
	steps, seed, met := 0, uint64(0), map[string]int{}
	for ; steps < total; seed++ {
		s := newSimulation(t, seed)
		s.met = met
		steps += s.run()
	}
	t.Logf("%d steps in %d stories, with %v", steps, seed, met)
	for situation, times := range situations {
		if got := met[situation]; got < times*total/simulatedSteps {
			t.Errorf("%s: %d times", situation, got)
		}
	}
}

func newSimulation(t *testing.T, seed uint64) *simulation {
	t.Helper()
	s := &simulation{
		t: t, seed: seed, random: rand.New(rand.NewPCG(21, seed)), //nolint:gosec // a test
		now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), machines: map[string]*machine{}, chosen: map[string]bool{},
		bad: map[string]map[string]bool{}, givenUp: map[string]bool{}, approved: map[string][]string{},
		started: map[string]map[string]bool{}, next: 2,
	}
	for i := range 1 + s.random.IntN(8) {
		name := fmt.Sprintf("c%d", i)
		s.names = append(s.names, name)
		s.chosen[name] = i == 0 || s.chance(85)
		s.machines[name] = &machine{
			slow: time.Duration(s.random.IntN(4)) * 3 * time.Minute, silent: s.chance(8), lying: s.chance(8), untimed: s.chance(25),
		}
	}
	s.attempt = "v1"
	s.req = CarryRequest{Revision: "v1", OnBreach: []string{BreachStops, BreachRollsBack, BreachRollsBack}[s.random.IntN(3)]}
	s.req.Strategy, s.req.AllowMissingGroups = s.strategy(), s.chance(50)
	if s.req.Strategy.Type == ocm.TypeProgressivePerGroup && s.chance(60) {
		s.req.ApprovalGroups = [][]string{{"a"}, {"b"}, {"a", "b"}}[s.random.IntN(3)]
	}
	if s.chance(15) {
		no := false
		s.req.RequireStatus = &no
	}
	s.limit()
	return s
}

func (s *simulation) chance(percent int) bool { return s.random.IntN(100) < percent }

// strategy is one of any type.
func (s *simulation) strategy() rollout.Strategy {
	limits := ocm.Limits{MaxFailures: intstr.FromInt(s.random.IntN(3))}
	if s.chance(30) {
		limits.MinSuccessTime = metav1.Duration{Duration: 5 * time.Minute}
	}
	if s.chance(60) {
		limits.ProgressDeadline = "20m"
	}
	var mandatory []ocm.MandatoryGroup
	if s.chance(30) {
		mandatory = []ocm.MandatoryGroup{{GroupIndex: 0}}
	}
	of := rollout.Strategy{}
	of.Type = rollout.StrategyTypes[s.random.IntN(len(rollout.StrategyTypes))]
	size := intstr.FromInt(1 + s.random.IntN(3))
	switch of.Type {
	case ocm.TypeAll:
		of.All = &ocm.All{Limits: limits}
	case ocm.TypeProgressive:
		of.Progressive = &ocm.Progressive{Limits: limits, MaxConcurrency: size, MandatoryDecisionGroups: mandatory}
	case ocm.TypeProgressivePerGroup:
		if s.chance(60) { // Its groups are small.
			limits.MaxFailures, limits.ProgressDeadline = intstr.FromInt(1), "20m"
		}
		of.ProgressivePerGroup = &ocm.ProgressivePerGroup{Limits: limits, MandatoryDecisionGroups: mandatory}
	case rollout.TypeRollingUpdate:
		of.RollingUpdate = &rollingupdate.Config{MaxUnavailable: &size}
	case rollout.TypeExternal:
		for _, tier := range []string{"a", "b"} {
			stage := staged.Stage{Name: tier, LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"tier": tier}},
				MaxConcurrency: &size}
			if tier == "b" && s.chance(60) {
				stage.BeforeStageTasks = []staged.Task{{Type: staged.Approval}}
			}
			of.Stages = append(of.Stages, stage)
		}
	}
	return of
}

func tierOf(name string) string { return string(rune('a' + int(name[1]-'0')%2)) }

// target are the chosen clusters, in two groups, and the fleet. Groups that ask for approvals have names.
func (s *simulation) target() {
	s.req.Decisions, s.req.DecisionGroups, s.req.Fleet = []Decision{}, nil, []Member{}
	if s.req.ApprovalGroups != nil {
		s.req.Decisions, s.req.DecisionGroups = nil, []Group{{Name: "a"}, {Index: 1, Name: "b"}}
	}
	for i, name := range s.names {
		if s.machines[name].gone {
			continue
		}
		labels := map[string]string{"tier": tierOf(name)}
		if name == s.unlabelled {
			labels = nil
		}
		s.req.Fleet = append(s.req.Fleet, Member{Name: name, Labels: labels})
		if s.chosen[name] && s.req.ApprovalGroups != nil {
			group := &s.req.DecisionGroups[tierOf(name)[0]-'a']
			group.ClusterNames = append(group.ClusterNames, name)
		} else if s.chosen[name] {
			s.req.Decisions = append(s.req.Decisions, Decision{ClusterName: name, Group: min((i+1)/2, 2)})
		}
	}
}

// run goes through a story, and returns the number of its applies.
func (s *simulation) run() (steps int) {
	adopt := map[string]string{}
	if s.chance(60) {
		for _, name := range s.names {
			adopt[name] = "v1"
			m := s.machines[name]
			m.runs, m.wanted, m.adopted, m.finished, m.since = "v1", "v1", "v1", true, s.now.Add(-time.Hour)
		}
		s.complete = "v1"
	}
	s.target()
	s.req.Now, s.req.Initial = s.now, adopt
	s.memory = Begin(&s.req)
	for range 10 + s.random.IntN(40) {
		s.step()
		steps++
		s.happens()
		s.now = s.now.Add(time.Duration(s.random.IntN(600)) * time.Second)
		if s.failed {
			return steps
		}
	}
	if s.chance(30) && s.complete != s.req.Revision {
		steps += s.wayBack()
	}
	return steps + s.wayOut()
}

// step plans and applies, as people do: at once, later, never, or so that the resources that follow fail.
func (s *simulation) step() {
	s.target()
	s.req.Now = s.now
	if s.memory != nil && !s.old && s.chance(4) {
		s.req.Now, s.skewed = s.now.Add(-time.Hour), true
		s.say("the clock is an hour back")
	}
	back := s.now.Sub(s.req.Now)
	s.report()
	p := s.plan()
	if p == nil {
		return
	}
	if s.refused(p) {
		paused, limit := s.req.Paused, s.req.MaxRemovals
		if p = s.overcome(); p == nil {
			return
		}
		defer func() { s.req.Paused, s.req.MaxRemovals = paused, limit }()
	}
	s.check(p)
	if s.chance(4) {
		s.say("killed: the plan is not applied")
		return
	}
	if s.chance(10) {
		s.now = s.now.Add(time.Duration(s.random.IntN(3600)) * time.Second)
		s.say("applied %s later", s.now.Sub(s.req.Now))
	}
	s.apply(p, s.now.Add(-back))
	if s.failed || back > 0 || p.NextChange.Equal(s.req.Now) || !p.NextChange.IsZero() && !s.now.Before(p.NextChange) {
		return
	}
	s.req.Now = s.now
	if again := s.plan(); again != nil && !same(p, again) {
		s.fail("the plan after the apply is not empty:\n%s\n%s", shown(p, s.req.Revision), shown(again, s.req.Revision))
	}
}

// plan is nil if it is an error because of what it would start.
func (s *simulation) plan() *Progress {
	if errs := s.req.Validate(); len(errs) > 0 {
		s.fail("%s", errs)
		s.t.FailNow()
	}
	p, err := Carry(context.Background(), &s.req, s.memory)
	if err == nil {
		err = s.req.Unsafe(p).ToAggregate()
	}
	if err != nil {
		s.blocked(err)
		return nil
	}
	return p
}

// apply stores the rollout, and brings the revisions to the clusters.
func (s *simulation) apply(p *Progress, at time.Time) {
	s.say("%s", shown(p, s.req.Revision))
	if s.memory != nil {
		s.follow(s.memory, at)
	}
	s.memory = remember(&s.req, p, at)
	for _, name := range s.names {
		m := s.machines[name]
		if s.chosen[name] && m.finished && m.reported.succeeds() && m.wanted == s.complete && (!m.untimed || !s.soaks()) {
			m.good = s.complete
		}
		s.bring(name, p.Revisions[name], at)
	}
	if done := p.Phase == PhaseSucceeded || p.Phase == PhasePartiallyFailed; done {
		s.complete = s.req.Revision
		delete(s.givenUp, s.complete)
		state := p.StatesOf(s.req.Revision)
		for name, m := range s.machines {
			if s.chosen[name] && state(name) == StateSucceeded {
				m.good = s.req.Revision
			}
		}
	}
	if p.Breached && s.complete != s.req.Revision {
		s.givenUp[s.req.Revision] = true
	}
}

// soaks reports whether the strategy asks for a time of success.
func (s *simulation) soaks() bool { return s.req.Strategy.Limits().MinSuccessTime.Duration > 0 }

// follow notes what an apply changes that is not a revision of a cluster.
func (s *simulation) follow(last *Memory, at time.Time) {
	if last.Paused && !s.req.Paused {
		s.resumed = at
	}
	if s.old {
		s.old, s.upgraded = false, at
	}
	if last.Revision != s.req.Revision {
		s.retried, s.replaced, s.attempt = time.Time{}, at, s.req.Revision
		if s.req.Revision != s.complete && s.ended(last) {
			s.complete = last.Revision
			for name, m := range s.machines {
				if s.chosen[name] && last.State(name, last.Revision) == StateSucceeded && m.wanted == last.Revision {
					m.good = last.Revision
				}
			}
		}
	} else if s.retries(last) {
		s.retried, s.attempt = at, s.req.Revision+" "+s.req.Retry
		if !slices.ContainsFunc(s.names, func(name string) bool { return s.machines[name].wanted == s.req.Revision }) {
			delete(s.started, s.req.Revision)
		}
	}
}

// ended reports whether a rollout that is replaced has reached every cluster, of which some have failed.
func (s *simulation) ended(last *Memory) bool {
	succeeded := false
	for _, wave := range last.Waves {
		for _, name := range wave.ClusterNames {
			switch last.State(name, last.Revision) {
			case StateSucceeded:
				succeeded = true
			case StateFailed, StateTimeOut:
			default:
				return false
			}
		}
	}
	return !last.Breached && succeeded
}

// retries reports whether the next apply tries again what failed.
func (s *simulation) retries(last *Memory) bool {
	return s.req.Retry != "" && s.req.Retry != last.Retry
}

func (s *simulation) say(format string, values ...any) {
	s.log = append(s.log, s.now.Format("02T15:04:05 ")+fmt.Sprintf(format, values...))
}

func (s *simulation) fail(format string, values ...any) {
	s.t.Helper()
	s.failed = true
	s.say("FAILED: "+format, values...)
	limits := s.req.Strategy.Limits()
	s.t.Errorf("story %d (%s, on_breach %s, max_failures %s):\n%s", s.seed, s.req.Strategy.Type, s.req.OnBreach,
		limits.MaxFailures.String(),
		strings.Join(s.log[max(0, len(s.log)-25):], "\n"))
}

func remember(req *CarryRequest, p *Progress, at time.Time) *Memory {
	m := &Memory{Strategy: req.Strategy, Revision: req.Revision, Retry: req.Retry, Paused: req.Paused, Progress: *p}
	m.Times = p.Times.AppliedAt(at)
	return m
}

// same compares the outputs of two plans.
func same(a, b *Progress) bool { return a.Equal(b) }

// approve takes the approvals into the configuration, for good: an approval names its revision.
func (s *simulation) approve() { s.req.ApprovedStages = s.approved }

// limit sets what a strategy of KubeFleet needs to give clusters up.
func (s *simulation) limit() {
	if s.req.Strategy.IsOCM() {
		if s.chance(30) {
			size := intstr.FromInt(1 + s.random.IntN(2))
			s.req.RollbackConcurrency = &size
		}
		return
	}
	size := intstr.FromInt(s.random.IntN(3))
	if s.req.MaxFailures = &size; s.chance(60) {
		s.req.ProgressDeadline = "20m"
	}
}
