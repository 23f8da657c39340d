// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// TestCarryRetryWithoutStatus: without required statuses a cluster that failed is not finished because it is tried again: not
// while it reports the failure, and otherwise when its time has passed since the retry.
func TestCarryRetryWithoutStatus(t *testing.T) {
	no := false
	strategy := progressive(1)
	strategy.Progressive.MinSuccessTime = metav1.Duration{Duration: 5 * time.Minute}
	a := adopted(t, strategy, "a", "b")
	a.req.RequireStatus = &no
	a.step()
	a.after(10 * time.Minute)
	a.report(Failed, "a")
	a.step()
	a.after(time.Minute)
	a.req.Retry = "1"
	a.want("Progressing | a:v2 Progressing, b:v1 Waiting | 1 cluster waits: 1 cluster is being rolled out; max_concurrency is 1")
	a.after(time.Hour)
	a.want("Progressing | a:v2 Progressing, b:v1 Waiting | 1 cluster waits: 1 cluster is being rolled out; max_concurrency is 1")
	a.report(Failed, "a")
	a.step()
	delete(a.req.ClusterStatus, "a")
	a.req.Retry = "2"
	if p := a.step(); p.State("a", "v2") != StateSoaking || p.Revisions["b"] != "v1" || !p.NextChange.Equal(a.req.Now.Add(5*time.Minute)) {
		t.Error(shown(p, "v2"), p.NextChange)
	}
}

// TestCarryRetryStages: a stage starts only after a plan in which the clusters before were not just tried again.
func TestCarryRetryStages(t *testing.T) {
	no, one := false, intstr.FromInt(1)
	a := adopted(t, external(stageOf("one", 1, nil, nil), staged.Stage{
		Name: "two", LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"stage": "two"}}, MaxConcurrency: &one,
	}))
	a.req.DecisionGroups = []Group{{ClusterNames: []string{"one", "two"}}}
	a.req.Fleet = []Member{
		{Name: "one", Labels: map[string]string{"stage": "one"}}, {Name: "two", Labels: map[string]string{"stage": "two"}},
	}
	a.req.RequireStatus = &no
	a.step()
	a.report(Failed, "one")
	a.after(time.Minute)
	a.step()
	delete(a.req.ClusterStatus, "one")
	a.req.Retry = "1"
	if p := a.step(); p.State("one", "v2") != StateProgressing || p.Revisions["two"] != "" {
		t.Error(shown(p, "v2"))
	}
}

// TestCarryRetryAtFailure: retry in the plan that sees the failure first, or the deadline, tries the clusters again.
func TestCarryRetryAtFailure(t *testing.T) {
	a := adopted(t, limited(2), "a", "b", "c")
	a.step()
	a.report(Failed, "a")
	a.after(11 * time.Minute) // B is silent.
	a.req.Retry = "1"
	a.want("Progressing | a:v2 Progressing, b:v2 Progressing, c:v1 Waiting | 1 cluster waits: 2 clusters are being rolled out; " +
		"max_concurrency is 2")
	a.after(9 * time.Minute)
	if p := a.step(); p.State("b", "v2") != StateProgressing {
		t.Error(shown(p, "v2"))
	}
	a.after(time.Minute)
	if p := a.step(); p.State("b", "v2") != StateTimeOut {
		t.Error(shown(p, "v2"))
	}
}

// TestCarryRetryWithoutTime: a failure that is not known to be older than the retry still applies, and a warning says so.
func TestCarryRetryWithoutTime(t *testing.T) {
	for name, change := range map[string]func(*applies){
		"now":                  func(a *applies) { a.req.Now = time.Time{} },
		"last_transition_time": func(a *applies) { a.says(Failed, "a") },
	} {
		a := adopted(t, progressive(1), "a", "b")
		a.step()
		a.report(Failed, "a")
		change(a)
		a.step()
		a.req.Retry = "1"
		if errs := a.req.StatusWarnings(a.memory, a.plan()); len(errs) != 1 || errs[0].Field != "clusterStatus[a]" ||
			!strings.Contains(errs[0].Detail, "the failure still applies although retry has changed") {
			t.Errorf("without %s: %v", name, errs)
		}
	}
}

