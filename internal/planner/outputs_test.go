// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// decideOutputs are the outputs of a request that has no errors.
func decideOutputs(t *testing.T, r *planner.Request, d *planner.Details) (*planner.Answer, *planner.Outputs) {
	t.Helper()
	answer, found := planner.Decide(t.Context(), r)
	if found.HasError() {
		t.Fatal(plannertest.Texts(found))
	}
	outputs, err := answer.Outputs(d)
	if err != nil {
		t.Fatal(err)
	}
	return answer, outputs
}

// TestDetails: the outputs have the labels and the report that are asked for, and a warning names a label that no cluster has.
func TestDetails(t *testing.T) {
	r := &planner.Request{
		Placement: planner.Placement{Name: "web", OCM: &ocm.Spec{NumberOfClusters: new(int32(1))}},
		Fleet:     plannertest.Clusters("a", "b"),
	}
	details := &planner.Details{WithReport: true, WithLabels: []string{"name", "absent"}}
	answer, outputs := decideOutputs(t, r, details)
	want := map[string]planner.ChosenCluster{"a": {Labels: map[string]string{"name": "a"}}}
	if diff := cmp.Diff(want, outputs.DecisionsByCluster); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if !strings.Contains(outputs.Report, `"placement":"web"`) {
		t.Errorf("the report is %s", outputs.Report)
	}
	if got := plannertest.Texts(answer.AbsentDetails(t.Context(), details)); !strings.Contains(got, `"absent"`) ||
		strings.Contains(got, `"name"`) {
		t.Errorf("got %q", got)
	}
	_, without := decideOutputs(t, r, &planner.Details{})
	if without.Report != "" || without.DecisionsByCluster["a"].Labels != nil {
		t.Errorf("got %+v", without)
	}
	if got := r.ByCluster(outputs.Decisions, details)["a"]; len(got.Labels) > 0 {
		t.Errorf("a hub without the cluster knows its labels: %+v", got)
	}
}

// TestRemember: a cluster that stays chosen keeps its score, its reason and its position, unless its binding is another one.
func TestRemember(t *testing.T) {
	pickTwo := func() *planner.Request {
		return &planner.Request{
			Placement: planner.Placement{
				Name: "web", KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: new(int32(2))},
			},
			Fleet: plannertest.Clusters("a", "b", "c"),
		}
	}
	answer, outputs := decideOutputs(t, pickTwo(), &planner.Details{})
	was := outputs.Decisions
	last := &planner.State{Pass: answer.Pass()}
	for i := range was {
		was[i].Reason = "remembered"
	}
	was[0], was[1] = was[1], was[0]
	moved := make([]planner.Decision, len(was))
	copy(moved, was)
	moved[0].Binding = &planner.PreviousBinding{Policy: "another"}
	moved[1].ClusterName = "gone"
	other, _ := decideOutputs(t, &planner.Request{
		Placement: planner.Placement{Name: "web", OCM: &ocm.Spec{}}, Fleet: plannertest.Clusters("a", "b", "c"),
	}, &planner.Details{})
	for name, tt := range map[string]struct {
		last   *planner.State
		before []planner.Decision
		names  []string
		kept   int
	}{
		"the same clusters, in their positions": {last, was, []string{was[0].ClusterName, was[1].ClusterName}, 2},
		"another binding, and one that is gone": {last, moved, []string{was[0].ClusterName, was[1].ClusterName}, 0},
		"nothing was chosen":                    {last, nil, []string{was[1].ClusterName, was[0].ClusterName}, 0},
		"another scheduler": {
			&planner.State{Pass: other.Pass()}, was, []string{was[1].ClusterName, was[0].ClusterName}, 0,
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, now := decideOutputs(t, pickTwo(), &planner.Details{})
			now.Remember(tt.last, tt.before)
			var names []string
			kept := 0
			for _, d := range now.Decisions {
				names = append(names, d.ClusterName)
				if d.Reason == "remembered" {
					kept++
				}
			}
			if diff := cmp.Diff(tt.names, names); diff != "" || kept != tt.kept {
				t.Errorf("%d are remembered, want %d; -want +got:\n%s", kept, tt.kept, diff)
			}
		})
	}
}

