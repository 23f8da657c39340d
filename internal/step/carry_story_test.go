// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// drawSize is a number or a percentage.
func drawSize(t *rapid.T, name string, least int) intstr.IntOrString {
	if rapid.Bool().Draw(t, name+" is a percentage") {
		return intstr.FromString(fmt.Sprintf("%d%%", rapid.IntRange(max(least, 0), 100).Draw(t, name)))
	}
	return intstr.FromInt(rapid.IntRange(least, 6).Draw(t, name))
}

// drawStrategy is one of any type. All clusters have the label tier: a or b.
func drawStrategy(t *rapid.T) rollout.Strategy {
	limits := ocm.Limits{MaxFailures: drawSize(t, "max failures", 0)}
	if rapid.Bool().Draw(t, "soaks") {
		limits.MinSuccessTime = metav1.Duration{Duration: time.Minute}
	}
	if rapid.Bool().Draw(t, "has a deadline") {
		limits.ProgressDeadline = "10m"
	}
	var mandatory []ocm.MandatoryGroup
	if rapid.Bool().Draw(t, "has a mandatory group") {
		mandatory = []ocm.MandatoryGroup{{GroupIndex: rapid.IntRange(0, 3).Draw(t, "mandatory group")}}
	}
	s := rollout.Strategy{}
	s.Type = rapid.SampledFrom(rollout.StrategyTypes).Draw(t, "type")
	switch s.Type {
	case ocm.TypeAll:
		s.All = &ocm.All{Limits: limits}
	case ocm.TypeProgressive:
		s.Progressive = &ocm.Progressive{Limits: limits, MaxConcurrency: drawSize(t, "max concurrency", 0),
			MandatoryDecisionGroups: mandatory}
	case ocm.TypeProgressivePerGroup:
		s.ProgressivePerGroup = &ocm.ProgressivePerGroup{Limits: limits, MandatoryDecisionGroups: mandatory}
	case rollout.TypeRollingUpdate:
		unavailable, surge := drawSize(t, "max unavailable", 1), drawSize(t, "max surge", 0)
		s.RollingUpdate = &rollingupdate.Config{MaxUnavailable: &unavailable, MaxSurge: &surge}
	case rollout.TypeExternal:
		for _, tier := range []string{"a", "b"} {
			size := drawSize(t, "max concurrency of "+tier, 1)
			stage := staged.Stage{
				Name: tier, LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"tier": tier}}, MaxConcurrency: &size,
			}
			if rapid.Bool().Draw(t, "approval before "+tier) {
				stage.BeforeStageTasks = []staged.Task{{Type: staged.Approval}}
			}
			if rapid.Bool().Draw(t, "wait after "+tier) {
				stage.AfterStageTasks = []staged.Task{{Type: staged.TimedWait, WaitTime: &metav1.Duration{Duration: time.Minute}}}
			}
			s.Stages = append(s.Stages, stage)
		}
	}
	return s
}

// story is a rollout over some applies, with what happens to its clusters.
type story struct {
	t      *rapid.T
	fleet  []string
	chosen map[string]bool
	req    CarryRequest
	memory *Memory
}

func drawStory(t *rapid.T) *story {
	s := &story{t: t, chosen: map[string]bool{}}
	for i := range rapid.IntRange(0, 12).Draw(t, "clusters") {
		s.fleet = append(s.fleet, fmt.Sprintf("c%02d", i))
		s.chosen[s.fleet[i]] = rapid.Bool().Draw(t, "is chosen")
	}
	s.req = CarryRequest{
		Request: Request{
			Strategy: drawStrategy(t), ClusterStatus: map[string]ClusterStatus{}, Now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC),
		},
		Revision: "v0", AllowMissingGroups: true, OnBreach: rapid.SampledFrom([]string{"", BreachStops, BreachRollsBack}).Draw(t,
			"on breach"),
	}
	if !s.req.Strategy.IsOCM() && s.req.OnBreach == BreachRollsBack {
		size := drawSize(t, "max failures", 0)
		s.req.MaxFailures = &size
	}
	if rapid.Bool().Draw(t, "requires no status") {
		no := false
		s.req.RequireStatus = &no
	}
	if s.req.timeDependence() == "" && s.req.Strategy.Type != rollout.TypeRollingUpdate && rapid.Bool().Draw(t, "has no time") {
		s.req.Now = time.Time{}
	}
	return s
}

