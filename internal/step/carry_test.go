// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// goesOn is what a rollout says whose next plan changes something with the same input.
const goesOn = "the next plan goes on"

// applies carries a rollout from apply to apply.
type applies struct {
	t      *testing.T
	req    CarryRequest
	memory *Memory
}

func start(t *testing.T, strategy rollout.Strategy, clusters ...string) *applies {
	t.Helper()
	return &applies{t: t, req: CarryRequest{
		Request: Request{
			Strategy: strategy, Target: Target{DecisionGroups: []Group{{ClusterNames: clusters}}},
			ClusterStatus: map[string]ClusterStatus{}, Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC),
		},
		Revision: "v1",
	}}
}

// step plans and applies, and makes sure that the next plan is empty.
func (a *applies) step() *Progress {
	a.t.Helper()
	p := a.plan()
	req := a.req
	a.memory = &Memory{Strategy: req.Strategy, Revision: req.Revision, Retry: req.Retry, Paused: req.Paused, Progress: *p}
	if strings.Contains(p.WaitsFor, goesOn) {
		return p
	}
	if diff := cmp.Diff(p, a.plan()); diff != "" {
		a.t.Fatalf("the plan after the apply is not empty (-first +second):\n%s", diff)
	}
	return p
}

func (a *applies) plan() *Progress {
	a.t.Helper()
	if errs := a.req.Validate(); len(errs) > 0 {
		a.t.Fatal(errs)
	}
	p, err := Carry(a.t.Context(), &a.req, a.memory)
	if err != nil {
		a.t.Fatal(err)
	}
	return p
}

// begins takes over what the clusters have.
func (a *applies) begins(has map[string]string) *Progress {
	a.t.Helper()
	a.req.Initial = has
	a.memory = Begin(&a.req)
	return &a.memory.Progress
}

// report gives clusters a state of the revision.
func (a *applies) report(status Status, clusters ...string) {
	a.req.ClusterStatus = maps.Clone(a.req.ClusterStatus)
	for _, name := range clusters {
		a.req.ClusterStatus[name] = ClusterStatus{Status: status, Revision: a.req.Revision, LastTransitionTime: a.req.Now}
	}
}

// shown is a rollout in a line: the phase, the clusters with their revisions and states, and what it waits for.
func shown(p *Progress, revision string) string {
	var text []string
	for _, name := range clusters(p) {
		text = append(text, fmt.Sprintf("%s:%s %s", name, p.Revisions[name], p.State(name, revision)))
	}
	return fmt.Sprintf("%s | %s | %s", p.Phase, strings.Join(text, ", "), p.WaitsFor)
}

// clusters are the names of all clusters of a rollout.
func clusters(p *Progress) []string {
	var names []string
	for _, wave := range p.Waves {
		names = append(names, wave.ClusterNames...)
	}
	slices.Sort(names)
	return names
}

func (a *applies) want(want string) {
	a.t.Helper()
	if diff := cmp.Diff(want, shown(a.step(), a.req.Revision)); diff != "" {
		a.t.Fatalf("(-want +got):\n%s", diff)
	}
}

func progressive(size int) rollout.Strategy {
	return rollout.Strategy{OCMStrategy: ocm.Strategy{Type: ocm.TypeProgressive, Progressive: &ocm.Progressive{
		MaxConcurrency: intstr.FromInt(size),
	}}}
}

