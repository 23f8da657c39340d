// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// drawnStages draws stages with the clusters whose label stage is their name.
func drawnStages(t *rapid.T) []staged.Stage {
	key := "rank"
	stages := make([]staged.Stage, rapid.IntRange(1, 4).Draw(t, "stages"))
	for i := range stages {
		limit := rapid.OneOf(
			rapid.Map(rapid.IntRange(1, 4), intstr.FromInt),
			rapid.Map(rapid.IntRange(1, 100), func(p int) intstr.IntOrString { return intstr.FromString(fmt.Sprintf("%d%%", p)) }),
		).Draw(t, "limit")
		name := fmt.Sprint("s", i)
		stages[i] = staged.Stage{
			Name: name, MaxConcurrency: &limit, LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"stage": name}},
			BeforeStageTasks: drawnTasks(t, false), AfterStageTasks: drawnTasks(t, true),
		}
		if rapid.Bool().Draw(t, "sorted") {
			stages[i].SortingLabelKey = &key
		}
	}
	return stages
}

// drawnHub draws a run whose clusters are each in one of the stages.
func drawnHub(t *rapid.T) *stagedHub {
	h := &stagedHub{now: noon, placementName: "web"}
	h.placementApply.SetDefaults()
	h.req = staged.Request{
		Run:       staged.Run{Name: "run", ResourceSnapshotIndex: "1", State: staged.Execute},
		Placement: &staged.Placement{Name: "web", StrategyType: "External", ApplyStrategy: h.placementApply},
		PolicySnapshots: []staged.PolicySnapshot{
			{Name: "web-1", Index: "1", Latest: true, Scheduled: true}, {Name: "web-0", Index: "0"},
		},
		ResourceSnapshots: []staged.ResourceSnapshot{
			{Name: "web-0-snapshot", Index: "0"}, {Name: "web-1-snapshot", Index: "1", Latest: true},
		},
		Strategy: &staged.Strategy{Stages: drawnStages(t)},
	}
	for i := range rapid.IntRange(1, 15).Draw(t, "clusters") {
		c := staged.Cluster{Name: fmt.Sprintf("c%02d", i), Labels: map[string]string{
			"stage": rapid.SampledFrom(h.req.Strategy.Stages).Draw(t, "stage").Name, "rank": fmt.Sprint(rapid.IntRange(-3, 12).Draw(t, "rank")),
		}}
		h.req.Clusters = append(h.req.Clusters, c)
		b := stagedInputBinding{Name: "web-" + c.Name, Cluster: c.Name, PolicySnapshot: "web-1"}
		b.State = rapid.SampledFrom([]placement.BindingState{
			placement.BindingScheduled, placement.BindingBound, placement.BindingBound, placement.BindingUnscheduled,
		}).Draw(t, "state")
		if b.State == placement.BindingBound {
			b.ResourceSnapshot = rapid.SampledFrom([]string{"web-0-snapshot", "web-1-snapshot"}).Draw(t, "snapshot")
			b.Conditions = []stagedInputCondition{
				{Type: "RolloutStarted", Status: metav1.ConditionTrue}, {Type: "Available", Status: metav1.ConditionTrue},
			}
		}
		h.add(&b)
	}
	return h
}

// happen lets something happen: bindings become available or fail, approvals are given, bindings vanish, the state changes.
func (h *stagedHub) happen(t *rapid.T, i int) {
	h.now = h.now.Add(time.Duration(rapid.IntRange(0, 90).Draw(t, "seconds")) * time.Second)
	h.req.Run.State = staged.Execute
	if i < 20 {
		h.req.Run.State = rapid.SampledFrom([]staged.State{
			staged.Execute, staged.Execute, staged.Execute, staged.Stop,
		}).Draw(t, "state")
	}
	for _, b := range h.bindings {
		kind := rapid.SampledFrom([]string{"available", "failed", "", ""}).Draw(t, "what")
		if i >= 20 {
			kind = "available"
		}
		h.apply(&stagedEvent{Kind: kind, Bindings: []string{b.Name}})
		h.apply(&stagedEvent{Kind: "removeFinalizer", Bindings: []string{b.Name}})
	}
	for _, r := range h.req.ApprovalRequests {
		if i >= 20 || rapid.Bool().Draw(t, "approved") {
			h.apply(&stagedEvent{Kind: "approve", Request: r.Name})
		}
	}
}

// TestRun: every selected cluster is in exactly one stage and is rolled at most once, no stage updates more clusters
// than it may, one stage is updated at a time, a stopped run starts nothing, and the run succeeds with all its clusters.
func TestRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := drawnHub(t)
		selected := map[string]int{}
		for _, b := range h.bindings {
			if b.State != placement.BindingUnscheduled {
				selected[b.TargetCluster] = 1
			}
		}
		rolled := map[string]int{}
		for i := 0; h.status.Succeeded.Status == "" && i < 200; i++ {
			h.checkPass(t, h.pass(), rolled)
			h.checkConcurrency(t)
			h.happen(t, i)
		}
		placed, unfinished := placedClusters(h.status)
		if diff := gocmp.Diff(selected, placed, cmpopts.EquateEmpty()); diff != "" {
			t.Error(diff)
		}
		// With nothing but deletions, the run fails in the end.
		if len(selected) > 0 && (h.status.Succeeded.Status != metav1.ConditionTrue || unfinished > 0) {
			t.Errorf("%d clusters are not updated: %+v", unfinished, h.status)
		}
	})
}

// placedClusters are in how many stages each cluster is, and how many clusters are not updated.
func placedClusters(status staged.Status) (placed map[string]int, unfinished int) {
	placed = map[string]int{}
	for _, stage := range status.Stages {
		for _, c := range stage.Clusters {
			placed[c.Name]++
			if c.State != staged.Succeeded {
				unfinished++
			}
		}
	}
	return placed, unfinished
}