// advance lets time pass, if the rollout has one.
func (s *story) advance(by time.Duration) {
	if !s.req.Now.IsZero() {
		s.req.Now = s.req.Now.Add(by)
	}
}

// target are the chosen clusters, in three groups, and the fleet.
func (s *story) target() {
	s.req.Decisions, s.req.Fleet = []Decision{}, []Member{}
	for i, name := range s.fleet {
		s.req.Fleet = append(s.req.Fleet, Member{Name: name, Labels: map[string]string{"tier": string(rune('a' + i%2))}})
		if s.chosen[name] {
			s.req.Decisions = append(s.req.Decisions, Decision{ClusterName: name, Group: i % 3})
		}
	}
}

// happens is one thing that happens between two applies.
func (s *story) happens() {
	switch rapid.SampledFrom([]string{"nothing", "time", "success", "success", "failure", "choice", "revision", "pause", "approve",
		"retry", "gone"}).Draw(s.t, "event") {
	case "time":
		s.advance(time.Duration(rapid.IntRange(1, 300).Draw(s.t, "seconds")) * time.Second)
	case "success":
		s.report(true)
	case "failure":
		s.report(false)
	case "choice":
		if len(s.fleet) > 0 {
			name := rapid.SampledFrom(s.fleet).Draw(s.t, "cluster")
			s.chosen[name] = !s.chosen[name]
		}
	case "revision":
		s.req.Revision = rapid.SampledFrom([]string{"v0", "v1", "v2"}).Draw(s.t, "revision")
	case "pause":
		s.req.Paused = !s.req.Paused
	case "approve":
		if s.req.Strategy.Type == rollout.TypeExternal {
			approved := rapid.SliceOfDistinct(rapid.SampledFrom([]string{"before-a", "before-b"}), rapid.ID[string]).Draw(s.t, "approved")
			s.req.ApprovedStages = map[string][]string{s.req.Revision: approved}
		}
	case "retry":
		s.req.Retry += "again"
	case "gone":
		if len(s.fleet) > 0 {
			at := rapid.IntRange(0, len(s.fleet)-1).Draw(s.t, "position")
			s.chosen[s.fleet[at]] = false
			s.fleet = slices.Delete(slices.Clone(s.fleet), at, at+1)
		}
	}
	s.target()
}

// report gives a cluster, or all that have a revision, a state of what they have.
func (s *story) report(good bool) {
	if s.memory == nil {
		return
	}
	names := slices.Sorted(maps.Keys(s.memory.Revisions))
	if len(names) == 0 || !rapid.Bool().Draw(s.t, "of one cluster") {
		s.reportAll(good)
		return
	}
	name := rapid.SampledFrom(names).Draw(s.t, "cluster")
	s.req.ClusterStatus = maps.Clone(s.req.ClusterStatus)
	s.req.ClusterStatus[name] = s.status(good, name)
}

// status is a good or a bad state of what a cluster has.
func (s *story) status(good bool, name string) ClusterStatus {
	status := Failed
	switch {
	case good && s.req.Strategy.IsOCM():
		status = Succeeded
	case good:
		status = Available
	}
	return ClusterStatus{Status: status, Revision: s.memory.Revisions[name], LastTransitionTime: s.req.Now}
}

func (s *story) reportAll(good bool) {
	s.req.ClusterStatus = map[string]ClusterStatus{}
	for name := range s.memory.Revisions {
		s.req.ClusterStatus[name] = s.status(good, name)
	}
}

func (s *story) carry() *Progress {
	s.t.Helper()
	if errs := s.req.Validate(); len(errs) > 0 {
		s.t.Fatal(errs)
	}
	p, err := Carry(context.Background(), &s.req, s.memory)
	if err != nil {
		s.t.Fatal(err)
	}
	return p
}

