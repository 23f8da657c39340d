// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
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

// TestCarryBrokenCluster: the cluster that caused the breach never reports again, and all others return.
func TestCarryBrokenCluster(t *testing.T) {
	one := intstr.FromInt(1)
	for name, change := range map[string]func(*applies){
		"nothing":  func(*applies) {},
		"one each": func(a *applies) { a.req.RollbackConcurrency = &one },
	} {
		a := adopted(t, progressive(1), "a", "b", "c", "d")
		a.req.OnBreach = BreachRollsBack
		change(a)
		a.step()
		a.report(Succeeded, "a")
		a.step()
		a.report(Succeeded, "b")
		a.step()
		a.report(Failed, "c")
		a.step()
		delete(a.req.ClusterStatus, "c")
		for range 4 {
			for _, cluster := range []string{"a", "b"} {
				if a.memory.Revisions[cluster] == "v1" {
					a.req.ClusterStatus[cluster] = ClusterStatus{Status: Succeeded, Revision: "v1"}
				}
			}
			a.step()
		}
		for cluster, revision := range a.memory.Revisions {
			if revision != "v1" {
				t.Errorf("%s: %s has %s: %s", name, cluster, revision, shown(&a.memory.Progress, "v2"))
			}
		}
	}
}

// TestCarryPausedRollback: while the rollout is paused no cluster returns, and afterwards they do.
func TestCarryPausedRollback(t *testing.T) {
	a := adopted(t, progressive(1), "a", "b")
	a.req.OnBreach = BreachRollsBack
	a.step()
	a.report(Failed, "a")
	a.req.Paused = true
	if p := a.step(); p.Revisions["a"] != "v2" || p.Phase != PhaseRollingBack {
		t.Error(shown(p, "v2"))
	}
	a.req.Paused = false
	if p := a.step(); p.Revisions["a"] != "v1" {
		t.Error(shown(p, "v2"))
	}
}

// TestCarryBackDeadline: the deadline applies on the way back, and lets the next healthy cluster return.
func TestCarryBackDeadline(t *testing.T) {
	one := intstr.FromInt(1)
	a := adopted(t, limited(2), "a", "b")
	a.step()
	a.report(Succeeded, "a", "b")
	a.req.DecisionGroups[0].ClusterNames = []string{"a", "b", "c"}
	a.step()
	a.req.Abort, a.req.RollbackConcurrency = true, &one
	// c was new and has no earlier revision. b returns, and is silent.
	a.req.ClusterStatus = map[string]ClusterStatus{"a": a.req.ClusterStatus["a"], "b": a.req.ClusterStatus["b"]}
	a.step()
	if got := a.memory.Revisions; got["b"] != "v1" || got["a"] != "v2" || got["c"] != "" {
		t.Fatal(shown(&a.memory.Progress, "v2"))
	}
	a.after(10 * time.Minute)
	a.want("RollingBack | a:v1 RollingBack, b:v1 RollbackFailed, c: Waiting | the rollout is rolled back: it was aborted; " +
		"b is not back: its earlier revision failed or timed out; not complete again: a; without the workload until the rollout goes on: c")
}

// TestCarryRevert: a rollout of the last revision that was complete is a way back. It stops, and never rolls back to what it
// leaves.
func TestCarryRevert(t *testing.T) {
	a := adopted(t, progressive(1), "a", "b", "c")
	a.req.OnBreach = BreachRollsBack
	a.step()
	a.report(Succeeded, "a")
	a.step()
	a.req.Revision = "v1"
	a.step()
	a.report(Failed, "a") // It restarts.
	p := a.step()
	if p.Phase != PhaseBreached || p.Revisions["a"] != "v1" || len(p.GivenUpRevisions) > 0 {
		t.Fatal(shown(p, "v1"))
	}
	a.report(Succeeded, "a")
	a.want("Progressing | a:v1 Succeeded, b:v1 Progressing, c:v1 Succeeded | not finished: b")
}

