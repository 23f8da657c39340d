package rollout_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// kubeFleetCase is a recorded answer of KubeFleet's rollout controller or of its update run controller.
type kubeFleetCase struct {
	name    string
	compare func() string
}

// UnmarshalJSON decodes a case. Only a staged update run has steps.
func (c *kubeFleetCase) UnmarshalJSON(text []byte) error {
	var head struct {
		Name  string          `json:"name"`
		Steps json.RawMessage `json:"steps"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return err
	}
	c.name = head.Name
	if head.Steps != nil {
		var staged stagedCase
		c.compare = staged.compare
		return json.Unmarshal(text, &staged)
	}
	var rolling rollingUpdateCase
	c.compare = rolling.compare
	return json.Unmarshal(text, &rolling)
}

// TestConformanceKubeFleet compares every recorded rolling update and every recorded staged update run.
func TestConformanceKubeFleet(t *testing.T) {
	conformance.RunRollout(t, "kubefleet", func(c *kubeFleetCase) (string, string) { return c.name, c.compare() })
}

// rollingUpdateCase is one recorded pass of the rollout controller.
type rollingUpdateCase struct {
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
					RollingUpdate rollout.RollingUpdate `json:"rollingUpdate"`
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
	Expect rollingUpdateAnswer `json:"expect"`
}

// rollingUpdateAnswer is what is compared of a pass.
type rollingUpdateAnswer struct {
	WaitForCleanUp bool   `json:"waitForCleanUp"`
	CleanUpError   string `json:"cleanUpError"`
	NeedRoll       bool   `json:"needRoll"`
	ToBeUpdated    []struct {
		Name   string                      `json:"name"`
		Action rollout.RollingUpdateAction `json:"action"`
	} `json:"toBeUpdated"`
	Stale           []string `json:"stale"`
	UpToDate        []string `json:"upToDate"`
	WaitTimeSeconds float64  `json:"waitTimeSeconds"`
	TargetNumber    int      `json:"targetNumber"`
}

// request is the input of the pass.
func (c *rollingUpdateCase) request() rollout.RollingUpdateRequest {
	spec := c.Input.Placement.Spec
	req := rollout.RollingUpdateRequest{
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
		b := rollout.RollingUpdateBinding{
			ResourceBinding: recorded.Spec, Generation: recorded.Metadata.Generation, Conditions: recorded.Status.Conditions,
		}
		b.Name, b.Annotations, b.Deleting = recorded.Metadata.Name, recorded.Metadata.Annotations, recorded.Metadata.DeletionTimestamp != nil
		req.Bindings = append(req.Bindings, b)
	}
	return req
}

// compare returns what differs between the recorded pass and ours.
func (c *rollingUpdateCase) compare() string {
	result, err := rollout.RollingUpdatePass(c.request())
	got := rollingUpdateAnswer{
		WaitForCleanUp: result.WaitForCleanUp, NeedRoll: result.NeedRoll, Stale: result.Stale, UpToDate: result.UpToDate,
		WaitTimeSeconds: result.Recheck.Seconds(), TargetNumber: result.TargetNumber,
	}
	for _, step := range result.Roll {
		got.ToBeUpdated = append(got.ToBeUpdated, struct {
			Name   string                      `json:"name"`
			Action rollout.RollingUpdateAction `json:"action"`
		}{step.Binding, step.Action})
	}
	var conflict *rollout.RollingUpdateConflict
	if errors.As(err, &conflict) {
		got.CleanUpError = "error"
	} else if err != nil {
		return err.Error()
	}
	return cmp.Diff(c.Expect, got, cmpopts.EquateEmpty())
}