func (s *story) apply(p *Progress) {
	s.memory = &Memory{Strategy: s.req.Strategy, Revision: s.req.Revision, Retry: s.req.Retry, Paused: s.req.Paused, Progress: *p}
}

// check is what holds for every plan.
func (s *story) check(p *Progress) {
	s.t.Helper()
	last := &Memory{}
	if s.memory != nil {
		last = s.memory
	}
	if names := clusters(p); len(slices.Compact(names)) < len(names) {
		s.t.Fatalf("a cluster is in two waves: %v", p.Waves)
	}
	s.checkStates(p)
	started := 0
	for name, revision := range p.Revisions {
		if revision != last.Revisions[name] && revision == s.req.Revision {
			started++
		}
	}
	if started > 0 && (p.Breached || s.req.Paused) {
		s.t.Fatalf("%d clusters start although the rollout is %s", started, p.Phase)
	}
	s.checkLimits(p, last, started)
}

// checkStates makes sure that every chosen cluster is there, and that no other is without a reason.
func (s *story) checkStates(p *Progress) {
	s.t.Helper()
	for _, name := range s.fleet {
		if s.chosen[name] && !slices.Contains(clusters(p), name) {
			s.t.Fatalf("the chosen cluster %s is lost", name)
		}
	}
	for name := range p.Revisions {
		if !slices.Contains(clusters(p), name) {
			s.t.Fatalf("cluster %s is in no wave", name)
		}
	}
	for _, name := range clusters(p) {
		state := p.State(name, s.req.Revision)
		if !slices.Contains(s.fleet, name) {
			s.t.Fatalf("cluster %s has left the fleet and is still there", name)
		}
		if !s.chosen[name] && state != StateLeaving && state != StateRollingBack && state != StateRolledBack {
			s.t.Fatalf("cluster %s is not chosen, and %s", name, state)
		}
		if p.Revisions[name] == "" && state != StateWaiting && state != StateSkip {
			s.t.Fatalf("cluster %s has no revision, and is %s", name, state)
		}
	}
}

// checkLimits makes sure that a plan that starts clusters does not exceed the limits of the strategy.
func (s *story) checkLimits(p *Progress, last *Memory, started int) {
	s.t.Helper()
	if started == 0 {
		return
	}
	total, working := 0, 0
	for _, wave := range p.Waves {
		size, unfinished, starts := s.census(p, last, wave.ClusterNames)
		total, working = total+size, working+unfinished
		for i := range s.req.Strategy.Stages {
			stage := &s.req.Strategy.Stages[i]
			if limit := stage.Concurrency(size); stage.Name == wave.Name && starts > 0 && unfinished > limit {
				s.t.Fatalf("%d clusters of stage %s are updated, and max_concurrency is %d", unfinished, stage.Name, limit)
			}
		}
	}
	switch s.req.Strategy.Type {
	case ocm.TypeProgressive:
		limit := s.req.Strategy.Progressive.Concurrency(total)
		if working > limit && len(s.req.Strategy.Progressive.MandatoryDecisionGroups) == 0 {
			s.t.Fatalf("%d clusters are rolled out, and max_concurrency is %d", working, limit)
		}
	case rollout.TypeRollingUpdate:
		surge, _ := s.req.Strategy.RollingUpdate.Surge(total)
		have := 0
		for name := range p.Revisions {
			if s.req.ClusterStatus[name].Status != Failed { // A cluster that failed does not count.
				have++
			}
		}
		if have > max(total+surge, len(last.Revisions)) {
			s.t.Fatalf("%d clusters have the workload, and at most %d may", have, total+surge)
		}
	}
}

// census counts the chosen clusters of a wave, those that are not finished, and those that start.
func (s *story) census(p *Progress, last *Memory, names []string) (size, unfinished, starts int) {
	for _, name := range names {
		if s.chosen[name] {
			size++
		}
		if state := p.State(name, s.req.Revision); state == StateProgressing || state == StateSoaking || state == StateFailed {
			unfinished++
		}
		if p.Revisions[name] == s.req.Revision && last.Revisions[name] != s.req.Revision {
			starts++
		}
	}
	return size, unfinished, starts
}