// TestCarryFollows: after completion a breach lasts as long as the clusters fail, and nothing is rolled back.
func TestCarryFollows(t *testing.T) {
	a := adopted(t, progressive(2), "a", "b")
	a.req.OnBreach = BreachRollsBack
	a.step()
	a.report(Succeeded, "a", "b")
	a.step()
	a.after(1000 * time.Hour)
	a.report(Failed, "a")
	a.req.DecisionGroups[0].ClusterNames = []string{"a", "b", "c"}
	if p := a.step(); p.Phase != PhaseBreached || p.Revisions["a"] != "v2" || p.Revisions["c"] != "" {
		t.Fatal(shown(p, "v2"))
	}
	a.report(Succeeded, "a")
	a.want("Progressing | a:v2 Succeeded, b:v2 Succeeded, c:v2 Progressing | not finished: c")
}

// TestCarryEmptyFleet: a fleet that is empty at first is not complete, so that the rollout can still be rolled back.
func TestCarryEmptyFleet(t *testing.T) {
	a := start(t, progressive(1))
	a.want("Progressing |  | no cluster is chosen")
	a.req.OnBreach, a.req.DecisionGroups[0].ClusterNames = BreachRollsBack, []string{"a"}
	a.step()
	a.report(Failed, "a")
	if p := a.step(); p.Phase != PhaseRolledBack || len(p.Revisions) > 0 {
		t.Error(shown(p, "v1"))
	}
}

// TestCarryApprovalOfRevision: an approval of v2 does not start v3.
func TestCarryApprovalOfRevision(t *testing.T) {
	all := &metav1.LabelSelector{}
	strategy := rollout.Strategy{Stages: []staged.Stage{{
		Name: "prod", LabelSelector: all, BeforeStageTasks: []staged.Task{{Type: staged.Approval}},
	}}}
	strategy.Type = rollout.TypeExternal
	strategy.SetDefaults()
	a := adopted(t, strategy, "a")
	a.req.ApprovedStages = map[string][]string{"v2": {"prod"}}
	a.step()
	a.report(Available, "a")
	a.want("Succeeded | a:v2 Succeeded | ")
	a.req.Revision = "v3"
	a.want(`Progressing | a:v2 Waiting | 1 cluster waits: stage prod waits for the approval "before-prod": approved_stages["v3"] = ["before-prod"]`)
	a.req.ApprovedStages["v3"] = []string{"prod"}
	a.want("Progressing | a:v3 Progressing | not finished: a")
}

// TestCarryKubeFleetFailures: with limits of its own, a rollout with a strategy of KubeFleet gives clusters and revisions up;
// without any, it says that it is stuck.
func TestCarryKubeFleetFailures(t *testing.T) {
	all := &metav1.LabelSelector{}
	oneStage := rollout.Strategy{Stages: []staged.Stage{{Name: "all", LabelSelector: all}}}
	oneStage.Type = rollout.TypeExternal
	oneStage.SetDefaults()
	one := intstr.FromInt(1)
	rolling := rollout.Strategy{RollingUpdate: &rollingupdate.Config{MaxUnavailable: &one}}
	rolling.Type = rollout.TypeRollingUpdate
	for _, strategy := range []rollout.Strategy{oneStage, rolling} {
		a := adopted(t, strategy, "a", "b")
		a.step()
		a.req.ClusterStatus["a"] = ClusterStatus{Status: Failed, Revision: "v2", LastTransitionTime: a.req.Now, Message: "no image"}
		p := a.step()
		if p.Phase != PhaseStuck || !strings.HasPrefix(p.WaitsFor, "a has failed since 2026-11-21T00:00:00Z (no image); 1 "+
			"cluster waits: ") {
			t.Errorf("%s: %s", strategy.Type, shown(p, "v2"))
		}
		many, none := intstr.FromInt(10), intstr.FromInt(0)
		a.req.MaxFailures = &many // It is more than the clusters, and tolerates all of their failures: a hub has no such limit.
		if p = a.step(); p.Breached {
			t.Errorf("%s: %s", strategy.Type, shown(p, "v2"))
		}
		a.req.MaxFailures, a.req.OnBreach = &none, BreachRollsBack
		if p = a.step(); p.Phase != PhaseRollingBack || p.Revisions["a"] != "v1" {
			t.Errorf("%s: %s", strategy.Type, shown(p, "v2"))
		}
	}
	a := adopted(t, oneStage, "a", "b")
	a.req.ProgressDeadline, a.req.MaxFailures = "10m", &one
	a.step()
	a.after(10 * time.Minute)
	a.want("Progressing | a:v2 TimeOut, b:v2 Progressing | not finished: b")
	a.report(Available, "b")
	a.want("PartiallyFailed | a:v2 TimeOut, b:v2 Succeeded | a has timed out; repair the cluster and change retry, or set " +
		"another revision")
}

