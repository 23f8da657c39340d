// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
)

// adopted is a rollout to clusters that have v1, which its memory says, and which is asked for v2.
func adopted(t *testing.T, strategy rollout.Strategy, clusters ...string) *applies {
	t.Helper()
	a := start(t, strategy, clusters...)
	has := map[string]string{}
	for _, name := range clusters {
		has[name] = "v1"
	}
	a.begins(has)
	a.req.Revision = "v2"
	return a
}

// limited are strategies with a deadline of ten minutes.
func limited(size int) rollout.Strategy {
	s := progressive(size)
	s.Progressive.ProgressDeadline = "10m"
	return s
}

func (a *applies) after(d time.Duration) { a.req.Now = a.req.Now.Add(d) }

// says gives clusters a state of the revision without a time.
func (a *applies) says(status Status, clusters ...string) {
	a.report(status, clusters...)
	for _, name := range clusters {
		a.req.ClusterStatus[name] = ClusterStatus{Status: status, Revision: a.req.Revision}
	}
}

// TestCarryFlap: a finished cluster that is seen to fail once, without a time, is not timed out: its state begins when it begins.
func TestCarryFlap(t *testing.T) {
	for _, flap := range []Status{Progressing, Failed} {
		a := adopted(t, limited(1), "a", "b", "c")
		a.req.OnBreach, a.req.Strategy.Progressive.MaxFailures = BreachRollsBack, intstr.FromInt(3)
		a.step()
		a.says(Succeeded, "a")
		a.step()
		a.after(time.Hour) // Long after a got v2, b did.
		a.says(Succeeded, "b")
		a.step()
		a.says(flap, "a")
		if p := a.step(); p.Breached || p.Revisions["a"] != "v2" || p.State("a", "v2") == StateTimeOut {
			t.Fatalf("%s: %s", flap, shown(p, "v2"))
		}
		a.after(9 * time.Minute)
		if p := a.step(); p.State("a", "v2") == StateTimeOut {
			t.Fatalf("%s: %s", flap, shown(p, "v2"))
		}
		a.after(2 * time.Minute)
		if p := a.step(); p.State("a", "v2") != StateTimeOut {
			t.Errorf("%s for eleven minutes: %s", flap, shown(p, "v2"))
		}
	}
}

// TestCarryComesBack: a finished cluster that leaves the decisions for a plan is finished when it is back.
func TestCarryComesBack(t *testing.T) {
	two := intstr.FromInt(2)
	strategy := rollout.Strategy{RollingUpdate: &rollingupdate.Config{MaxUnavailable: &two}}
	strategy.Type = rollout.TypeRollingUpdate
	a := adopted(t, strategy, "a", "b", "c", "d")
	a.step()
	a.says(Available, "a", "b")
	a.req.Paused = true
	a.step()
	all := a.req.DecisionGroups[0].ClusterNames
	a.req.DecisionGroups[0].ClusterNames = all[1:]
	if p := a.step(); p.State("a", "v2") != StateLeaving {
		t.Fatal(shown(p, "v2"))
	}
	a.req.DecisionGroups[0].ClusterNames, a.req.ClusterStatus = all, nil
	if p := a.step(); p.State("a", "v2") != StateSucceeded {
		t.Error(shown(p, "v2"))
	}
}

// TestCarryLeavesTimedOut: a cluster that timed out and leaves is seen in the same way by that plan and by the next one.
func TestCarryLeavesTimedOut(t *testing.T) {
	one := intstr.FromInt(1)
	strategy := rollout.Strategy{RollingUpdate: &rollingupdate.Config{MaxUnavailable: &one}}
	strategy.Type = rollout.TypeRollingUpdate
	a := adopted(t, strategy, "a", "b", "c", "d")
	a.req.Revision, a.req.ProgressDeadline = "v1", "10m"
	a.says(Failed, "a")
	a.step()
	a.after(10 * time.Minute)
	if p := a.step(); p.State("a", "v1") != StateTimeOut {
		t.Fatal(shown(p, "v1"))
	}
	delete(a.req.ClusterStatus, "a")
	a.says(NotAvailable, "b")
	a.req.DecisionGroups[0].ClusterNames = []string{"b", "c", "d"}
	a.step() // It compares.
}

