// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"maps"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// TestCarryJoinedKeepsCompleted: a cluster that joined a complete rollout and finished it returns to it, although the rollout
// is not complete any more, and so does one that finishes it when the next one has begun.
func TestCarryJoinedKeepsCompleted(t *testing.T) {
	a := adopted(t, progressive(3), "a", "b")
	a.req.Revision = "v1"
	a.step()
	a.req.DecisionGroups[0].ClusterNames = []string{"a", "b", "e", "f", "g"}
	if p := a.step(); len(p.RollbackRevisions) > 0 || len(p.WaveOf) > 0 { // A plan shows none of it.
		t.Error(p.RollbackRevisions, p.WaveOf)
	}
	a.report(Succeeded, "e") // F and g are slow.
	if p := a.step(); p.RollbackRevisions["e"] != "" || p.ReturnsTo("e") != "v1" {
		t.Error(p.RollbackRevisions)
	}
	a.report(Succeeded, "f") // This is seen when v2 has begun.
	a.req.Revision, a.req.OnBreach = "v2", BreachRollsBack
	a.step()
	a.report(Succeeded, "a", "b", "e")
	a.step()
	a.report(Failed, "f")
	p := a.step() // G has left v1 before it finished it.
	if want := map[string]string{"a": "v1", "b": "v1", "e": "v1", "f": "v1"}; !maps.Equal(p.Revisions, want) {
		t.Error(shown(p, "v2"))
	}
}

// TestCarryKeepsTolerated: a rollout that ended with a failure that was tolerated, and without a deadline, is what a rollback
// of the next one returns to, apart from the cluster that failed.
func TestCarryKeepsTolerated(t *testing.T) {
	strategy := progressive(2)
	strategy.Progressive.MaxFailures = intstr.FromInt(1)
	a := adopted(t, strategy, "a", "b", "c")
	a.step()
	a.report(Failed, "a")
	a.step()
	a.report(Succeeded, "b")
	a.step()
	a.report(Succeeded, "c")
	if p := a.step(); p.Phase != PhaseStuck {
		t.Fatal(shown(p, "v2"))
	}
	a.req.Revision = "v3"
	a.step()
	a.req.Abort = true
	p := a.step()
	if got := p.Revisions; got["a"] != "v1" || got["b"] != "v2" || got["c"] != "v2" || p.CompletedRevision != "v2" {
		t.Error(got, p.CompletedRevision)
	}
}

// TestCarryKeepsReached: it is the same while the deadline of the cluster that failed is still to come, and while the rollout
// is paused.
func TestCarryKeepsReached(t *testing.T) {
	for phase, change := range map[Phase]func(*applies){
		PhaseProgressing: func(a *applies) { a.req.Strategy.Progressive.ProgressDeadline = "10m" },
		PhasePaused:      func(a *applies) { a.req.Paused = true },
	} {
		strategy := progressive(3)
		strategy.Progressive.MaxFailures = intstr.FromInt(1)
		a := adopted(t, strategy, "a", "b", "c")
		a.step()
		change(a)
		a.report(Failed, "a")
		a.report(Succeeded, "b", "c")
		if p := a.step(); p.Phase != phase {
			t.Fatal(phase, shown(p, "v2"))
		}
		a.req.Revision, a.req.Paused = "v3", false
		a.step()
		a.req.Abort = true
		if p := a.step(); p.Revisions["a"] != "v1" || p.Revisions["b"] != "v2" || p.CompletedRevision != "v2" {
			t.Error(phase, shown(p, "v3"), p.CompletedRevision)
		}
	}
}

