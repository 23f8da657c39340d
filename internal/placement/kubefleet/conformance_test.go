// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// conformanceCase is one recorded answer of the real scheduler.
type conformanceCase struct {
	Name  string    `json:"name"`
	Now   time.Time `json:"now"`
	Input struct {
		MemberClusters   []json.RawMessage `json:"memberClusters"`
		Placement        json.RawMessage   `json:"placement"`
		PolicySnapshot   recordedSnapshot  `json:"policySnapshot"`
		ExistingBindings []json.RawMessage `json:"existingBindings"`
	} `json:"input"`
	Expect struct {
		Error *struct {
			UnexpectedBehavior bool `json:"unexpectedBehavior"`
		} `json:"error"`
		conformanceAnswer
		Rerun *struct {
			Changed bool `json:"changed"`
			conformanceAnswer
		} `json:"rerun"`
	} `json:"expect"`
}

type recordedSnapshot struct {
	Name        string                         `json:"name"`
	Generation  int64                          `json:"generation"`
	Annotations map[string]string              `json:"annotations"`
	Status      placement.PolicySnapshotStatus `json:"status"`
}

// conformanceAnswer is the compared part of one run.
type conformanceAnswer struct {
	Bindings             []recordedBinding              `json:"bindings"`
	PolicySnapshotStatus placement.PolicySnapshotStatus `json:"policySnapshotStatus"`
}

type recordedBinding struct {
	// Name is empty for a binding that the case creates.
	Name        string                     `json:"name"`
	Action      placement.BindingAction    `json:"action"`
	Annotations map[string]string          `json:"annotations"`
	Finalizers  []string                   `json:"finalizers"`
	Spec        *placement.ResourceBinding `json:"spec"`
}

// TestConformance schedules every recorded case and compares the whole answer. If the case did not fail, it schedules again
// with the result.
func TestConformance(t *testing.T) {
	conformance.Run(t, "kubefleet", func(c *conformanceCase) (string, string) { return c.Name, c.compare(t) })
}

// compare returns what differs between the recorded answers of a case and ours.
func (c *conformanceCase) compare(t testing.TB) string {
	t.Helper()
	req, inv, err := c.input()
	if err != nil {
		return err.Error()
	}
	got, err := kubefleet.Schedule(t.Context(), req, inv)
	// All recorded errors are unexpected behavior, for which upstream does not try again.
	var misconfigured *placement.Misconfiguration
	unexpected := c.Expect.Error != nil && c.Expect.Error.UnexpectedBehavior
	if isMisconfiguration := errors.As(err, &misconfigured); isMisconfiguration != (c.Expect.Error != nil) ||
		unexpected != (err != nil) {
		return fmt.Sprintf("recorded error %+v, got %v", c.Expect.Error, err)
	}
	c.dropForeign(req)
	if diff := difference(c.Expect.conformanceAnswer, answerOf(got)); diff != "" {
		return diff
	}
	if c.Expect.Rerun == nil {
		return ""
	}
	return c.compareRerun(t, req, inv, got)
}

// dropForeign removes the bindings of other placements from the records of both runs: a Result has only the placement's
// own.
func (c *conformanceCase) dropForeign(req kubefleet.Placement) {
	foreign := map[string]bool{}
	for _, raw := range c.Input.ExistingBindings {
		var o struct {
			Metadata metav1.ObjectMeta `json:"metadata"`
		}
		if json.Unmarshal(raw, &o) == nil && o.Metadata.Labels["kubernetes-fleet.io/parent-CRP"] != req.Name {
			foreign[o.Metadata.Name] = true
		}
	}
	isForeign := func(b recordedBinding) bool { return foreign[b.Name] && b.Action == placement.BindingKept }
	c.Expect.Bindings = slices.DeleteFunc(c.Expect.Bindings, isForeign)
	if c.Expect.Rerun != nil {
		c.Expect.Rerun.Bindings = slices.DeleteFunc(c.Expect.Rerun.Bindings, isForeign)
	}
}

// TestForeignBinding: a case with a binding of another placement passes, even if the second run changes something. The
// record has the binding in both runs.
func TestForeignBinding(t *testing.T) {
	var c conformanceCase
	err := json.Unmarshal([]byte(`{"now": "2026-08-20T12:00:00Z", "input": {
		"memberClusters": [{"metadata": {"name": "a"}, "status": {"agentStatus": [{
			"type": "MemberAgent", "lastReceivedHeartbeat": "2026-08-20T12:00:00Z",
			"conditions": [{"type": "Joined", "status": "True"}, {"type": "Healthy", "status": "True"}]
		}]}}, {"metadata": {"name": "b"}}],
		"placement": {"metadata": {"name": "web"}, "spec": {"policy": {"placementType": "PickN", "numberOfClusters": 1}}},
		"policySnapshot": {"name": "web-0", "annotations": {
			"kubernetes-fleet.io/CRP-generation": "1", "kubernetes-fleet.io/number-of-clusters": "1"
		}},
		"existingBindings": [{
			"metadata": {"name": "other-a", "labels": {"kubernetes-fleet.io/parent-CRP": "other"}},
			"spec": {"state": "Bound", "targetCluster": "a"}
		}]
	}, "expect": {"rerun": {"changed": true}}}`), &c)
	if err != nil {
		t.Fatal(err)
	}
	req, inv, err := c.input()
	if err != nil {
		t.Fatal(err)
	}
	foreign := recordedBinding{Name: "other-a", Action: placement.BindingKept}
	recorded := func(result placement.Result) conformanceAnswer {
		answer := answerOf(result)
		answer.Bindings = append([]recordedBinding{foreign}, answer.Bindings...)
		return answer
	}
	first := schedule(t, req, inv)
	c.Expect.conformanceAnswer = recorded(first)
	req, inv = resumed(req, inv, first)
	c.Expect.Rerun.conformanceAnswer = recorded(schedule(t, req, inv))
	c.Expect.Rerun.Bindings[1].Name = "" // the record has no names of new bindings
	if difference := c.compare(t); difference != "" {
		t.Error("-recorded +got:\n" + difference)
	}
}

