// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

var outputsTime = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

// drawPass draws a request with some clusters that are chosen, some that have a state, and some of both.
func drawPass(t *rapid.T) *step.PassRequest {
	typ := rapid.SampledFrom(rollout.StrategyTypes).Draw(t, "type")
	r := &step.PassRequest{Revision: "v2", Request: step.Request{Now: outputsTime, ClusterStatus: map[string]step.ClusterStatus{}}}
	r.Strategy.Type = typ
	limits := ocm.Limits{MinSuccessTime: metav1.Duration{Duration: time.Minute}, ProgressDeadline: "2m",
		MaxFailures: intstr.FromInt32(1)}
	size := intstr.FromInt32(int32(rapid.IntRange(1, 4).Draw(t, "size")))
	all := &metav1.LabelSelector{}
	r.Strategy.Progressive = &ocm.Progressive{
		Limits: limits, MaxConcurrency: size, MandatoryDecisionGroups: []ocm.MandatoryGroup{{GroupIndex: 1}},
	}
	r.Strategy.ProgressivePerGroup = &ocm.ProgressivePerGroup{Limits: limits}
	r.Strategy.RollingUpdate = &rollingupdate.Config{MaxUnavailable: &size}
	r.Strategy.Stages = []staged.Stage{{Name: "all", LabelSelector: all, MaxConcurrency: &size}}
	states := step.Statuses[:6]
	if !r.Strategy.IsOCM() {
		states = step.Statuses[6:]
	}
	drawClusters(t, r, states)
	return r
}

// drawClusters draws the chosen clusters and the states.
func drawClusters(t *rapid.T, r *step.PassRequest, states []step.Status) {
	groups := make([]step.Group, 3)
	for i := range groups {
		groups[i].Index = i
	}
	for i := range rapid.IntRange(0, 12).Draw(t, "clusters") {
		name := fmt.Sprintf("c%02d", i)
		chosen := rapid.Bool().Draw(t, name+" is chosen")
		if chosen {
			at := rapid.IntRange(0, 2).Draw(t, name+" is in group")
			groups[at].ClusterNames = append(groups[at].ClusterNames, name)
		}
		if !chosen || rapid.Bool().Draw(t, name+" has a state") {
			r.ClusterStatus[name] = step.ClusterStatus{
				Status:             rapid.SampledFrom(states).Draw(t, name+" is"),
				LastTransitionTime: outputsTime.Add(-time.Duration(rapid.IntRange(0, 5).Draw(t, name+" since")) * time.Minute),
				Revision:           rapid.SampledFrom([]string{"v1", "v2"}).Draw(t, name+" has"),
			}
		}
	}
	r.DecisionGroups = groups
}

// TestOutputsProperty: every cluster that is chosen or has a state is in exactly one output and in exactly one wave, the one that
// its output says.
func TestOutputsProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawPass(t)
		if errs := r.Validate(); len(errs) > 0 {
			t.Fatal(errs)
		}
		outputs, err := step.Pass(r)
		if err != nil {
			t.Fatal(err)
		}
		want := namesOf(r)
		wave, waved := waveOf(outputs.Waves)
		if diff := cmp.Diff(want, waved); diff != "" {
			t.Errorf("waves (-want +got):\n%s", diff)
		}
		var got []string
		for _, clusters := range []map[string]step.ClusterProgress{
			outputs.ToApply, outputs.InProgress, outputs.Succeeded, outputs.TimedOut, outputs.Removed, outputs.Waiting,
		} {
			for name, of := range clusters {
				got = append(got, name)
				if of.Wave != wave[name] || of.Reason == "" {
					t.Errorf("%s is in wave %d: %+v", name, wave[name], of)
				}
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("outputs (-want +got):\n%s", diff)
		}
	})
}

// namesOf are the clusters that are chosen or have a state, sorted.
func namesOf(r *step.PassRequest) []string {
	names := slices.Collect(maps.Keys(r.ClusterStatus))
	for _, g := range r.DecisionGroups {
		names = append(names, g.ClusterNames...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// waveOf are the position of every cluster's wave, and the clusters of all waves, sorted.
func waveOf(waves []step.Wave) (of map[string]int, names []string) {
	of = map[string]int{}
	for i, w := range waves {
		for _, name := range w.ClusterNames {
			of[name] = i
		}
		names = append(names, w.ClusterNames...)
	}
	slices.Sort(names)
	return of, names
}
