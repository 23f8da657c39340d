// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollingupdate_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
)

// TestConformance compares every recorded rolling update.
func TestConformance(t *testing.T) {
	conformance.RunRollout(t, "kubefleet", func(c *recordedPass) (string, string) { return c.Name, c.compare() })
}

// recordedPass is one recorded pass of the rollout controller.
type recordedPass struct {
	Name  string    `json:"name"`
	Now   time.Time `json:"now"`
	Input struct {
		Placement struct {
			Spec struct {
				Policy struct {
					PlacementType    string   `json:"placementType"`
					NumberOfClusters int      `json:"numberOfClusters"`
					ClusterNames     []string `json:"clusterNames"`
				} `json:"policy"`
				Strategy struct {
					RollingUpdate rollingupdate.Config `json:"rollingUpdate"`
				} `json:"strategy"`
			} `json:"spec"`
		} `json:"placement"`
		MasterResourceSnapshot string `json:"masterResourceSnapshot"`
		Bindings               []struct {
			Metadata metav1.ObjectMeta         `json:"metadata"`
			Spec     placement.ResourceBinding `json:"spec"`
			Status   struct {
				Conditions []metav1.Condition `json:"conditions"`
			} `json:"status"`
		} `json:"bindings"`
	} `json:"input"`
	Expect recordedAnswer `json:"expect"`
}

// recordedAnswer is what is compared of a pass.
type recordedAnswer struct {
	WaitForCleanUp bool   `json:"waitForCleanUp"`
	CleanUpError   string `json:"cleanUpError"`
	NeedRoll       bool   `json:"needRoll"`
	ToBeUpdated    []struct {
		Name   string               `json:"name"`
		Action rollingupdate.Action `json:"action"`
	} `json:"toBeUpdated"`
	Stale           []string `json:"stale"`
	UpToDate        []string `json:"upToDate"`
	WaitTimeSeconds float64  `json:"waitTimeSeconds"`
	TargetNumber    int      `json:"targetNumber"`
}

// request is the input of the pass.
func (c *recordedPass) request() rollingupdate.Request {
	spec := c.Input.Placement.Spec
	req := rollingupdate.Request{
		Strategy: spec.Strategy.RollingUpdate, ResourceSnapshot: c.Input.MasterResourceSnapshot, Now: c.Now,
	}
	switch spec.Policy.PlacementType {
	case "PickN":
		req.TargetNumber = &spec.Policy.NumberOfClusters
	case "PickFixed":
		number := len(spec.Policy.ClusterNames)
		req.TargetNumber = &number
	}
	for _, recorded := range c.Input.Bindings {
		b := rollingupdate.Binding{
			ResourceBinding: recorded.Spec, Generation: recorded.Metadata.Generation, Conditions: recorded.Status.Conditions,
		}
		b.Name, b.Annotations, b.Deleting = recorded.Metadata.Name, recorded.Metadata.Annotations,
			recorded.Metadata.DeletionTimestamp != nil
		req.Bindings = append(req.Bindings, b)
	}
	return req
}

// compare returns what differs between the recorded pass and ours.
func (c *recordedPass) compare() string {
	result, err := controller(c.request())
	got := recordedAnswer{
		WaitForCleanUp: result.WaitForCleanUp, NeedRoll: result.NeedRoll, Stale: result.Stale, UpToDate: result.UpToDate,
		WaitTimeSeconds: result.Recheck.Seconds(), TargetNumber: result.TargetNumber,
	}
	for _, step := range result.Roll {
		got.ToBeUpdated = append(got.ToBeUpdated, struct {
			Name   string               `json:"name"`
			Action rollingupdate.Action `json:"action"`
		}{step.Name, step.Action})
	}
	var twoBindings *conflict
	if errors.As(err, &twoBindings) {
		got.CleanUpError = "error"
	} else if err != nil {
		return err.Error()
	}
	return cmp.Diff(c.Expect, got, cmpopts.EquateEmpty())
}