func TestCarryProgressive(t *testing.T) {
	a := start(t, progressive(2), "a", "b", "c", "d")
	a.want("Progressing | a:v1 Progressing, b:v1 Progressing, c: Waiting, d: Waiting | " +
		"2 clusters wait: 2 clusters are being rolled out; max_concurrency is 2")
	a.report(Succeeded, "b")
	a.want("Progressing | a:v1 Progressing, b:v1 Succeeded, c:v1 Progressing, d: Waiting | " +
		"1 cluster waits: 2 clusters are being rolled out; max_concurrency is 2")
	a.report(Succeeded, "a", "c")
	a.want("Progressing | a:v1 Succeeded, b:v1 Succeeded, c:v1 Succeeded, d:v1 Progressing | not finished: d")
	// A state that is gone does not undo a success.
	a.req.ClusterStatus = map[string]ClusterStatus{}
	a.report(Succeeded, "d")
	a.want("Succeeded | a:v1 Succeeded, b:v1 Succeeded, c:v1 Succeeded, d:v1 Succeeded | ")
	// States of the revision before do not count.
	a.req.Revision, a.req.Now = "v2", a.req.Now.Add(time.Hour)
	a.want("Progressing | a:v2 Progressing, b:v2 Progressing, c:v1 Waiting, d:v1 Waiting | " +
		"2 clusters wait: 2 clusters are being rolled out; max_concurrency is 2")
	// Nor do those that are older than the revision on the cluster.
	a.req.ClusterStatus = map[string]ClusterStatus{
		"a": {Status: Succeeded, LastTransitionTime: a.req.Now.Add(-time.Second)},
		"b": {Status: Succeeded, LastTransitionTime: a.req.Now},
	}
	a.want("Progressing | a:v2 Progressing, b:v2 Succeeded, c:v2 Progressing, d:v1 Waiting | " +
		"1 cluster waits: 2 clusters are being rolled out; max_concurrency is 2")
}

// TestCarryMandatory: while the canaries are in progress, they are what the others wait for; later, it is whatever is not
// finished.
func TestCarryMandatory(t *testing.T) {
	strategy := progressive(1)
	strategy.Progressive.MandatoryDecisionGroups = []ocm.MandatoryGroup{{GroupName: "canary"}}
	a := start(t, strategy)
	a.req.DecisionGroups = []Group{{Name: "canary", ClusterNames: []string{"a"}}, {Index: 1, ClusterNames: []string{"b", "c"}}}
	a.want("Progressing | a:v1 Progressing, b: Waiting, c: Waiting | 2 clusters wait: mandatory groups come first; not finished: a")
	a.report(Succeeded, "a")
	a.want("Progressing | a:v1 Succeeded, b:v1 Progressing, c: Waiting | 1 cluster waits: " +
		"with mandatory groups, nothing starts before the clusters in progress are finished: b")
}

// TestCarryFailedPlaces: a cluster that failed and is tolerated takes its place until it recovers or is given up, and the text
// says so.
func TestCarryFailedPlaces(t *testing.T) {
	a := start(t, progressive(2), "a", "b", "c", "d")
	a.req.Strategy.Progressive.MaxFailures = intstr.FromInt(3)
	a.step()
	a.report(Failed, "a")
	a.want("Progressing | a:v1 Failed, b:v1 Progressing, c: Waiting, d: Waiting | a has failed since 2026-11-21T00:00:00Z: " +
		"repair it, or set progress_deadline to give it up; 2 clusters wait: 1 of the 2 clusters being rolled out failed; " +
		"max_concurrency is 2")
	a.report(Succeeded, "b")
	a.step()
	a.report(Failed, "c")
	a.want("Stuck | a:v1 Failed, b:v1 Succeeded, c:v1 Failed, d: Waiting | a has failed since 2026-11-21T00:00:00Z, c has " +
		"failed since 2026-11-21T00:00:00Z; 1 cluster waits: failed clusters take all places; max_concurrency is 2; nothing else can " +
		"start: repair them and change retry, set progress_deadline to give clusters up, or set another revision")
	a = start(t, progressive(1), "a", "b")
	a.req.Strategy.Progressive.MaxFailures = intstr.FromInt(1)
	a.step()
	a.report(Failed, "a")
	if p := a.step(); !strings.Contains(p.WaitsFor, "1 cluster waits: the failed cluster takes the only place; "+
		"max_concurrency is 1; ") {
		t.Error(p.WaitsFor)
	}
}

// TestCarryFailureWithoutTime: a failure without a time says since when it is known, and so does the plan after the apply.
func TestCarryFailureWithoutTime(t *testing.T) {
	a := start(t, progressive(1), "a", "b")
	a.step()
	a.req.Now = a.req.Now.Add(time.Hour)
	a.req.ClusterStatus["a"] = ClusterStatus{Status: Failed, Revision: "v1", Message: "CrashLoopBackOff"}
	const want = "Breached | a:v1 Failed, b: Waiting | the rollout has stopped: 1 cluster failed (a: CrashLoopBackOff); " +
		"max_failures is 0; a has failed, first seen at 2026-11-21T01:00:00Z (CrashLoopBackOff); it goes on when the clusters have " +
		"recovered; or set another revision, or change retry"
	a.want(want)
	a.req.Now = a.req.Now.Add(time.Hour)
	a.want(want)
	delete(a.req.ClusterStatus, "a") // It was seen to fail, and nothing else was seen since.
	a.want(strings.Replace(want, "Z (CrashLoopBackOff)", "Z", 1))
}