// TestCarryRepaired: a success that is older than retry counts, and a failure does not.
func TestCarryRepaired(t *testing.T) {
	a := adopted(t, progressive(2), "a", "b")
	a.step()
	a.after(time.Minute)
	a.report(Failed, "a", "b")
	a.step()
	a.after(time.Minute)
	a.report(Succeeded, "a")
	a.after(time.Minute)
	a.req.Retry = "repaired"
	a.want("Progressing | a:v2 Succeeded, b:v2 Progressing | not finished: b")
}

// TestCarryAdoptedPlan: nothing appears one plan late on clusters that were taken over. The steps compare each plan with the next
// one.
func TestCarryAdoptedPlan(t *testing.T) {
	a := adopted(t, progressive(1), "a", "b")
	a.req.Revision = "v1"
	a.want("Succeeded | a:v1 Succeeded, b:v1 Succeeded | ")
	a.after(time.Hour)
	a.want("Succeeded | a:v1 Succeeded, b:v1 Succeeded | ")
}

// TestCarryAppliedLate: soak and deadline begin with the apply, and not with a plan that waited for an approval.
func TestCarryAppliedLate(t *testing.T) {
	no := false
	for _, status := range []*bool{nil, &no} {
		strategy := limited(1)
		strategy.Progressive.MinSuccessTime = metav1.Duration{Duration: 10 * time.Minute}
		a := adopted(t, strategy, "a", "b")
		a.req.RequireStatus = status
		p := a.plan()
		applied := a.req.Now.Add(time.Hour)
		a.memory = remember(&a.req, p, applied)
		a.req.Now = applied.Add(time.Second)
		if p = a.plan(); p.Revisions["b"] != "v1" || p.State("a", "v2") == StateTimeOut || p.State("a", "v2") == StateSucceeded {
			t.Fatalf("a second after the apply: %s", shown(p, "v2"))
		}
		a.req.Now = applied.Add(10 * time.Minute)
		p = a.plan()
		if want := map[bool]State{true: StateTimeOut, false: StateSucceeded}[status == nil]; p.State("a", "v2") != want {
			t.Errorf("ten minutes after the apply: %s", shown(p, "v2"))
		}
	}
}

// TestCarryAppliedWithinSecond: a success that is reported in a plan counts at once, even within the second of the apply: the
// times of plans are whole seconds, and the clock of the apply is not.
func TestCarryAppliedWithinSecond(t *testing.T) {
	a := adopted(t, limited(1), "a", "b")
	a.memory = remember(&a.req, a.plan(), a.req.Now.Add(1900*time.Millisecond))
	a.req.Now = a.req.Now.Add(time.Second)
	a.req.ClusterStatus["a"] = ClusterStatus{Status: Succeeded, Revision: "v2"}
	if p := a.plan(); p.State("a", "v2") != StateSucceeded {
		t.Errorf("in the second of the apply: %s", shown(p, "v2"))
	}
}