// TestEarlierBindings: the bindings of KubeFleet are the earlier decisions. Without the policy that they were made under, a
// warning says so.
func TestEarlierBindings(t *testing.T) {
	spec := kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: new(int32(1))}
	binding := placement.ResourceBinding{
		Name: "web-b", Placement: "web", State: placement.BindingBound, TargetCluster: "b", PolicySnapshot: "web-3",
		ClusterDecision: placement.ClusterDecision{ClusterName: "b", Selected: true, Reason: "it was there first"},
	}
	request := kubefleet.Placement{Name: "web", Spec: spec}
	snapshot := apiobject.PolicySnapshot{PolicySnapshot: *request.NewSnapshot(3), Policy: spec, Latest: true, Placement: "web"}
	older := apiobject.PolicySnapshot{PolicySnapshot: *request.NewSnapshot(2), Policy: spec, Placement: "web"}
	for name, tt := range map[string]struct {
		snapshots []apiobject.PolicySnapshot
		state     placement.BindingState
		chosen    string
		found     string
	}{
		"with its policy":      {[]apiobject.PolicySnapshot{older, snapshot}, placement.BindingBound, "b", ""},
		"without its policy":   {nil, placement.BindingBound, "b", "neither its policy snapshots nor the placement"},
		"a binding that ended": {nil, placement.BindingUnscheduled, "c", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := &planner.Request{Placement: planner.Placement{Name: "web", KubeFleet: &spec}, Fleet: plannertest.Clusters("a", "b", "c")}
			bound := binding
			bound.State = tt.state
			r.Manifests.ResourceBindings, r.Manifests.PolicySnapshots = []placement.ResourceBinding{bound}, tt.snapshots
			answer, found := planner.Decide(t.Context(), r)
			if found.HasError() {
				t.Fatal(plannertest.Texts(found))
			}
			if diff := cmp.Diff([]string{tt.chosen}, chosen(answer)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if got := plannertest.Texts(found); !strings.Contains(got, tt.found) || tt.found == "" && got != "" {
				t.Errorf("got %q, want %q", got, tt.found)
			}
		})
	}
}

// TestStandingReport: decisions that stay in force keep what the state has of them.
func TestStandingReport(t *testing.T) {
	r := &planner.Request{
		Placement: planner.Placement{Name: "web", OCM: plannertest.Labelled("a")}, Fleet: plannertest.Clusters("a", "b"),
		Now: time.Date(2026, 8, 11, 12, 0, 0, 0, time.UTC),
	}
	c := &planner.Transition{Request: r,
		Last: &planner.State{Decisions: []planner.PreviousDecision{{ClusterName: "b", Reason: "it was chosen"}}}}
	answer, found := planner.Decide(t.Context(), r)
	if found.HasError() {
		t.Fatal(plannertest.Texts(found))
	}
	r.PreviousDecisions = c.Last.Decisions
	report, err := c.StandingReport(t.Context(), answer)
	if err != nil || !strings.Contains(report, "it was chosen") || !strings.Contains(report, `holds it back`) {
		t.Errorf("got %s (%v)", report, err)
	}
}

// TestValidateNames: the names are those of Kubernetes, and on_unsatisfied is one of three.
func TestValidateNames(t *testing.T) {
	for want, r := range map[string]planner.Request{
		"":               {Placement: planner.Placement{Name: "web", Namespace: "x"}, OnUnsatisfied: planner.UnsatisfiedWarn},
		"name":           {Placement: planner.Placement{Name: "Web"}},
		"namespace":      {Placement: planner.Placement{Name: "web", Namespace: "a/b"}},
		"on_unsatisfied": {Placement: planner.Placement{Name: "web"}, OnUnsatisfied: "ignore"},
	} {
		var got []string
		for _, err := range r.ValidateNames() {
			got = append(got, err.Field)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("got %v, want %q", got, want)
		}
	}
}
