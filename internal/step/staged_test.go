// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"fmt"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

var (
	approval  = []staged.Task{{Type: staged.Approval}}
	timedWait = []staged.Task{{Type: staged.TimedWait, WaitTime: &metav1.Duration{Duration: time.Hour}}}
)

// stageOf is a stage of the clusters whose label stage is its name.
func stageOf(name string, limit int, before, after []staged.Task) staged.Stage {
	size := intstr.FromInt(limit)
	return staged.Stage{
		Name: name, MaxConcurrency: &size, LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"stage": name}},
		BeforeStageTasks: before, AfterStageTasks: after,
	}
}

// stagedPass is a pass over clusters whose names begin with the name of their stage and a hyphen.
func stagedPass(t *testing.T, r *PassRequest, stages ...staged.Stage) map[string]resultCluster {
	t.Helper()
	r.Strategy.Type, r.Strategy.Stages = rollout.TypeExternal, stages
	for _, d := range r.Decisions {
		for _, stage := range stages {
			if len(d.ClusterName) > len(stage.Name) && d.ClusterName[:len(stage.Name)] == stage.Name {
				r.Fleet = append(r.Fleet, Member{Name: d.ClusterName, Labels: map[string]string{"stage": stage.Name}})
			}
		}
	}
	if errs := r.Validate(); len(errs) > 0 {
		t.Fatal(errs)
	}
	result, err := passed(r)
	if err != nil {
		t.Fatal(err)
	}
	clusters := map[string]resultCluster{}
	for _, c := range result.Clusters {
		clusters[c.Name] = c
	}
	return clusters
}

func decisions(names ...string) []Decision {
	list := make([]Decision, len(names))
	for i, name := range names {
		list[i].ClusterName = name
	}
	return list
}

// TestApprovalNeedsNoTime: an approval after a stage does not depend on the time, which is not set then.
func TestApprovalNeedsNoTime(t *testing.T) {
	r := &PassRequest{ApprovedStages: map[string][]string{"": {"one"}}, Request: Request{
		Target:        Target{Decisions: decisions("one-a", "two-a")},
		ClusterStatus: map[string]ClusterStatus{"one-a": {Status: Available, LastTransitionTime: noon}},
	}}
	got := stagedPass(t, r, stageOf("one", 1, nil, approval), stageOf("two", 1, nil, nil))
	if c := got["two-a"]; c.Outcome != Starts {
		t.Errorf("%+v", c)
	}
}

// TestTasksAfterAStage: a cluster that waits for two tasks names both.
func TestTasksAfterAStage(t *testing.T) {
	r := &PassRequest{Request: Request{
		Target:        Target{Decisions: decisions("one-a", "two-a")},
		ClusterStatus: map[string]ClusterStatus{"one-a": {Status: Available, LastTransitionTime: noon}},
		Now:           noon,
	}}
	got := stagedPass(t, r, stageOf("one", 1, nil, append(timedWait, approval...)), stageOf("two", 1, nil, nil))
	const want = `the wait after stage one ends at 2026-11-21T13:00:00Z; stage one is followed by the approval "after-one"`
	if c := got["two-a"]; c.Outcome != Waits || c.Reason != want {
		t.Errorf("%+v", c)
	}
}

// TestApprovalIsNotAssumed: a cluster that has the revision already does not show that its stage was approved, or left
// the one before.
func TestApprovalIsNotAssumed(t *testing.T) {
	r := &PassRequest{Request: Request{
		Target:        Target{Decisions: decisions("one-a", "two-a", "two-b")},
		ClusterStatus: map[string]ClusterStatus{"one-a": {Status: Available}, "two-a": {Status: Available}},
	}}
	got := stagedPass(t, r, stageOf("one", 1, nil, nil), stageOf("two", 1, approval, nil))
	if c := got["two-b"]; c.Outcome != Waits || c.Reason != `stage two waits for the approval "before-two"` {
		t.Errorf("%+v", c)
	}
	got = stagedPass(t, r, stageOf("one", 1, nil, approval), stageOf("two", 1, nil, nil))
	if c := got["two-b"]; c.Outcome != Waits || c.Reason != `stage one is followed by the approval "after-one"` {
		t.Errorf("%+v", c)
	}
}

// TestStagedConcurrency: every cluster of the stage that has the revision and is not finished counts. Upstream, one that had it
// before the run and is later in the stage does not: a run would start one-a here.
func TestStagedConcurrency(t *testing.T) {
	r := &PassRequest{Request: Request{
		Target:        Target{Decisions: decisions("one-a", "one-b")},
		ClusterStatus: map[string]ClusterStatus{"one-b": {Status: NotAvailable}},
	}}
	got := stagedPass(t, r, stageOf("one", 1, nil, nil))
	if c := got["one-a"]; c.Outcome != Waits || c.Reason != "max_concurrency of stage one is 1" {
		t.Errorf("%+v", c)
	}
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

func drawnStages(t *rapid.T) []staged.Stage {
	key := "rank"
	stages := make([]staged.Stage, rapid.IntRange(1, 4).Draw(t, "stages"))
	for i := range stages {
		limit := rapid.OneOf(
			rapid.Map(rapid.IntRange(1, 4), intstr.FromInt),
			rapid.Map(rapid.IntRange(1, 100), func(p int) intstr.IntOrString { return intstr.FromString(fmt.Sprintf("%d%%", p)) }),
		).Draw(t, "limit")
		stages[i] = stageOf(fmt.Sprint("s", i), 0, drawnTasks(t, false), drawnTasks(t, true))
		stages[i].MaxConcurrency = &limit
		if rapid.Bool().Draw(t, "sorted") {
			stages[i].SortingLabelKey = &key
		}
	}
	return stages
}

func checkedPass(t *rapid.T, r *PassRequest) *result {
	if errs := r.Validate(); len(errs) > 0 {
		t.Fatal(errs)
	}
	result, err := passed(r)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// outcomesOf counts the clusters by outcome.
func outcomesOf(r *result) map[Outcome]int {
	count := map[Outcome]int{}
	for _, c := range r.Clusters {
		count[c.Outcome]++
	}
	return count
}