// TestCarrySkipsUnfinished: a rollback that skips a revision which most clusters have finished is told before.
func TestCarrySkipsUnfinished(t *testing.T) {
	a := adopted(t, progressive(3), "a", "b", "c")
	a.step()
	a.report(Succeeded, "a", "b") // C is silent.
	a.step()
	warned := func() []string { return texts(a.req.StatusWarnings(a.memory, a.plan())) }
	if got := warned(); len(got) > 0 {
		t.Error(got)
	}
	a.req.Revision = "v3"
	const want = `revision: Invalid value: "v3": it replaces "v2", which 2 clusters have finished and which is not complete: a rollback ` +
		`returns them to "v1"`
	if got := warned(); len(got) != 1 || got[0] != want {
		t.Errorf("%q", got)
	}
	a.step()
	if got := warned(); len(got) > 0 {
		t.Error(got)
	}
	// So is one because of a cluster that joined.
	a = adopted(t, progressive(3), "a", "b", "c")
	a.req.Strategy.Progressive.MaxFailures = intstr.FromInt(1)
	a.step()
	a.report(Failed, "a")
	a.report(Succeeded, "b", "c")
	a.step()
	a.req.DecisionGroups[0].ClusterNames = []string{"a", "b", "c", "joined"}
	a.step()
	a.req.Revision = "v3"
	if got := warned(); len(got) != 1 || got[0] != want {
		t.Errorf("%q", got)
	}
	// A fix after the canary is nothing special, and a revision that was given up is no place to return to.
	a = adopted(t, progressive(1), "a", "b", "c")
	a.step()
	a.report(Succeeded, "a")
	a.step()
	a.req.Revision = "v3"
	if got := warned(); len(got) > 0 {
		t.Error(got)
	}
	a.req.Revision = "v2"
	a.report(Succeeded, "b")
	a.step()
	a.report(Failed, "c")
	a.step()
	a.req.Revision = "v3"
	if got := warned(); len(got) > 0 {
		t.Error(got)
	}
}

// TestCarryAbortOfCompleted: a rollout of the completed revision stops at the first broken cluster. Its waits_for says that abort
// returns the others at once, and abort does. Afterwards it goes on.
func TestCarryAbortOfCompleted(t *testing.T) {
	a := adopted(t, progressive(1), "a", "b", "c")
	a.step()
	a.report(Succeeded, "a")
	a.step()
	a.report(Succeeded, "b")
	a.step() // V2 is on its way to the last cluster when it turns out to be bad.
	a.req.Revision = "v1"
	a.step()
	a.report(Failed, "a")
	a.req.DecisionGroups[0].ClusterNames = []string{"a", "b", "c", "new"}
	if p := a.step(); p.Phase != PhaseBreached || !strings.Contains(p.WaitsFor, "abort = true returns all other clusters now") {
		t.Fatal(shown(p, "v1"))
	}
	a.req.Abort = true
	p := a.step()
	if got := p.Revisions; p.Phase != PhaseRollingBack || got["b"] != "v1" || got["c"] != "v1" ||
		!strings.Contains(p.History[len(p.History)-1], "returned to v1") {
		t.Fatal(shown(p, "v1"), p.History)
	}
	a.report(Succeeded, "a", "b", "c")
	if p = a.step(); p.Phase != PhaseRolledBack || p.Revisions["new"] != "" ||
		!strings.HasSuffix(p.WaitsFor, "without the workload until the rollout goes on: new; remove abort to go on") {
		t.Error(shown(p, "v1"))
	}
	a.req.Abort = false
	a.want("Progressing | a:v1 Succeeded, b:v1 Succeeded, c:v1 Succeeded, new:v1 Progressing | not finished: new")
}

// TestCarryGuardsOnlyStarts: what makes a start wrong does not block a rollback, nor a step that starts nothing.
func TestCarryGuardsOnlyStarts(t *testing.T) {
	strategy := progressive(1)
	strategy.Progressive.MandatoryDecisionGroups = []ocm.MandatoryGroup{{GroupName: "canary"}}
	a := start(t, strategy)
	group := []Group{{Name: "canary", ClusterNames: []string{"a"}}, {Index: 1, ClusterNames: []string{"b", "c"}}}
	a.req.DecisionGroups = group
	a.begins(map[string]string{"a": "v1", "b": "v1", "c": "v1"})
	a.req.Revision = "v2"
	a.step()
	a.report(Succeeded, "a")
	a.step()
	a.req.DecisionGroups = group[1:] // The canary is drained.
	if errs := a.req.Unsafe(a.step()); len(errs) > 0 {
		t.Errorf("nothing starts: %v", errs)
	}
	a.report(Succeeded, "b")
	if errs := a.req.Unsafe(a.plan()); len(errs) != 1 || !strings.Contains(errs[0].Detail, "nothing is tried before the other clusters") {
		t.Errorf("c starts: %v", errs)
	}
	a.req.Abort = true
	if p := a.plan(); len(a.req.Unsafe(p)) > 0 || p.Revisions["b"] != "v1" {
		t.Error(a.req.Unsafe(p), shown(p, "v2"))
	}
}