// checkPass checks what a pass does, and counts how often clusters are rolled.
func (h *stagedHub) checkPass(t *rapid.T, result staged.Result, rolled map[string]int) {
	for _, change := range result.Rolled {
		if rolled[change.Cluster]++; rolled[change.Cluster] > 1 {
			t.Fatalf("%s is rolled twice", change.Cluster)
		}
	}
	if h.req.Run.State == staged.Stop &&
		len(result.Rolled)+len(result.Restarted)+len(result.Deleted)+len(result.RequestsCreated) > 0 {
		t.Fatalf("a stopped run does something: %+v", result)
	}
}

// checkConcurrency checks how many clusters are updated at the same time.
func (h *stagedHub) checkConcurrency(t *rapid.T) {
	active := 0
	for i, stage := range h.status.Stages {
		updating := 0
		for _, c := range stage.Clusters {
			if c.State == staged.Updating {
				updating++
			}
		}
		limit, _ := intstr.GetScaledValueFromIntOrPercent(h.req.Strategy.Stages[i].MaxConcurrency, len(stage.Clusters), false)
		if updating > max(limit, 1) {
			t.Fatalf("stage %s updates %d clusters at a time, allowed are %d", stage.Name, updating, max(limit, 1))
		}
		if updating > 0 {
			active++
		}
	}
	if active > 1 {
		t.Fatalf("%d stages are updated at the same time", active)
	}
}

// TestOrder: the order of the lists does not matter, and a pass does not change its arguments.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := drawnHub(t)
		if rapid.Bool().Draw(t, "mistake") {
			h.req.Clusters[0].Labels = map[string]string{"stage": "0"}
			h.req.Strategy.Stages = append(h.req.Strategy.Stages, h.req.Strategy.Stages[0])
		}
		for i := range rapid.IntRange(1, 12).Draw(t, "passes") {
			other := h.req
			other.Now, other.Bindings = h.now, nil
			for _, b := range h.bindings {
				other.Bindings = append(other.Bindings, b.Binding)
			}
			other.Bindings = rapid.Permutation(other.Bindings).Draw(t, "bindings")
			other.Clusters = rapid.Permutation(other.Clusters).Draw(t, "clusters")
			other.PolicySnapshots = rapid.Permutation(other.PolicySnapshots).Draw(t, "policies")
			other.ResourceSnapshots = rapid.Permutation(other.ResourceSnapshots).Draw(t, "resources")
			other.ApprovalRequests = rapid.Permutation(other.ApprovalRequests).Draw(t, "requests")
			before, given := h.status, fmt.Sprintf("%+v", h.status)
			got := staged.Pass(other, before)
			if left := fmt.Sprintf("%+v", before); left != given {
				t.Fatalf("the status was changed from %s to %s", given, left)
			}
			if diff := gocmp.Diff(h.pass(), got); diff != "" {
				t.Fatal(diff)
			}
			h.happen(t, i)
		}
	})
}

// TestFailureText: a failure says what it is about.
func TestFailureText(t *testing.T) {
	failure := staged.Failure{Cause: staged.SortKeyInvalid, Stage: "one", Cluster: "a", Found: "x"}
	if text := failure.Error(); text != `sort-key-invalid, stage "one", cluster "a", found "x"` {
		t.Error(text)
	}
}

// benchmarkRun is a run of three stages after its first pass.
func benchmarkRun(count int) (staged.Request, staged.Status) {
	half, key := intstr.FromString("50%"), "rank"
	h := &stagedHub{now: noon, placementName: "web"}
	h.req = staged.Request{
		Run:               staged.Run{Name: "run", ResourceSnapshotIndex: "1", State: staged.Execute},
		Placement:         &staged.Placement{Name: "web", StrategyType: "External"},
		PolicySnapshots:   []staged.PolicySnapshot{{Name: "web-1", Index: "1", Latest: true, Scheduled: true}},
		ResourceSnapshots: []staged.ResourceSnapshot{{Name: "web-1-snapshot", Index: "1", Latest: true}},
		Strategy:          &staged.Strategy{},
	}
	for _, name := range []string{"0", "1", "2"} {
		h.req.Strategy.Stages = append(h.req.Strategy.Stages, staged.Stage{
			Name: name, MaxConcurrency: &half, SortingLabelKey: &key,
			LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"stage": name}},
		})
	}
	for i := range count {
		name := fmt.Sprintf("cluster-%d", (i*7919)%count)
		h.req.Clusters = append(h.req.Clusters, staged.Cluster{
			Name: name, Labels: map[string]string{"stage": fmt.Sprint(i % 3), "rank": fmt.Sprint(i % 17)},
		})
		b := staged.Binding{Generation: 1, Conditions: []metav1.Condition{{
			Type: "RolloutStarted", Status: metav1.ConditionTrue, ObservedGeneration: 1,
		}}}
		b.Name, b.TargetCluster, b.Placement, b.State = "web-"+name, name, "web", placement.BindingBound
		b.PolicySnapshot, b.ResourceSnapshot = "web-1", "web-1-snapshot"
		h.req.Bindings = append(h.req.Bindings, b)
	}
	h.req.Now = noon
	slices.Reverse(h.req.Clusters)
	return h.req, staged.Pass(h.req, staged.Status{}).Status
}

// BenchmarkStagedPass is one pass over a run in which a half of the first stage is updated.
func BenchmarkPass(b *testing.B) {
	for _, count := range []int{1_000, 10_000} {
		req, status := benchmarkRun(count)
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			for b.Loop() {
				if result := staged.Pass(req, status); result.Status.Failure != nil {
					b.Fatal(result.Status.Failure)
				}
			}
		})
	}
}
