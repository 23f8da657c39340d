// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance/recorded"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

// recordedOCM is one recorded answer of the handler of the OCM SDK.
type recordedOCM struct{ recorded.OCM }

// acts are the clusters that a pass acts on, by name.
type acts struct {
	Starts, Continues, TimedOut, Leaves []string
	Breach                              bool
}

func actsOf(r *result) acts {
	of := map[Outcome][]string{}
	for _, c := range r.Clusters {
		of[c.Outcome] = append(of[c.Outcome], c.Name)
	}
	return acts{of[Starts], of[Continues], of[TimedOut], of[Leaves], r.Breach != ""}
}

// request is the case as a pass gets it; false if it cannot be said so: a cluster has two statuses, or a group no index.
func (c *recordedOCM) request() (r *PassRequest, ok bool) {
	r = &PassRequest{Request: Request{
		Strategy: rollout.Strategy{OCMStrategy: c.Input.Strategy}, Target: Target{DecisionGroups: []Group{}},
		ClusterStatus: map[string]ClusterStatus{}, Now: c.Now,
	}}
	if r.Strategy.Type == "" {
		r.Strategy.Type = ocm.TypeAll
	}
	groups, err := c.Groups()
	if err != nil {
		return nil, false
	}
	for _, g := range groups {
		r.DecisionGroups = append(r.DecisionGroups, Group{Index: g.Index, Name: g.Name, ClusterNames: g.Clusters})
	}
	for _, s := range c.Input.Statuses {
		if _, twice := r.ClusterStatus[s.Cluster]; twice {
			return nil, false
		}
		r.ClusterStatus[s.Cluster] = ClusterStatus{Status: Status(s.Status), LastTransitionTime: c.since(s)}
	}
	return r, true
}

// acts are the recorded ones. The handler does not name the clusters that were given up earlier and, of those that have the
// change and are not finished, only as many as it may roll out.
func (c *recordedOCM) acts() acts {
	want := acts{Breach: c.Expect.MaxFailureBreach}
	for _, s := range c.Expect.Rollout {
		if s.Status == ocm.ToApply {
			want.Starts = append(want.Starts, s.Cluster)
		} else {
			want.Continues = append(want.Continues, s.Cluster)
		}
	}
	for _, s := range c.Expect.TimedOut {
		want.TimedOut = append(want.TimedOut, s.Cluster)
	}
	for _, s := range c.Expect.Removed {
		want.Leaves = append(want.Leaves, s.Cluster)
	}
	for _, s := range c.Input.Statuses {
		switch {
		case slices.Contains(slices.Concat(want.Starts, want.Continues, want.TimedOut, want.Leaves), s.Cluster):
		case s.Status == ocm.TimeOut:
			want.TimedOut = append(want.TimedOut, s.Cluster)
		case s.Status == ocm.Progressing || s.Status == ocm.Failed,
			s.Status == ocm.Succeeded && c.soaks(s):
			want.Continues = append(want.Continues, s.Cluster)
		}
	}
	for _, names := range [][]string{want.Starts, want.Continues, want.TimedOut, want.Leaves} {
		slices.Sort(names)
	}
	return want
}

// soaks reports whether the minimum success time of a cluster has not ended.
func (c *recordedOCM) soaks(s ocm.ClusterStatus) bool {
	limits := c.Input.Strategy.Limits()
	return c.Now.Before(c.since(s).Add(limits.MinSuccessTime.Duration))
}

// since is the time of a status. A missing one means now to the handler; a pass refuses it where it counts.
func (c *recordedOCM) since(s ocm.ClusterStatus) time.Time {
	if s.LastTransitionTime.IsZero() {
		return c.Now
	}
	return s.LastTransitionTime
}

// TestRecordedOCM puts the recorded rollouts of Open Cluster Management through a pass. What a pass refuses, and the handler
// does not, are negative and fractional numbers.
func TestRecordedOCM(t *testing.T) {
	through, errors, refused, total := 0, 0, 0, 0
	conformance.EachRollout(t, "../rollout/ocm", "ocm", func(c *recordedOCM) {
		total++
		r, ok := c.request()
		if !ok || len(r.Validate()) > 0 {
			refused++
			if c.Expect.Error != "" {
				errors++
			}
			return
		}
		result, err := passed(r)
		if err != nil {
			if _, wrong := err.(*placement.Misconfiguration); !wrong || c.Expect.Error == "" {
				t.Errorf("%s: %v", c.Name, err)
			}
			return
		}
		through++
		if diff := cmp.Diff(c.acts(), actsOf(result), cmpopts.EquateEmpty()); diff != "" || c.Expect.Error != "" {
			t.Errorf("%s: %s: -recorded +got:\n%s", c.Name, c.Expect.Error, diff)
		}
	})
	if through < 730 {
		t.Error("they were 741 of 759")
	}
	t.Logf("%d of %d recorded rollouts went through a pass; %d were refused, of which upstream refuses %d",
		through, total, refused, errors)
}