// TestCarryRetryApprovals: the approvals of an attempt that failed do not start the next one.
func TestCarryRetryApprovals(t *testing.T) {
	a := perGroup(t)
	a.req.OnBreach, a.req.ApprovedStages = BreachRollsBack, map[string][]string{"v1": {"prod"}}
	a.step()
	a.report(Succeeded, "a")
	a.step()
	a.report(Failed, "b")
	a.step()
	a.after(time.Minute)
	a.req.Retry = "again"
	a.step()
	a.after(time.Minute)
	a.report(Succeeded, "a")
	a.want(`Progressing | a:v1 Succeeded, b: Waiting, c: Waiting, d: Waiting | 3 clusters wait: ` +
		`group prod waits for the approval "prod": approved_stages["v1 again"] = ["prod"]`)
	a.req.ApprovedStages["v1 again"] = []string{"prod"}
	if p := a.step(); p.Revisions["b"] != "v1" || len(a.req.Warnings()) > 0 {
		t.Error(shown(p, "v1"), a.req.Warnings())
	}
	a.req.Revision = "v2" // An attempt is one of its revision.
	a.req.ApprovedStages["v2"] = []string{"prod"}
	a.step()
	a.report(Succeeded, "a")
	if p := a.step(); p.Revisions["b"] != "v2" {
		t.Error(shown(p, "v2"))
	}
}

// TestCarryRetryRemoved: without its retry a rollout is still the attempt that it was, and tries nothing again.
func TestCarryRetryRemoved(t *testing.T) {
	a := perGroup(t)
	a.req.OnBreach, a.req.ApprovedStages = BreachRollsBack, map[string][]string{"v1": {"prod"}}
	a.step()
	a.report(Failed, "a")
	a.step()
	a.after(time.Minute)
	a.req.Retry = "again"
	a.step()
	a.after(time.Minute)
	a.report(Succeeded, "a")
	a.step()
	a.req.Retry = ""
	if p := a.step(); p.Revisions["b"] != "" {
		t.Error("the approval of the first attempt starts the second one", shown(p, "v1"))
	}
	a.req.ApprovedStages["v1 again"] = []string{"prod"}
	a.step()
	a.report(Failed, "b")
	a.step()
	if p := a.step(); p.Phase != PhaseRolledBack {
		t.Error("a retry that is removed is a retry", shown(p, "v1"))
	}
}

// TestCarryBreachIsLifted: with on_breach = "stop" the rollout goes on when no more clusters fail than it tolerates.
func TestCarryBreachIsLifted(t *testing.T) {
	a := adopted(t, progressive(2), "a", "b", "c")
	a.step()
	a.report(Failed, "a")
	a.step()
	a.report(Succeeded, "a", "b")
	if p := a.step(); p.Phase != PhaseProgressing || p.Revisions["c"] != "v2" || len(p.GivenUpRevisions) > 0 {
		t.Error(shown(p, "v2"), p.GivenUpRevisions)
	}
}

// TestCarryCountsAllFailures: failures and deadlines count although an earlier cluster is in motion, or a mandatory group is.
func TestCarryCountsAllFailures(t *testing.T) {
	strategy := limited(5)
	strategy.Progressive.MaxFailures = intstr.FromInt(3)
	strategy.Progressive.MandatoryDecisionGroups = []ocm.MandatoryGroup{{GroupName: "canary"}}
	a := adopted(t, strategy)
	a.req.DecisionGroups = []Group{{Name: "canary", ClusterNames: []string{"a"}}, {Index: 1, ClusterNames: []string{"b", "c", "d", "e", "f"}}}
	a.req.OnBreach = BreachRollsBack
	a.step()
	a.report(Succeeded, "a")
	a.step()
	a.report(Failed, "b", "c", "d", "e", "f")
	if p := a.step(); p.Phase != PhaseRolledBack || !strings.HasPrefix(p.BreachReason, "5 clusters failed (b, c, d and 2 more); 3 tolerated") {
		t.Error(shown(p, "v2"))
	}
	// A second cluster of a wave that has no place in the walk of the handler fails, and the third one times out before the first.
	a = adopted(t, limited(1), "a", "b", "c")
	a.req.Strategy.Progressive.MaxConcurrency = intstr.FromInt(3)
	a.step()
	a.req.Strategy.Progressive.MaxConcurrency = intstr.FromInt(1)
	a.report(Failed, "b")
	if p := a.step(); p.Phase != PhaseBreached {
		t.Error(shown(p, "v2"))
	}
	a.after(5 * time.Minute)
	a.report(Progressing, "a")
	a.step()
	a.after(5 * time.Minute)
	if p := a.step(); p.State("a", "v2") != StateProgressing || p.State("c", "v2") != StateTimeOut {
		t.Error(shown(p, "v2"))
	}
}

