// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// The resource snapshots of a hub.
const (
	newSnapshot = "web-1-snapshot"
	oldSnapshot = "web-0-snapshot"
)

// statuses are those of a cluster with a strategy of KubeFleet.
var statuses = []step.Status{step.Available, step.NotAvailable, step.NotTrackable, step.Failed}

// comparedHub is a hub with one staged update run.
type comparedHub struct {
	req    staged.Request
	status staged.Status
	// states are those of the bindings that have resources, by cluster.
	states map[string]step.ClusterStatus
	// approved are the approvals that were given.
	approved []string
	// deleted are the clusters whose bindings the run has deleted.
	deleted []string
}

func drawnTasks(t *rapid.T, waits bool) []staged.Task {
	var tasks []staged.Task
	if rapid.IntRange(0, 2).Draw(t, "approval") == 0 {
		tasks = append(tasks, staged.Task{Type: staged.Approval})
	}
	if waits && rapid.IntRange(0, 2).Draw(t, "timed wait") == 0 {
		wait := time.Duration(rapid.IntRange(1, 200).Draw(t, "wait")) * time.Second
		tasks = append(tasks, staged.Task{Type: staged.TimedWait, WaitTime: &metav1.Duration{Duration: wait}})
	}
	return rapid.Permutation(tasks).Draw(t, "tasks")
}

// drawnComparedHub is a hub before the first pass of a run. Clusters can have the revision before: those that are not finished
// come before all others in their stage, as if an earlier run had given it to them; see TestStagedConcurrency.
func drawnComparedHub(t *rapid.T) *comparedHub {
	stages := drawnStages(t)
	h := &comparedHub{states: map[string]step.ClusterStatus{}, req: staged.Request{
		Run:               staged.Run{Name: "run", ResourceSnapshotIndex: "1", State: staged.Execute},
		Placement:         &staged.Placement{Name: "web", StrategyType: "External"},
		PolicySnapshots:   []staged.PolicySnapshot{{Name: "web-1", Index: "1", Latest: true, Scheduled: true}},
		ResourceSnapshots: []staged.ResourceSnapshot{{Name: oldSnapshot, Index: "0"}, {Name: newSnapshot, Index: "1", Latest: true}},
		Strategy:          &staged.Strategy{Stages: stages},
		Now:               noon,
	}}
	for i := range rapid.IntRange(0, 30).Draw(t, "clusters") {
		h.req.Clusters = append(h.req.Clusters, staged.Cluster{Name: fmt.Sprintf("c%02d", i), Labels: map[string]string{
			"stage": rapid.SampledFrom(stages).Draw(t, "stage").Name, "rank": fmt.Sprint(rapid.IntRange(-3, 12).Draw(t, "rank")),
		}})
	}
	members, failure := staged.StageClusters(stages, h.req.Clusters)
	if failure != nil {
		t.Fatal(failure)
	}
	for i, names := range members {
		before := rapid.IntRange(-3, len(names)).Draw(t, "have it")
		waits := slices.ContainsFunc(stages[i].AfterStageTasks, func(task staged.Task) bool { return task.Type == staged.TimedWait })
		for k, name := range names {
			snapshot, status := "", step.Available
			switch {
			case waits && k == len(names)-1:
				// Upstream, a timed wait begins when the run comes to the stage. A state does not tell that.
				snapshot = oldSnapshot
			case k < before:
				snapshot, status = newSnapshot, rapid.SampledFrom(statuses).Draw(t, "status")
			default:
				snapshot = rapid.SampledFrom([]string{"", oldSnapshot, oldSnapshot, newSnapshot}).Draw(t, "snapshot")
				if snapshot == oldSnapshot {
					status = rapid.SampledFrom(statuses).Draw(t, "status")
				}
			}
			h.bind(name, snapshot, status)
		}
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "not chosen") {
		h.bind(fmt.Sprint("gone", i), oldSnapshot, step.Available)
		h.req.Bindings[len(h.req.Bindings)-1].State = placement.BindingUnscheduled
	}
	return h
}