// TestCarryMoves: a step says what it starts, returns and removes, and the history keeps the last twenty.
func TestCarryMoves(t *testing.T) {
	a := adopted(t, progressive(1), "a", "b")
	a.req.Fleet = []Member{{Name: "a"}, {Name: "b"}, {Name: "c"}}
	a.step()
	a.wantMoves("started v2 on a (wave 1 of 2)")
	a.req.DecisionGroups[0].ClusterNames = []string{"a"}
	a.step()
	a.wantMoves("removed v1 on b (the cluster is no longer chosen)")
	a.req.Abort = true
	a.step()
	a.wantMoves("returned to v1 on a (failed, timed out or never reported; it was aborted)")
	if got := a.memory.History; len(got) != 4 || got[2] != "2026-11-21T00:00:00Z removed v1 on b (the cluster is no longer chosen)" {
		t.Errorf("the history is %q", got)
	}
	a.req.Abort = false
	for i := range 30 {
		a.req.Revision = strings.Repeat("x", i+1)
		a.step()
	}
	if got := len(a.memory.History); got != maxHistory {
		t.Errorf("the history has %d lines", got)
	}
}

// wantMoves compares what the last step has changed on clusters.
func (a *applies) wantMoves(want string) {
	a.t.Helper()
	history := a.memory.History
	if _, got, _ := strings.Cut(history[len(history)-1], " "); got != want {
		a.t.Errorf("the moves are %q, and not %q", got, want)
	}
}

// TestMissingGroups: a mandatory group that does not exist or has no clusters is an error, unless that is allowed.
func TestMissingGroups(t *testing.T) {
	r := &CarryRequest{Revision: "v1"}
	r.Strategy = progressive(1)
	r.Strategy.Progressive.MandatoryDecisionGroups = []ocm.MandatoryGroup{{GroupName: "canary"}}
	for name, target := range map[string]Target{
		"misspelt":  {DecisionGroups: []Group{{Name: "canaries", ClusterNames: []string{"a"}}}},
		"empty":     {DecisionGroups: []Group{{Name: "canary"}, {Index: 1, ClusterNames: []string{"a"}}}},
		"decisions": {Decisions: []Decision{{ClusterName: "a"}}},
	} {
		r.Target = target
		if errs := r.MissingGroups(); len(errs) != 1 || !strings.Contains(errs[0].Error(), "set allow_missing_groups = true") {
			t.Errorf("%s: %v", name, errs)
		}
		r.AllowMissingGroups = true
		if errs := r.MissingGroups(); len(errs) > 0 {
			t.Errorf("%s: %v", name, errs)
		}
		r.AllowMissingGroups = false
	}
}

// TestCarryCompletedBreach: the plan after the one that finds a breach of a complete rollout is empty, also if clusters time out
// in it.
func TestCarryCompletedBreach(t *testing.T) {
	strategy := limited(3)
	strategy.Progressive.MandatoryDecisionGroups = []ocm.MandatoryGroup{{GroupIndex: 0}}
	a := start(t, strategy)
	a.req.DecisionGroups = []Group{{ClusterNames: []string{"a"}}, {Index: 1, ClusterNames: []string{"b", "c"}}}
	a.begins(map[string]string{"a": "v1", "b": "v1", "c": "v1"})
	a.step()
	a.says(Progressing, "b", "c")
	a.step()
	a.after(5 * time.Minute)
	a.says(Progressing, "a")
	a.step()
	a.req.DecisionGroups[1].ClusterNames = []string{"b", "c", "d"}
	a.after(5 * time.Minute)
	a.step()
	a.after(5 * time.Minute)
	if p := a.step(); p.Phase != PhaseBreached {
		t.Error(shown(p, "v1"))
	}
}

