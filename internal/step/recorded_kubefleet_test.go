// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance/recorded"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
)

// The revisions of a pass.
const (
	targetSnapshot = "target"
	otherSnapshot  = "other"
)

// recordedRolling is one recorded pass of the rollout controller of KubeFleet.
type recordedRolling struct{ recorded.RollingUpdate }

// reportedStatus is the state that the conditions of a binding say; false if none says the same. This is the table of the
// documentation, but for a binding that is available and failed at the same time.
func reportedStatus(b *recorded.Binding) (s ClusterStatus, ok bool) {
	s.Status = NotAvailable
	for _, c := range b.Status.Conditions {
		switch {
		case c.ObservedGeneration != b.Metadata.Generation:
		case c.Type == "DiffReported":
			return s, false
		case c.Type == "Available" && c.Status == metav1.ConditionTrue:
			if s.Status == Failed {
				return s, false
			}
			s.Status, s.LastTransitionTime = Available, c.LastTransitionTime.Time
			if c.Reason == "NotAllWorkAreAvailabilityTrackable" || c.Reason == "WorkNotTrackable" {
				s.Status = NotTrackable
			}
		case c.Status == metav1.ConditionFalse && failure(c.Type, c.Reason):
			if s.Status != NotAvailable && s.Status != Failed {
				return s, false
			}
			s.Status = Failed
		}
	}
	return s, true
}

// failure reports whether a condition that is False says that the resources could not be brought to the cluster.
func failure(condition, reason string) bool {
	switch condition {
	case "Overridden":
		return reason != "OverriddenPending"
	case "WorkSynchronized":
		return reason != "WorkNotSynchronizedYet"
	case "Applied":
		return reason != "ApplyPending"
	case "Available":
		return reason != "ResourceNotAvailableYet"
	}
	return false
}

// request is the case as a pass gets it; false if it cannot be said so. The clusters have the names of their bindings, whose
// order is that of the controller.
func (c *recordedRolling) request() (r *PassRequest, ok bool) {
	spec := &c.Input.Placement.Spec
	r = &PassRequest{Revision: targetSnapshot, Request: Request{
		Strategy: rollout.Strategy{RollingUpdate: &spec.Strategy.RollingUpdate}, Target: Target{Decisions: []Decision{}},
		ClusterStatus: map[string]ClusterStatus{}, Now: c.Now,
	}}
	r.Strategy.Type, r.NumberOfClusters = rollout.TypeRollingUpdate, c.TargetNumber()
	clusters := map[string]bool{}
	for i := range c.Input.Bindings {
		b := &c.Input.Bindings[i]
		s, ok := reportedStatus(b)
		if !ok || b.Metadata.DeletionTimestamp != nil || clusters[b.Spec.TargetCluster] {
			return nil, false
		}
		clusters[b.Spec.TargetCluster] = true
		name := b.Metadata.Name
		if b.Spec.State != placement.BindingUnscheduled {
			r.Decisions = append(r.Decisions, Decision{ClusterName: name})
		}
		if b.Spec.State == placement.BindingScheduled {
			continue
		}
		s.Revision = otherSnapshot
		if b.Spec.ResourceSnapshot == c.Input.Snapshot {
			s.Revision = targetSnapshot
		}
		r.ClusterStatus[name] = s
	}
	return r, true
}

// rollingActs is what a pass does to the bindings, by name.
type rollingActs struct {
	Starts, Leaves, Waits, HaveIt []string
	// NextReady is in how many seconds a binding that cannot be tracked counts as available.
	NextReady float64
}

func (c *recordedRolling) acts() rollingActs {
	want := rollingActs{Waits: slices.Clone(c.Expect.Stale), HaveIt: slices.Clone(c.Expect.UpToDate),
		NextReady: c.Expect.WaitTimeSeconds}
	for _, b := range c.Expect.ToBeUpdated {
		if b.Action == rollingupdate.Remove {
			want.Leaves = append(want.Leaves, b.Name)
		} else {
			want.Starts = append(want.Starts, b.Name)
		}
	}
	for i := range c.Input.Bindings {
		b := &c.Input.Bindings[i]
		if b.Spec.State == placement.BindingUnscheduled && !slices.Contains(want.Leaves, b.Metadata.Name) {
			want.Waits = append(want.Waits, b.Metadata.Name)
		}
	}
	for _, names := range [][]string{want.Starts, want.Leaves, want.Waits, want.HaveIt} {
		slices.Sort(names)
	}
	return want
}

// compare returns what differs between the recorded pass and ours.
func (c *recordedRolling) compare(r *PassRequest) string {
	result, err := passed(r)
	if err != nil {
		return err.Error()
	}
	var got rollingActs
	notReady := false
	for _, of := range result.Clusters {
		switch of.Outcome {
		case Starts:
			got.Starts = append(got.Starts, of.Name)
		case Leaves:
			got.Leaves = append(got.Leaves, of.Name)
		case Waits:
			got.Waits = append(got.Waits, of.Name)
		default:
			got.HaveIt = append(got.HaveIt, of.Name)
		}
		notReady = notReady || of.Status == NotAvailable || of.Status == Failed
	}
	want := c.acts()
	if next := result.NextChange; !next.IsZero() {
		got.NextReady = next.Add(-time.Second).Sub(c.Now).Seconds()
	} else if notReady {
		want.NextReady = 0 // The controller looks again after the unavailable period.
	}
	return cmp.Diff(want, got, cmpopts.EquateEmpty())
}

// TestRecordedRollingUpdates puts the recorded rolling updates of KubeFleet through a pass. What a request cannot say are
// bindings that are being deleted, that report differences, or that are available and failed, and two on one cluster.
func TestRecordedRollingUpdates(t *testing.T) {
	through, refused, total := 0, 0, 0
	conformance.EachRollout(t, "../rollout/rollingupdate", "kubefleet", func(c *recordedRolling) {
		total++
		r, ok := c.request()
		if !ok {
			return
		}
		if errs := r.Validate(); len(errs) > 0 {
			t.Log(c.Name, errs)
			refused++
			return
		}
		through++
		if diff := c.compare(r); diff != "" || c.Expect.WaitForCleanUp || c.Expect.CleanUpError != "" {
			t.Errorf("%s: -recorded +got:\n%s", c.Name, diff)
		}
	})
	if through < 170 {
		t.Error("they were 174 of 305")
	}
	t.Logf("%d of %d recorded rolling updates went through a pass; %d were refused", through, total, refused)
}