// bind adds a binding. Without a snapshot it is a new one.
func (h *comparedHub) bind(cluster, snapshot string, status step.Status) {
	b := staged.Binding{Generation: 1}
	b.Name, b.TargetCluster, b.Placement, b.PolicySnapshot = "web-"+cluster, cluster, "web", "web-1"
	b.State, b.ResourceSnapshot = placement.BindingScheduled, snapshot
	h.req.Bindings = append(h.req.Bindings, b)
	if snapshot != "" {
		h.req.Bindings[len(h.req.Bindings)-1].State = placement.BindingBound
		h.becomes(&h.req.Bindings[len(h.req.Bindings)-1], status)
	}
}

// becomes changes the state of a binding.
func (h *comparedHub) becomes(b *staged.Binding, status step.Status) {
	h.states[b.TargetCluster] = step.ClusterStatus{Status: status, LastTransitionTime: h.req.Now, Revision: b.ResourceSnapshot}
	condition := func(name string, status metav1.ConditionStatus, reason string) metav1.Condition {
		return metav1.Condition{Type: name, Status: status, Reason: reason, ObservedGeneration: b.Generation}
	}
	b.Conditions = []metav1.Condition{condition("RolloutStarted", metav1.ConditionTrue, "RolloutStarted")}
	switch status {
	case step.Available:
		b.Conditions = append(b.Conditions, condition("Available", metav1.ConditionTrue, "AllWorkAreAvailable"))
	case step.NotTrackable:
		b.Conditions = append(b.Conditions, condition("Available", metav1.ConditionTrue, "NotAllWorkAreAvailabilityTrackable"))
	case step.Failed:
		b.Conditions = append(b.Conditions, condition("Applied", metav1.ConditionFalse, "NotAllWorkHaveBeenApplied"))
	}
}

// pass runs the controller once. It reports whether that changed anything.
func (h *comparedHub) pass() bool {
	result := staged.Pass(h.req, h.status)
	changed := !reflect.DeepEqual(h.status, result.Status)
	h.status = result.Status
	for _, change := range result.Rolled {
		b := h.binding(change.Cluster)
		b.State, b.ResourceSnapshot = placement.BindingBound, h.status.ResourceSnapshot
		b.Generation++
		h.becomes(b, step.NotAvailable)
	}
	for _, change := range result.Deleted {
		h.deleted = append(h.deleted, change.Cluster)
		delete(h.states, change.Cluster)
		h.req.Bindings = slices.DeleteFunc(h.req.Bindings, func(b staged.Binding) bool { return b.TargetCluster == change.Cluster })
	}
	h.req.ApprovalRequests = append(h.req.ApprovalRequests, result.RequestsCreated...)
	return changed
}

func (h *comparedHub) binding(cluster string) *staged.Binding {
	return &h.req.Bindings[slices.IndexFunc(h.req.Bindings, func(b staged.Binding) bool { return b.TargetCluster == cluster })]
}

// settle runs the controller until it waits for something. The time stands still.
func (h *comparedHub) settle(t *rapid.T) {
	for range 300 {
		if !h.pass() {
			return
		}
	}
	t.Fatal("the run does not settle")
}

// request is what a pass gets.
func (h *comparedHub) request() *step.PassRequest {
	r := &step.PassRequest{Revision: newSnapshot, ApprovedStages: map[string][]string{newSnapshot: h.approved}, Request: step.Request{
		Strategy: rollout.Strategy{Stages: h.req.Strategy.Stages}, Target: step.Target{Decisions: []step.Decision{}},
		ClusterStatus: h.states, Now: h.req.Now,
	}}
	r.Strategy.Type = rollout.TypeExternal
	r.Fleet = h.req.Clusters
	for i := range h.req.Bindings {
		if b := &h.req.Bindings[i]; b.State != placement.BindingUnscheduled {
			r.Decisions = append(r.Decisions, step.Decision{ClusterName: b.TargetCluster})
		}
	}
	return r
}