// TestCarryUnstaged: a cluster that no stage selects is an error when something starts, and never blocks the way back.
func TestCarryUnstaged(t *testing.T) {
	one := intstr.FromInt(1)
	strategy := external(staged.Stage{
		Name: "one", LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"tier": "one"}}, MaxConcurrency: &one,
	})
	a := start(t, strategy, "a", "b", "c")
	labels := map[string]string{"tier": "one"}
	a.req.Fleet = []Member{{Name: "a", Labels: labels}, {Name: "b", Labels: labels}, {Name: "c", Labels: labels}}
	a.begins(map[string]string{"a": "v1", "b": "v1", "c": "v1"})
	a.req.Revision = "v2"
	a.step()
	a.req.Fleet[0].Labels = nil
	a.want("Progressing | a:v2 Progressing, b:v1 Waiting, c:v1 Waiting | 2 clusters wait: max_concurrency of stage one is 1")
	a.req.Fleet = append(a.req.Fleet, Member{Name: "d"})
	a.req.DecisionGroups[0].ClusterNames = []string{"a", "b", "c", "d"} // Nothing can start anyway.
	a.want("Progressing | a:v2 Progressing, b:v1 Waiting, c:v1 Waiting, d: Waiting | " +
		"3 clusters wait: max_concurrency of stage one is 1")
	a.req.DecisionGroups[0].ClusterNames = []string{"a", "b", "c"}
	a.report(Available, "a")
	const wrong = `no stage selects cluster "a"`
	if _, err := Carry(t.Context(), &a.req, a.memory); err == nil || !strings.Contains(err.Error(), wrong) {
		t.Errorf("b starts: %v", err)
	}
	a.req.Paused = true
	a.step()
	a.req.Paused, a.req.Abort = false, true
	if p := a.step(); p.Revisions["a"] != "v1" {
		t.Error(shown(p, "v2"))
	}
	a.req.Fleet[0].Labels, a.req.Fleet[1].Labels, a.req.Abort, a.req.Revision = labels, nil, false, "v3"
	if _, err := Carry(t.Context(), &a.req, a.memory); err == nil {
		t.Error("b would start")
	}
	a.req.Fleet[1].Labels = labels
	if p := a.step(); len(p.Waves) != 1 || p.Revisions["a"] != "v3" {
		t.Error(shown(p, "v3"), p.Waves)
	}
}

// TestCarryWithoutTimes: what an earlier version has not noted begins with this plan: deadlines, and statuses with a time only.
func TestCarryWithoutTimes(t *testing.T) {
	a := adopted(t, limited(2), "a", "b", "c")
	a.step()
	a.memory.Times = Times{}
	a.after(time.Hour)
	if p := a.step(); !strings.HasSuffix(p.WaitsFor, goesOn) {
		t.Error("the plan changes nothing, so that it is not applied", shown(p, "v2"))
	}
	a.after(time.Minute)
	a.req.ClusterStatus["a"] = ClusterStatus{Status: Succeeded, LastTransitionTime: a.req.Now}
	a.want("Progressing | a:v2 Succeeded, b:v2 Progressing, c:v2 Progressing | not finished: b, c")
	a.after(9 * time.Minute)
	if p := a.step(); p.State("b", "v2") != StateTimeOut {
		t.Error(shown(p, "v2"))
	}
	// A status of the revision applies as before, and a failure is not a success.
	no := false
	a = adopted(t, rollout.Strategy{OCMStrategy: progressive(2).OCMStrategy}, "a", "b", "c")
	a.req.RequireStatus = &no
	a.step()
	a.report(Failed, "a")
	a.memory.Times = Times{}
	a.after(time.Hour)
	if p := a.step(); p.State("a", "v2") != StateFailed || p.State("b", "v2") != StateProgressing {
		t.Error(shown(p, "v2"))
	}
}
