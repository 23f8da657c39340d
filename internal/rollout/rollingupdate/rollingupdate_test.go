// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollingupdate_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
)

var noon = time.Date(2026, 1, 15, 12, 0, 0, 0, time.UTC)

// bindingConditions draws the conditions of a binding of generation 2.
func bindingConditions(t *rapid.T) []metav1.Condition {
	kinds := []struct {
		of, reason string
		status     metav1.ConditionStatus
	}{
		{"Available", "AllWorkAreAvailable", metav1.ConditionTrue},
		{"Available", "WorkNotTrackable", metav1.ConditionTrue},
		{"Available", "ResourceNotAvailableYet", metav1.ConditionFalse},
		{"Applied", "NotAllWorkHaveBeenApplied", metav1.ConditionFalse},
		{"DiffReported", "AllWorkHaveDiffReported", metav1.ConditionTrue},
		{"RolloutStarted", "RolloutStarted", metav1.ConditionTrue},
	}
	kind := rapid.SampledFrom(kinds).Draw(t, "condition")
	age := time.Duration(rapid.IntRange(0, 120).Draw(t, "age")) * time.Second
	return []metav1.Condition{{
		Type: kind.of, Status: kind.status, Reason: kind.reason, LastTransitionTime: metav1.NewTime(noon.Add(-age)),
		ObservedGeneration: rapid.SampledFrom([]int64{2, 2, 2, 1}).Draw(t, "observed"),
	}}
}

// rollingUpdateRequest draws a request, mostly one without two bindings on one cluster.
func rollingUpdateRequest(t *rapid.T) request {
	limit := rapid.OneOf(
		rapid.Map(rapid.IntRange(0, 5), intstr.FromInt),
		rapid.Map(rapid.IntRange(0, 100), func(p int) intstr.IntOrString { return intstr.FromString(fmt.Sprintf("%d%%", p)) }),
	)
	req := request{
		Strategy: rollingupdate.Config{
			MaxUnavailable: rapid.Ptr(limit, true).Draw(t, "maxUnavailable"), MaxSurge: rapid.Ptr(limit, true).Draw(t, "maxSurge"),
			UnavailablePeriodSeconds: rapid.Ptr(rapid.IntRange(0, 90), true).Draw(t, "period"),
		},
		TargetNumber:     rapid.Ptr(rapid.IntRange(0, 20), true).Draw(t, "target"),
		ResourceSnapshot: "web-1-snapshot", Now: noon,
	}
	for i := range rapid.IntRange(0, 20).Draw(t, "bindings") {
		b := binding{Generation: 2}
		b.Name = fmt.Sprintf("b%02d", i)
		b.TargetCluster = b.Name
		if rapid.IntRange(0, 40).Draw(t, "collision") == 0 {
			b.TargetCluster = "b00"
		}
		b.State = rapid.SampledFrom([]placement.BindingState{
			placement.BindingScheduled, placement.BindingBound, placement.BindingBound, placement.BindingUnscheduled, "Other",
		}).Draw(t, "state")
		b.ResourceSnapshot = rapid.SampledFrom([]string{"web-0-snapshot", "web-1-snapshot"}).Draw(t, "snapshot")
		b.Deleting = rapid.IntRange(0, 8).Draw(t, "deleting") == 0
		if b.State != placement.BindingScheduled {
			b.Conditions = bindingConditions(t)
		}
		req.Bindings = append(req.Bindings, b)
	}
	return req
}

// TestOrder: the order of the bindings does not matter, and the request stays as it is.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req := rollingUpdateRequest(t)
		want, wantErr := controller(req)
		other := req
		other.Bindings = rapid.Permutation(req.Bindings).Draw(t, "order")
		given := slices.Clone(other.Bindings)
		got, err := controller(other)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if fmt.Sprint(wantErr) != fmt.Sprint(err) {
			t.Errorf("%v, then %v", wantErr, err)
		}
		if diff := cmp.Diff(given, other.Bindings); diff != "" {
			t.Error(diff)
		}
	})
}

