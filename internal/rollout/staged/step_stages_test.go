// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged_test

import (
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// request is the run as a request; false if it cannot be said so: there are two bindings on one cluster, or a cluster without
// an object.
func (c *stagedCase) request() (r *step.Request, ok bool) {
	r = &step.Request{
		Strategy:      rollout.Strategy{Stages: c.Input.Strategy.Stages},
		Target:        step.Target{Decisions: []step.Decision{}, Fleet: c.Input.Clusters},
		ClusterStatus: map[string]step.ClusterStatus{},
	}
	r.Strategy.Type = rollout.TypeExternal
	bound := map[string]bool{}
	for _, b := range c.Input.Bindings {
		if b.Placement != "" {
			continue
		}
		isMember := slices.ContainsFunc(r.Fleet, func(m step.Member) bool { return m.Name == b.Cluster })
		if !isMember || bound[b.Cluster] {
			return nil, false
		}
		bound[b.Cluster] = true
		if b.State == placement.BindingUnscheduled {
			r.ClusterStatus[b.Cluster] = step.ClusterStatus{Status: step.Available}
		} else {
			r.Decisions = append(r.Decisions, step.Decision{ClusterName: b.Cluster})
		}
	}
	return r, len(r.Strategy.Stages) > 0
}

// stageMistakes are the fields of the mistakes that a pass finds in the stages.
var stageMistakes = map[staged.Cause]string{
	staged.DuplicateCluster: "labelSelector", staged.SortKeyInvalid: "sortingLabelKey", staged.ClusterNotPlaced: "stages",
}

// compareWaves compares the waves with the recorded stages.
func (c *stagedCase) compareWaves(t *testing.T, r *step.Request) {
	waves, err := step.WavesOf(r)
	recorded := c.Expect.Initialization
	if !recorded.OK {
		mistake, ok := err.(*field.Error)
		if !ok || !strings.HasSuffix(mistake.Field, stageMistakes[staged.Cause(recorded.Failure)]) {
			t.Errorf("%s: found %v, recorded %s", c.Name, err, recorded.Failure)
		}
		return
	}
	var want []step.Wave
	for _, s := range recorded.Stages {
		want = append(want, step.Wave{Name: s.Name, ClusterNames: s.Clusters})
	}
	if slices.Sort(recorded.Deletion); recorded.Deletion != nil {
		want = append(want, step.Wave{Name: step.Removal, ClusterNames: recorded.Deletion})
	}
	if diff := gocmp.Diff(want, waves, cmpopts.EquateEmpty()); err != nil || diff != "" {
		t.Errorf("%s: %v: -recorded +got:\n%s", c.Name, err, diff)
	}
}

// TestRecordedStages compares the waves of a strategy with the stages of the recorded staged update runs, and the mistakes that
// a pass finds with those that make the runs fail.
func TestRecordedStages(t *testing.T) {
	through, total := 0, 0
	conformance.EachStaged(t, func(c *stagedCase) {
		total++
		init := c.Expect.Initialization
		if init == nil || init.Step > 0 || c.Input.Strategy == nil || !init.OK && stageMistakes[staged.Cause(init.Failure)] == "" {
			return
		}
		r, ok := c.request()
		if !ok {
			return
		}
		through++
		c.compareWaves(t, r)
	})
	if through < 325 {
		t.Error("they were 334 of 389")
	}
	t.Logf("the stages of %d of %d recorded staged update runs were compared", through, total)
}