// happen lets time pass, clusters become available or fail, and approvals be given. In the end all of that goes well.
func (h *comparedHub) happen(t *rapid.T, next time.Time, end bool) {
	h.req.Now = h.req.Now.Add(time.Duration(rapid.IntRange(0, 100).Draw(t, "seconds")) * time.Second)
	if !next.IsZero() && (end || rapid.Bool().Draw(t, "next change")) {
		h.req.Now = next
	}
	for i := range h.req.Bindings {
		b := &h.req.Bindings[i]
		switch s, ok := h.states[b.TargetCluster]; {
		case !ok || s.Revision == newSnapshot && (s.Status == step.Available || s.Status == step.NotTrackable):
		case end && s.Revision == newSnapshot:
			h.becomes(b, step.Available)
		case rapid.Bool().Draw(t, "changes"):
			h.becomes(b, rapid.SampledFrom(statuses).Draw(t, "status"))
		}
	}
	for i := range h.req.ApprovalRequests {
		if r := &h.req.ApprovalRequests[i]; !r.Approved && (end || rapid.Bool().Draw(t, "approved")) {
			r.Approved = true
			h.approved = append(h.approved, strings.TrimPrefix(r.Name, "run-"))
		}
	}
}

// waitsFor is what the run waits for, and when that ends, if it ends at a time.
func (h *comparedHub) waitsFor() (text string, ends time.Time) {
	i := slices.IndexFunc(h.status.Stages, func(s staged.StageStatus) bool { return s.Succeeded.Status != metav1.ConditionTrue })
	if i < 0 {
		return "", ends
	}
	stage := &h.status.Stages[i]
	if slices.ContainsFunc(stage.Before, func(task staged.TaskStatus) bool { return !task.Approved }) {
		return fmt.Sprintf("stage %s waits for the approval %q", stage.Name, "before-"+stage.Name), ends
	}
	if slices.ContainsFunc(stage.Clusters, func(c staged.ClusterStatus) bool { return c.State != staged.Succeeded }) {
		return fmt.Sprintf("stage %s is not finished", stage.Name), ends
	}
	var open []string
	for _, task := range stage.After {
		switch until := stage.Progressing.Since.Add(task.Wait); {
		case task.Type == staged.Approval && !task.Approved:
			open = append(open, fmt.Sprintf("stage %s is followed by the approval %q", stage.Name, "after-"+stage.Name))
		case task.Type == staged.TimedWait && h.req.Now.Before(until):
			ends = until
			open = append(open, fmt.Sprintf("the wait after stage %s ends at %s", stage.Name, until.Format(time.RFC3339)))
		}
	}
	return strings.Join(open, "; "), ends
}