// TestCarryGroupsInOrder: after a timeout that was tolerated one decision group starts, and not two.
func TestCarryGroupsInOrder(t *testing.T) {
	a := perGroup(t)
	a.req.Strategy.ProgressivePerGroup.MaxFailures = intstr.FromInt(1)
	a.req.Strategy.ProgressivePerGroup.ProgressDeadline = "10m"
	a.req.ApprovalGroups = nil
	a.req.DecisionGroups[1].ClusterNames = []string{"b"} // The handler subtracts the timeout from the clusters of the next group.
	a.step()
	a.after(10 * time.Minute)
	a.want("Progressing | a:v1 TimeOut, b:v1 Progressing, d: Waiting | 1 cluster waits: not finished: b")
}

// TestCarryWithoutStatusTimes: a status without its time begins with the plan that sees it first.
func TestCarryWithoutStatusTimes(t *testing.T) {
	strategy := progressive(1)
	strategy.Progressive.MinSuccessTime = metav1.Duration{Duration: 5 * time.Minute}
	a := adopted(t, strategy, "a", "b")
	a.step()
	a.after(time.Hour)
	a.says(Succeeded, "a")
	if p := a.step(); p.State("a", "v2") != StateSoaking || !p.NextChange.Equal(a.req.Now.Add(5*time.Minute)) {
		t.Fatal(shown(p, "v2"), p.NextChange)
	}
	a.after(5 * time.Minute)
	if p := a.step(); p.State("a", "v2") != StateSucceeded {
		t.Error(shown(p, "v2"))
	}
}

// TestCarryTimesInTexts: a failure is not older than the revision, whatever the clocks say, and next_change has whole seconds.
func TestCarryTimesInTexts(t *testing.T) {
	strategy := progressive(1)
	strategy.Progressive.MinSuccessTime = metav1.Duration{Duration: 5 * time.Minute}
	a := adopted(t, strategy, "a", "b")
	a.step()
	a.after(time.Minute)
	a.req.ClusterStatus["a"] = ClusterStatus{Succeeded, a.req.Now.Add(-1500 * time.Millisecond), "v2", ""}
	if p := a.step(); p.State("a", "v2") != StateSoaking || !p.NextChange.Equal(a.req.Now.Add(5*time.Minute-time.Second)) {
		t.Error(p.NextChange)
	}
	a = adopted(t, limited(1), "a", "b")
	a.step()
	a.after(-time.Hour)
	a.says(Failed, "a")
	if p := a.plan(); strings.Contains(p.WaitsFor, "first seen") {
		t.Error(p.WaitsFor)
	}
	a.after(time.Hour)
	a.report(Failed, "a")
	s := a.req.ClusterStatus["a"]
	s.LastTransitionTime = a.req.Now.Add(-4 * time.Minute)
	a.req.ClusterStatus["a"] = s
	if p := a.plan(); p.State("a", "v2") != StateFailed || strings.Contains(p.WaitsFor, "since") {
		t.Error(p.WaitsFor)
	}
}

// TestCarryNoEffect: arguments that have no effect together, and approvals of a revision that is misspelt, are warnings.
func TestCarryNoEffect(t *testing.T) {
	a := perGroup(t)
	a.req.Abort, a.req.Paused = true, true
	a.req.NumberOfClusters = number(2)
	a.req.Revision, a.req.ApprovedStages = "web:2.1.0", map[string][]string{"wbe:2.1.0": {"prod"}, "web:2.0.0": {"prod"}}
	want := []string{
		`approvedStages[wbe:2.1.0]: Invalid value: "wbe:2.1.0": it approves nothing of the revision that is rolled out; did you mean ` +
			`"web:2.1.0"?`,
		"abort: Forbidden: paused is also set: nothing returns until it is removed",
		"numberOfClusters: Invalid value: 2: it is less than the 4 clusters that are chosen; the budgets of a rolling update refer to it",
	}
	if got := texts(a.req.Warnings()); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q", got)
	}
	// The approvals of the first attempt do not hide those of the second.
	a.req.Abort, a.req.NumberOfClusters, a.req.Retry = false, nil, "again"
	a.req.ApprovedStages = map[string][]string{"web:2.1.0": {"prod"}, "web:2.1.0 aagin": {"prod"}}
	want = []string{`approvedStages[web:2.1.0 aagin]: Invalid value: "web:2.1.0 aagin": it approves nothing of the revision that is ` +
		`rolled out; did you mean "web:2.1.0 again"?`}
	if got := texts(a.req.Warnings()); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q", got)
	}
}