// TestCarryAdoptedComplete: a rollout whose clusters all have its revision when it begins is complete, so an abort in a rollout of it
// returns all clusters to it, and gives nothing up.
func TestCarryAdoptedComplete(t *testing.T) {
	one := intstr.FromInt(1)
	strategy := rollout.Strategy{Stages: []staged.Stage{{
		Name: "one", LabelSelector: &metav1.LabelSelector{}, MaxConcurrency: &one, BeforeStageTasks: approval,
	}}}
	strategy.Type = rollout.TypeExternal
	a := start(t, strategy, "a", "b")
	a.req.Fleet = []Member{{Name: "a"}, {Name: "b"}, {Name: "c"}}
	a.begins(map[string]string{"a": "v1", "b": "v1", "c": "v1"}) // The placement does not choose c.
	if a.memory.CompletedRevision != "v1" {
		t.Errorf("complete is %q", a.memory.CompletedRevision)
	}
	a.want("Succeeded | a:v1 Succeeded, b:v1 Succeeded | ")
	a.req.Revision = "v2"
	a.req.ApprovedStages = map[string][]string{"v2": {"one"}}
	a.step()
	a.req.Revision, a.req.Abort = "v1", true
	if p := a.step(); p.Phase != PhaseRollingBack || p.Revisions["a"] != "v1" || len(p.GivenUpRevisions) > 0 {
		t.Error(shown(p, "v1"))
	}
}

// TestCarryOwnGoodRevision: a cluster that timed out in the last complete revision does not return to that one, but to its own
// last good one.
func TestCarryOwnGoodRevision(t *testing.T) {
	strategy := limited(2)
	strategy.Progressive.MaxFailures = intstr.FromInt(1)
	a := adopted(t, strategy, "a", "b")
	a.step()
	a.report(Succeeded, "a")
	a.after(10 * time.Minute)
	a.want("PartiallyFailed | a:v2 Succeeded, b:v2 TimeOut | b has timed out; repair the cluster and change retry, or set " +
		"another revision")
	if got := a.memory; got.CompletedRevision != "v2" || got.RollbackRevisions["b"] != "v1" || len(got.RollbackRevisions) != 1 {
		t.Errorf("complete is %s, others return to %v", got.CompletedRevision, got.RollbackRevisions)
	}
	a.req.Revision = "v3"
	a.step()
	a.req.Abort = true
	if p := a.step(); p.Revisions["a"] != "v2" || p.Revisions["b"] != "v1" {
		t.Error(shown(p, "v3"))
	}
}

// TestCarryBreachOfNew: a rollback that takes the workload from the cluster that failed still says which one it was, and in which
// group.
func TestCarryBreachOfNew(t *testing.T) {
	strategy := progressive(1)
	strategy.Progressive.MandatoryDecisionGroups = []ocm.MandatoryGroup{{GroupName: "canary"}}
	a := start(t, strategy)
	a.req.OnBreach = BreachRollsBack
	a.req.DecisionGroups = []Group{{Name: "canary", ClusterNames: []string{"a", "b"}}, {Index: 1, ClusterNames: []string{"c"}}}
	a.step()
	a.req.ClusterStatus["a"] = ClusterStatus{Status: Failed, Revision: "v1", Message: "no image"}
	a.want("RolledBack | a: Waiting, b: Waiting, c: Waiting | the rollout was rolled back: 1 cluster failed (a: no image) in " +
		"group canary; 0 tolerated; without the workload until the rollout goes on: a, b, c; set another revision, or change retry, to go on")
}
