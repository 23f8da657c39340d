// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged_test

import (
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// start is what the run reads if it is initialized now.
func (h *stagedHub) start() *staged.Start {
	start := &staged.Start{Placement: h.req.Placement.Name, Stages: h.req.Strategy.Stages, Clusters: h.req.Clusters}
	for i := range h.req.PolicySnapshots {
		if h.req.PolicySnapshots[i].Latest {
			start.Policy = &h.req.PolicySnapshots[i]
		}
	}
	for _, b := range h.bindings {
		start.Bindings = append(start.Bindings, b.ResourceBinding)
	}
	return start
}

// notOfStart are the failures that have to do with what Start does not have.
var notOfStart = []string{
	"placement-not-found", "not-external", "several-policy-snapshots", "policy-index-missing", "strategy-not-found",
	"snapshot-index-invalid", "snapshot-not-found",
}

// TestStart compares what a run is said to do, before it is initialized, with the recorded initializations: the order of the
// clusters, those that are removed, and what makes the run fail.
func TestStart(t *testing.T) {
	through := 0
	conformance.EachStaged(t, func(c *stagedCase) {
		recorded := c.Expect.Initialization
		if recorded == nil || slices.Contains(notOfStart, recorded.Failure) {
			return
		}
		through++
		if diff := c.compareStart(recorded); diff != "" {
			t.Errorf("%s: %s", c.Name, diff)
		}
	})
	if through < 370 {
		t.Errorf("only %d of 389 recorded runs were compared", through)
	}
	t.Logf("the start of %d recorded staged update runs was compared", through)
}

// compareStart returns what differs between the recorded initialization and ours.
func (c *stagedCase) compareStart(recorded *stagedInitialization) string {
	hub := newStagedHub(&c.Input)
	for _, step := range c.Steps[:recorded.Step] {
		hub.step(step)
	}
	for i := range c.Steps[recorded.Step].Events {
		hub.apply(&c.Steps[recorded.Step].Events[i])
	}
	rollout, failure := hub.start().Rollout()
	isRecorded := failure == nil || recorded.Failure == "" || string(failure.Cause) == recorded.Failure
	switch {
	case recorded.OK != (failure == nil), !isRecorded:
		return fmt.Sprintf("found %v, recorded %s", failure, recorded.Failure)
	case failure != nil:
		return ""
	}
	want := &staged.Rollout{Removed: recorded.Deletion}
	for _, s := range recorded.Stages {
		want.Stages = append(want.Stages, s.Clusters)
	}
	return gocmp.Diff(want, rollout, cmpopts.EquateEmpty())
}