func TestCarryBreach(t *testing.T) {
	a := start(t, progressive(2), "a", "b", "c", "d")
	a.begins(map[string]string{"a": "v0", "b": "v0", "c": "v0"})
	a.want("Progressing | a:v1 Progressing, b:v1 Progressing, c:v0 Waiting, d: Waiting | " +
		"2 clusters wait: 2 clusters are being rolled out; max_concurrency is 2")
	a.report(Succeeded, "a", "b")
	a.want("Progressing | a:v1 Succeeded, b:v1 Succeeded, c:v1 Progressing, d:v1 Progressing | not finished: c, d")
	a.report(Failed, "c")
	a.want("Breached | a:v1 Succeeded, b:v1 Succeeded, c:v1 Failed, d:v1 Progressing | the rollout has stopped: 1 cluster failed " +
		"(c); max_failures is 0; c has failed since 2026-11-21T00:00:00Z; it goes on when the clusters have recovered; or set another revision, or change retry")
	a.report(Succeeded, "c")
	// Of the healthy clusters one returns after the other, the last wave first. The one that was new loses the workload.
	const without = "; without the workload until the rollout goes on: d"
	one := intstr.FromInt(1)
	a.req.OnBreach, a.req.RollbackConcurrency = BreachRollsBack, &one
	a.want("RollingBack | a:v1 Succeeded, b:v1 Succeeded, c:v0 RollingBack, d: Waiting | " +
		"the rollout is rolled back: 1 cluster failed (c); max_failures is 0; not complete again: c; 2 clusters yet to return" + without)
	a.req.ClusterStatus = map[string]ClusterStatus{"c": {Status: Succeeded, Revision: "v0"}}
	a.want("RollingBack | a:v1 Succeeded, b:v0 RollingBack, c:v0 RolledBack, d: Waiting | " +
		"the rollout is rolled back: 1 cluster failed (c); max_failures is 0; not complete again: b; 1 cluster yet to return" + without)
	a.req.ClusterStatus["b"] = ClusterStatus{Status: Failed, Revision: "v0"}
	a.want("RollingBack | a:v0 RollingBack, b:v0 RollbackFailed, c:v0 RolledBack, d: Waiting | the rollout is rolled back: 1 " +
		"cluster failed (c); max_failures is 0; b is not back: its earlier revision failed or timed out; not complete again: a" +
		without)
	a.req.ClusterStatus["a"] = a.req.ClusterStatus["c"]
	a.want("RolledBack | a:v0 RolledBack, b:v0 RollbackFailed, c:v0 RolledBack, d: Waiting | the rollout was rolled back: 1 " +
		"cluster failed (c); max_failures is 0; b is not back: its earlier revision failed or timed out" + without +
		"; set another revision, or change retry, to go on")
	a.req.Retry, a.req.Now = "1", a.req.Now.Add(time.Hour)
	a.want("Progressing | a:v1 Progressing, b:v1 Progressing, c:v0 Waiting, d: Waiting | " +
		"2 clusters wait: 2 clusters are being rolled out; max_concurrency is 2")
}

func TestCarryLeaving(t *testing.T) {
	a := start(t, progressive(1), "a", "b", "c")
	a.begins(map[string]string{"a": "v1", "b": "v1", "c": "v1"})
	a.want("Succeeded | a:v1 Succeeded, b:v1 Succeeded, c:v1 Succeeded | ")
	a.req.Revision = "v2"
	a.req.Fleet = []Member{{Name: "a"}, {Name: "b"}, {Name: "c"}}
	a.req.DecisionGroups[0].ClusterNames = []string{"a", "c"}
	a.req.Paused = true
	a.want("Paused | a:v1 Waiting, b:v1 Leaving, c:v1 Waiting | the rollout is paused")
	// The next pass of Open Cluster Management removes the workload of a cluster that has left.
	a.req.Paused = false
	a.want("Progressing | a:v2 Progressing, c:v1 Waiting | 1 cluster waits: 1 cluster is being rolled out; max_concurrency is 1")
	a.report(Succeeded, "a")
	a.want("Progressing | a:v2 Succeeded, c:v2 Progressing | not finished: c")
	a.report(Succeeded, "c")
	a.want("Succeeded | a:v2 Succeeded, c:v2 Succeeded | ")
	a.req.DecisionGroups[0].ClusterNames = []string{"a", "b", "c"}
	a.want("Progressing | a:v2 Succeeded, b:v2 Progressing, c:v2 Succeeded | not finished: b")
	a.req.DecisionGroups[0].ClusterNames = []string{"a", "c"}
	a.req.Fleet = a.req.Fleet[:1]
	a.want("Succeeded | a:v2 Succeeded, c:v2 Succeeded | ")
}