func (c *conformanceCase) compareRerun(
	t testing.TB, req kubefleet.Placement, inv placement.Inventory, first placement.Result,
) string {
	t.Helper()
	req, inv = resumed(req, inv, first)
	again, err := kubefleet.Schedule(t.Context(), req, inv)
	if err != nil {
		return "rerun: " + err.Error()
	}
	got := answerOf(again)
	// The record has no names of bindings that the first run created, and lists them after the others.
	created := map[string]bool{}
	for _, b := range first.ResourceBindings {
		created[b.Name] = b.Action == placement.BindingCreated
	}
	slices.SortStableFunc(got.Bindings, func(a, b recordedBinding) int {
		rank := func(r recordedBinding) string {
			if r.Name == "" || created[r.Name] {
				return "2" + r.Spec.TargetCluster
			}
			return "1" + r.Name
		}
		return strings.Compare(rank(a), rank(b))
	})
	changed := !cmp.Equal(got.PolicySnapshotStatus, answerOf(first).PolicySnapshotStatus, cmpopts.EquateEmpty())
	for i := range got.Bindings {
		changed = changed || got.Bindings[i].Action != placement.BindingKept
		if created[got.Bindings[i].Name] {
			got.Bindings[i].Name = ""
		}
	}
	if changed != c.Expect.Rerun.Changed {
		return fmt.Sprintf("rerun: recorded changed %v, got %v: %s", c.Expect.Rerun.Changed, changed,
			cmp.Diff(answerOf(first), got))
	}
	if !changed {
		return ""
	}
	if diff := difference(c.Expect.Rerun.conformanceAnswer, got); diff != "" {
		return "rerun: " + diff
	}
	return ""
}

// resumed is the input of a further run after the result.
func resumed(
	req kubefleet.Placement, inv placement.Inventory, result placement.Result,
) (kubefleet.Placement, placement.Inventory) {
	inv.ResourceBindings = nil
	for _, b := range result.ResourceBindings {
		if b.Action != placement.BindingDeleted {
			inv.ResourceBindings = append(inv.ResourceBindings, b.ResourceBinding)
		}
	}
	if req.Snapshot != nil {
		snapshot := *req.Snapshot
		snapshot.Status = result.PolicySnapshot
		req.Snapshot = &snapshot
	}
	return req, inv
}

func difference(want, got conformanceAnswer) string {
	return cmp.Diff(want, got, cmpopts.EquateEmpty(), cmp.Comparer(func(a, b metav1.Time) bool { return a.Equal(&b) }))
}

// answerOf converts a result to the form of the recorded answers.
func answerOf(result placement.Result) conformanceAnswer {
	answer := conformanceAnswer{PolicySnapshotStatus: result.PolicySnapshot}
	for _, b := range result.ResourceBindings {
		recorded := recordedBinding{Name: b.Name, Action: b.Action}
		if b.Action == placement.BindingCreated {
			recorded.Name = ""
		}
		if b.Action != placement.BindingDeleted {
			recorded.Annotations, recorded.Finalizers = b.Annotations, b.Finalizers
			recorded.Spec = &placement.ResourceBinding{
				State: b.State, TargetCluster: b.TargetCluster, PolicySnapshot: b.PolicySnapshot,
				ResourceSnapshot: b.ResourceSnapshot, ClusterDecision: b.ClusterDecision,
			}
		}
		answer.Bindings = append(answer.Bindings, recorded)
	}
	return answer
}

// input is the request and the inventory of the case.
func (c *conformanceCase) input() (kubefleet.Placement, placement.Inventory, error) {
	req, err := apiobject.ReadKubeFleetPlacement(c.Input.Placement)
	if err != nil {
		return req, placement.Inventory{}, err
	}
	snapshot := kubefleet.PolicySnapshot(c.Input.PolicySnapshot)
	req.Snapshot = &snapshot
	clusters, err := apiobject.ReadAll(c.Input.MemberClusters, apiobject.DecodeMemberCluster)
	if err != nil {
		return req, placement.Inventory{}, err
	}
	bindings, err := apiobject.ReadAll(c.Input.ExistingBindings, apiobject.DecodeResourceBinding)
	return req, placement.Inventory{Clusters: clusters, ResourceBindings: bindings, Now: c.Now}, err
}