func checkedPass(t *rapid.T, r *step.PassRequest) *result {
	if errs := r.Validate(); len(errs) > 0 {
		t.Fatal(errs)
	}
	result, err := passed(r)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// outcomesOf are the clusters of each outcome, by name.
func outcomesOf(r *result) map[step.Outcome][]string {
	clusters := map[step.Outcome][]string{}
	for _, c := range r.Clusters {
		clusters[c.Outcome] = append(clusters[c.Outcome], c.Name)
	}
	return clusters
}

// have are the clusters that have the new snapshot.
func (h *comparedHub) have() []string {
	var names []string
	for i := range h.req.Bindings {
		if b := &h.req.Bindings[i]; b.State == placement.BindingBound && b.ResourceSnapshot == newSnapshot {
			names = append(names, b.TargetCluster)
		}
	}
	slices.Sort(names)
	return names
}

// round compares one pass with what the controller reaches.
func (h *comparedHub) round(t *rapid.T) *result {
	acts := outcomesOf(checkedPass(t, h.request()))
	want := append(h.have(), acts[step.Starts]...)
	slices.Sort(want)
	h.deleted = nil
	h.settle(t)
	slices.Sort(h.deleted)
	if diff := gocmp.Diff(h.have(), want, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("clusters that have the revision: -hub +step:\n%s", diff)
	}
	if diff := gocmp.Diff(h.deleted, acts[step.Leaves], cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("clusters that leave: -hub +step:\n%s", diff)
	}
	result := checkedPass(t, h.request())
	h.checkWaits(t, result)
	return result
}

// checkWaits compares what the clusters wait for with what the run waits for.
func (h *comparedHub) checkWaits(t *rapid.T, result *result) {
	text, ends := h.waitsFor()
	if !result.NextChange.Equal(ends) {
		t.Fatalf("the next change is at %v, on the hub at %v", result.NextChange, ends)
	}
	stage := ""
	if fields := strings.Fields(text); strings.HasSuffix(text, "is not finished") {
		stage = fields[1]
	}
	for _, c := range result.Clusters {
		switch got := strings.TrimPrefix(c.Reason, "clusters are removed after the last stage; "); {
		case c.Outcome == step.Starts || c.Outcome == step.Leaves:
			t.Fatalf("%s %s after the hub has settled", c.Name, c.Outcome)
		case c.Outcome != step.Waits:
		case result.Waves[c.Wave].Name == stage:
			if !strings.HasPrefix(got, "max_concurrency of stage "+stage+" is ") {
				t.Fatalf("%s waits: %s", c.Name, c.Reason)
			}
		case got != text || got == "":
			t.Fatalf("%s waits: %s; the hub waits: %s", c.Name, c.Reason, text)
		}
	}
}

// TestStagedLikeTheHub: one pass over the states gives the revision to the clusters to which a staged update run of KubeFleet
// gives it in some passes, and waits for the same.
func TestStagedLikeTheHub(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := drawnComparedHub(t)
		if len(h.req.Bindings) == 0 {
			return // A run without bindings fails.
		}
		for i := 0; ; i++ {
			result := h.round(t)
			if h.status.Failure != nil && len(h.req.Clusters) == 0 {
				return // Upstream, a run with nothing but deletions fails in the end.
			}
			if h.status.Failure != nil || i > 400 {
				t.Fatalf("%v after %d rounds", h.status.Failure, i)
			}
			if h.status.Succeeded.Status == metav1.ConditionTrue {
				if finished := outcomesOf(result); len(finished[step.Finished]) != len(h.req.Clusters) || len(finished) > 1 {
					t.Fatalf("the run is over, and %v", result.Clusters)
				}
				return
			}
			h.happen(t, result.NextChange, i > 15)
		}
	})
}

// result is what a pass does: all clusters, each once, by name.
type result struct {
	Clusters   []resultCluster
	Waves      []step.Wave
	Breach     string
	NextChange time.Time
}

type resultCluster struct {
	Name    string
	Outcome step.Outcome
	step.ClusterProgress
}

// passed is a pass.
func passed(r *step.PassRequest) (*result, error) {
	outputs, err := step.Pass(r)
	if err != nil {
		return nil, err
	}
	passed := &result{Waves: outputs.Waves, Breach: outputs.BreachReason, NextChange: outputs.NextChange}
	for outcome, clusters := range map[step.Outcome]map[string]step.ClusterProgress{
		step.Starts: outputs.ToApply, step.Continues: outputs.InProgress, step.Finished: outputs.Succeeded,
		step.TimedOut: outputs.TimedOut, step.Leaves: outputs.Removed, step.Waits: outputs.Waiting,
	} {
		for name, progress := range clusters {
			passed.Clusters = append(passed.Clusters, resultCluster{name, outcome, progress})
		}
	}
	slices.SortFunc(passed.Clusters, func(a, b resultCluster) int { return strings.Compare(a.Name, b.Name) })
	return passed, nil
}
