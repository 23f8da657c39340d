// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollingupdate_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance/recorded"
)

// TestConformance compares every recorded rolling update.
func TestConformance(t *testing.T) {
	conformance.RunRollout(t, "kubefleet", func(c *recorded.RollingUpdate) (string, string) { return c.Name, compare(c) })
}

// requestOf is the input of the pass.
func requestOf(c *recorded.RollingUpdate) request {
	req := request{
		Strategy: c.Input.Placement.Spec.Strategy.RollingUpdate, TargetNumber: c.TargetNumber(),
		ResourceSnapshot: c.Input.Snapshot, Now: c.Now,
	}
	for _, given := range c.Input.Bindings {
		b := binding{
			ResourceBinding: given.Spec, Generation: given.Metadata.Generation, Conditions: given.Status.Conditions,
		}
		b.Name, b.Annotations, b.Deleting = given.Metadata.Name, given.Metadata.Annotations,
			given.Metadata.DeletionTimestamp != nil
		req.Bindings = append(req.Bindings, b)
	}
	return req
}

// compare returns what differs between the recorded pass and ours.
func compare(c *recorded.RollingUpdate) string {
	result, err := controller(requestOf(c))
	got := recorded.RollingUpdateAnswer{
		WaitForCleanUp: result.WaitForCleanUp, NeedRoll: result.NeedRoll, Stale: result.Stale, UpToDate: result.UpToDate,
		WaitTimeSeconds: result.Recheck.Seconds(), TargetNumber: result.TargetNumber,
	}
	for _, step := range result.Roll {
		got.ToBeUpdated = append(got.ToBeUpdated, recorded.BindingUpdate{Name: step.Name, Action: step.Action})
	}
	var twoBindings *conflict
	if errors.As(err, &twoBindings) {
		got.CleanUpError = "error"
	} else if err != nil {
		return err.Error()
	}
	return cmp.Diff(c.Expect, got, cmpopts.EquateEmpty())
}