// TestBudget: a pass never takes more ready resources away than maxUnavailable allows, never adds more than
// maxSurge allows, and every binding that needs a change is rolled or stale, but for removals.
func TestBudget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req := rollingUpdateRequest(t)
		result, err := controller(req)
		if err != nil || result.WaitForCleanUp {
			return
		}
		c := countBindings(req)
		taken, added, changed := c.changes(result)
		if diff := cmp.Diff(c.outdated, changed, cmpopts.EquateEmpty()); diff != "" {
			t.Error(diff)
		}
		if left := c.ready - taken; taken > 0 && left < result.TargetNumber-scaled(req.Strategy.MaxUnavailable, result.TargetNumber) {
			t.Errorf("%d of %d clusters stay ready", left, result.TargetNumber)
		}
		if added > 0 && c.canBeReady+added > result.TargetNumber+scaled(req.Strategy.MaxSurge, result.TargetNumber) {
			t.Errorf("%d clusters get the resources, the target is %d", c.canBeReady+added, result.TargetNumber)
		}
	})
}

// counted is what the budgets are about.
type counted struct {
	canBeReady, ready int
	failed            map[string]bool
	// outdated are the names of the bindings that are new or have old resources, sorted.
	outdated []string
}

// countBindings counts as ready what is perhaps not ready yet because it cannot be tracked: that weakens the limit only.
func countBindings(req request) counted {
	c := counted{failed: map[string]bool{}}
	for _, b := range req.Bindings {
		c.failed[b.Name] = recordedAs(b, "Applied", "False")
		onCluster := b.State == placement.BindingBound || b.State == placement.BindingUnscheduled
		if onCluster && !c.failed[b.Name] && !recordedAs(b, "DiffReported", "True") {
			c.canBeReady++
		}
		if onCluster && !b.Deleting && (recordedAs(b, "Available", "True") || recordedAs(b, "DiffReported", "True")) {
			c.ready++
		}
		old := b.State == placement.BindingBound && !b.Deleting && b.ResourceSnapshot != req.ResourceSnapshot
		if old || b.State == placement.BindingScheduled {
			c.outdated = append(c.outdated, b.Name)
		}
	}
	slices.Sort(c.outdated)
	return c
}

// changes are how many ready bindings a pass may have taken away, how many it has added, and the names of the bindings
// that it updates, adds or holds back, sorted.
func (c counted) changes(result controllerPass) (taken, added int, changed []string) {
	changed = slices.Clone(result.Stale)
	for _, step := range result.Roll {
		switch step.Action {
		case rollingupdate.Remove:
			taken++
			continue
		case rollingupdate.Bind:
			added++
		case rollingupdate.Update:
			if !c.failed[step.Name] {
				taken++
			}
		}
		changed = append(changed, step.Name)
	}
	slices.Sort(changed)
	return taken, added, changed
}

// scaled is a number or percentage of the target number.
func scaled(value *intstr.IntOrString, target int) int {
	if value == nil {
		value = &intstr.IntOrString{Type: intstr.String, StrVal: "25%"}
	}
	number, _ := intstr.GetScaledValueFromIntOrPercent(value, target, true)
	return number
}

// recordedAs reports whether a binding has the current condition.
func recordedAs(b binding, of string, status metav1.ConditionStatus) bool {
	return slices.ContainsFunc(b.Conditions, func(c metav1.Condition) bool {
		return c.Type == of && c.Status == status && c.ObservedGeneration == b.Generation
	})
}

// TestMistakes: what admission refuses is an error.
func TestMistakes(t *testing.T) {
	text, negative, seconds := intstr.FromString("many"), intstr.FromInt32(-1), -1
	for name, strategy := range map[string]rollingupdate.Config{
		"text":             {MaxUnavailable: &text},
		"a negative surge": {MaxSurge: &negative},
		"a negative time":  {UnavailablePeriodSeconds: &seconds},
	} {
		if _, err := (request{Strategy: strategy}).pass(); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

// BenchmarkRollingUpdate is one pass over clusters of which a half is outdated and a quarter is new.
func BenchmarkPass(bench *testing.B) {
	for _, count := range []int{1_000, 10_000} {
		req := request{ResourceSnapshot: "web-1-snapshot", Now: noon}
		for i := range count {
			b := binding{Generation: 1}
			b.Name, b.State = fmt.Sprintf("web-%d", (i*7919)%count), placement.BindingBound
			b.TargetCluster, b.ResourceSnapshot = b.Name, fmt.Sprintf("web-%d-snapshot", i%2)
			if i%4 == 0 {
				b.State = placement.BindingScheduled
			} else {
				b.Conditions = []metav1.Condition{{Type: "Available", Status: metav1.ConditionTrue, ObservedGeneration: 1}}
			}
			req.Bindings = append(req.Bindings, b)
		}
		bench.Run(fmt.Sprint(count), func(bench *testing.B) {
			for bench.Loop() {
				if _, err := req.pass(); err != nil {
					bench.Fatal(err)
				}
			}
		})
	}
}