func TestCarryWithoutStatus(t *testing.T) {
	no := false
	a := start(t, progressive(2), "a", "b", "c")
	a.req.RequireStatus, a.req.Now = &no, time.Time{}
	a.memory = nil
	p := a.plan()
	if got, want := shown(p, "v1"), "Progressing | a:v1 Progressing, b:v1 Progressing, c: Waiting | 1 cluster waits: 2 clusters "+
		"are being rolled out; max_concurrency is 2; the next plan goes on"; got != want {
		t.Fatal(got)
	}
	a.memory = &Memory{Strategy: a.req.Strategy, Revision: a.req.Revision, Progress: *p}
	if got, want := shown(a.plan(), "v1"), "Progressing | a:v1 Succeeded, b:v1 Succeeded, c:v1 Progressing | not finished: c; the "+
		"next plan goes on"; got != want {
		t.Fatal(got)
	}
	a = start(t, progressive(2), "a", "b", "c")
	a.req.RequireStatus = &no
	a.req.Strategy.Progressive.MinSuccessTime = metav1.Duration{Duration: time.Minute}
	a.want("Progressing | a:v1 Soaking, b:v1 Soaking, c: Waiting | 1 cluster waits: 2 clusters are being rolled out; " +
		"max_concurrency is 2")
	a.req.Now = a.req.Now.Add(time.Minute - time.Second)
	a.want("Progressing | a:v1 Soaking, b:v1 Soaking, c: Waiting | 1 cluster waits: 2 clusters are being rolled out; " +
		"max_concurrency is 2")
	a.req.Now = a.memory.NextChange
	a.want("Progressing | a:v1 Succeeded, b:v1 Succeeded, c:v1 Soaking | not finished: c")
}

// TestCarryApproval asks for the approval of a stage although a cluster of it has had the revision since before the rollout.
func TestCarryApproval(t *testing.T) {
	stage := func(name string, before ...staged.Task) staged.Stage {
		one := intstr.FromInt32(1)
		return staged.Stage{
			Name: name, LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"stage": name}}, MaxConcurrency: &one,
			BeforeStageTasks: before,
		}
	}
	strategy := rollout.Strategy{Stages: []staged.Stage{stage("one"), stage("two", staged.Task{Type: staged.Approval})}}
	strategy.Type = rollout.TypeExternal
	a := start(t, strategy, "one", "two-a", "two-b")
	a.req.Fleet = []Member{
		{Name: "one", Labels: map[string]string{"stage": "one"}},
		{Name: "two-a", Labels: map[string]string{"stage": "two"}}, {Name: "two-b", Labels: map[string]string{"stage": "two"}},
	}
	a.begins(map[string]string{"one": "v0", "two-a": "v1", "two-b": "v0"})
	a.step()
	a.report(Available, "one")
	a.want(`Progressing | one:v1 Succeeded, two-a:v1 Succeeded, two-b:v0 Waiting | 1 cluster waits: stage two waits for the approval "before-two": approved_stages["v1"] = ["before-two"]`)
	a.req.ApprovedStages = map[string][]string{"v1": {"two"}}
	a.want(`Progressing | one:v1 Succeeded, two-a:v1 Succeeded, two-b:v1 Progressing | not finished: two-b`)
	// An approval is not taken back.
	a.req.ApprovedStages = nil
	a.report(Available, "two-b")
	a.want(`Succeeded | one:v1 Succeeded, two-a:v1 Succeeded, two-b:v1 Succeeded | `)
}