// TestMomentAt: the clock of the apply is used where the times of the plans are clock times.
func TestMomentAt(t *testing.T) {
	noon := time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		applied, now, want time.Time
	}{
		"at once":            {noon.Add(time.Second), noon.Add(time.Hour), noon.Add(time.Second)},
		"hours later":        {noon.Add(3 * time.Hour), noon.Add(4 * time.Hour), noon.Add(3 * time.Hour)},
		"skewed clocks":      {noon.Add(time.Minute), noon.Add(30 * time.Second), noon.Add(time.Minute)},
		"a time of the past": {noon.AddDate(1, 0, 0), noon.Add(time.Hour), noon},
		"of the future":      {noon.AddDate(-1, 0, 0), noon.Add(time.Hour), noon},
		"no clock":           {time.Time{}, noon.Add(time.Hour), noon},
	} {
		if got := (Moment{Planned: noon, Applied: test.applied}).at(test.now); !got.Equal(test.want) {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

// TestCarryPausedDeadline: the deadline does not run while the rollout is paused, and begins anew afterwards.
func TestCarryPausedDeadline(t *testing.T) {
	a := adopted(t, limited(1), "a", "b")
	a.step()
	a.after(9 * time.Minute)
	a.req.Paused = true
	a.want("Paused | a:v2 Progressing, b:v1 Waiting | the rollout is paused")
	a.after(time.Hour)
	a.want("Paused | a:v2 Progressing, b:v1 Waiting | the rollout is paused")
	a.req.Paused = false
	if p := a.step(); p.State("a", "v2") != StateProgressing || !p.NextChange.Equal(a.req.Now.Add(10*time.Minute)) {
		t.Fatalf("%s, next %s", shown(p, "v2"), p.NextChange)
	}
	a.after(10 * time.Minute)
	if p := a.step(); p.State("a", "v2") != StateTimeOut {
		t.Error(shown(p, "v2"))
	}
}

// TestCarryClocks: a status of the future does not count yet, and one that is older than the revision not at all, although it
// names it.
func TestCarryClocks(t *testing.T) {
	a := adopted(t, progressive(1), "a", "b")
	a.step()
	a.req.ClusterStatus["a"] = ClusterStatus{Status: Succeeded, Revision: "v2", LastTransitionTime: a.req.Now.Add(time.Hour)}
	p := a.step()
	if p.State("a", "v2") != StateProgressing || !p.NextChange.Equal(a.req.Now.Add(time.Hour)) {
		t.Errorf("of the future: %s, next %s", shown(p, "v2"), p.NextChange)
	}
	a.wantDoubt("clusterStatus[a]: Forbidden: " + inFuture)
	a.req.ClusterStatus["a"] = ClusterStatus{Status: Succeeded, Revision: "v2", LastTransitionTime: a.req.Now.Add(-time.Hour)}
	if p = a.step(); p.State("a", "v2") != StateProgressing {
		t.Errorf("of the first v2: %s", shown(p, "v2"))
	}
	a.wantDoubt("clusterStatus[a]: Forbidden: " + tooOld)
}

// TestCarryClockBehind: the clock of a hub may be behind that of the machine that applies. A status that names the revision
// counts nevertheless, from when the cluster got the revision on; a time alone does not.
func TestCarryClockBehind(t *testing.T) {
	strategy := progressive(1)
	strategy.Progressive.MinSuccessTime = metav1.Duration{Duration: 10 * time.Minute}
	for revision, want := range map[string]State{"v2": StateSoaking, "": StateProgressing} {
		a := adopted(t, strategy, "a", "b")
		a.step()
		a.req.ClusterStatus["a"] = ClusterStatus{Status: Succeeded, Revision: revision, LastTransitionTime: a.req.Now.Add(-time.Minute)}
		began := a.req.Now
		a.after(time.Minute)
		p := a.step()
		if p.State("a", "v2") != want {
			t.Errorf("%q: %s", revision, shown(p, "v2"))
		}
		if revision != "" && !p.NextChange.Equal(began.Add(10*time.Minute)) {
			t.Errorf("the soak ends at %s, want ten minutes after %s", p.NextChange, began)
		}
	}
}

// wantDoubt checks the doubts about the last plan.
func (a *applies) wantDoubt(want string) {
	a.t.Helper()
	if got := a.req.StatusWarnings(a.memory, a.plan()); len(got) != 1 || got[0].Error() != want {
		a.t.Errorf("the doubts are %v, want %s", got, want)
	}
}

// TestCarryDrift: a finished cluster that reports another revision was changed by something else.
func TestCarryDrift(t *testing.T) {
	a := adopted(t, progressive(2), "a", "b")
	a.step()
	a.says(Succeeded, "a", "b")
	a.want("Succeeded | a:v2 Succeeded, b:v2 Succeeded | ")
	a.req.ClusterStatus["a"] = ClusterStatus{Status: Succeeded, Revision: "v1"}
	a.want("Succeeded | a:v2 Succeeded, b:v2 Succeeded | ")
	a.wantDoubt("clusterStatus[a]: Forbidden: " + drifted + `. It reports "v1", and has to have "v2"`)
}
