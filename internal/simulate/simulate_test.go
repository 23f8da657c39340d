// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// pick is a placement of Open Cluster Management or KubeFleet that asks for a number of clusters.
func pick(dialect placement.Dialect, name string, number int32) (s simulate.Subject) {
	s.Name = name
	if dialect == placement.DialectKubeFleet {
		s.KubeFleet = &kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: &number}
	} else {
		s.OCM = &ocm.Spec{NumberOfClusters: &number}
	}
	return s
}

// begin makes a world that has to be right.
func begin(t *testing.T, of planner.Fleet, subjects ...simulate.Subject) world.World {
	t.Helper()
	w, found := simulate.New(t.Context(), of, subjects, world.Options{})
	if found.HasError() {
		t.Fatal(plannertest.Texts(found))
	}
	return w
}

func lose(names ...string) edit.Edit {
	return edit.Edit{Lose: &edit.Selection{Clusters: names}}
}

func taint(effect placement.TaintEffect, names ...string) edit.Edit {
	return edit.Edit{Taint: &edit.Taint{
		Selection: edit.Selection{Clusters: names}, Taint: placement.Taint{Key: "maintenance", Effect: effect},
	}}
}

var stepsPath = field.NewPath("steps")

// TestDrain: one cluster after the other is drained; each step starts from the decisions of the one before. KubeFleet moves only
// what is evicted.
func TestDrain(t *testing.T) {
	of := plannertest.Clusters("a", "b", "c")
	w := begin(t, of, pick(placement.DialectOCM, "web", 1), pick(placement.DialectKubeFleet, "api", 1))
	evict := edit.Edit{Evict: &edit.Evict{Selection: edit.Selection{Clusters: []string{"c"}}}}
	steps, found := simulate.Run(t.Context(), w, [][]edit.Edit{
		{taint(placement.NoSelect, "a")},
		{taint(placement.NoSchedule, "c")},
		{evict},
		{lose("b")},
	}, stepsPath)
	if found.HasError() {
		t.Fatal(plannertest.Texts(found))
	}
	var got [][]string
	for _, step := range steps {
		var names []string
		for i := range step.Outcomes {
			names = append(names, step.Outcomes[i].Clusters()...)
		}
		got = append(got, names)
	}
	// KubeFleet prefers the larger name of equal clusters.
	want := [][]string{{"b", "c"}, {"b", "c"}, {"b", "b"}, nil}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	first := steps[0].Outcomes[0].Moves()
	if len(first.Left) != 1 || !strings.Contains(first.Left[0].Reason, "taint maintenance:NoSelect is not tolerated") {
		t.Errorf("got %+v", first)
	}
	last := &steps[3].Outcomes[0]
	if last.Satisfied() || !last.WasSatisfied() || last.Unsatisfied(t.Context()) == "" {
		t.Errorf("the last cluster is lost, and the placement is satisfied: %q", last.Unsatisfied(t.Context()))
	}
}

// TestApplyShares: an edit leaves the world that it is made in as it was.
func TestApplyShares(t *testing.T) {
	w := begin(t, plannertest.Clusters("a", "b"), pick(placement.DialectOCM, "web", 1))
	steps, found := simulate.Run(t.Context(), w, [][]edit.Edit{{lose("a"), {Label: &edit.Texts{
		Selection: edit.Selection{Selector: &placement.GroupSelector{LabelSelector: &metav1.LabelSelector{}}},
		Set:       map[string]string{"x": "y"},
	}}}}, stepsPath)
	if found.HasError() {
		t.Fatal(plannertest.Texts(found))
	}
	names := func(w world.World) (names []string) {
		for _, c := range w.Clusters() {
			names = append(names, c.Name+c.Labels["x"])
		}
		return names
	}
	if got := names(steps[0].World); !slices.Equal(got, []string{"by"}) {
		t.Errorf("got %v", got)
	}
	if got := names(w); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("the world has changed: %v", got)
	}
}

// TestComeTrue: on a hub, an edit that the hub has already made is a warning, and the others are made.
func TestComeTrue(t *testing.T) {
	var of planner.Fleet
	of.Manifests.FromHub = true
	of.Manifests.Clusters = []placement.Cluster{{Name: "a", Kind: placement.MemberCluster}, {Name: "b", Kind: placement.MemberCluster}}
	steps, found := simulate.Run(t.Context(), begin(t, of, pick(placement.DialectKubeFleet, "api", 1)), [][]edit.Edit{
		{lose("gone", "a"), {Evict: &edit.Evict{Selection: edit.Selection{Clusters: []string{"b"}}}}},
		{{Evict: &edit.Evict{Selection: edit.Selection{Clusters: []string{"b"}}}}, lose("a")},
	}, stepsPath)
	if got := plannertest.Texts(found); found.HasError() || strings.Count(got, "warning steps[") != 2 || len(steps) != 2 {
		t.Error(got)
	}
}

// TestDisruptionBudget: the hub evicts as long as the disruption budget of the placement allows it, cluster by cluster. What is
// blocked stays.
func TestDisruptionBudget(t *testing.T) {
	of := plannertest.Clusters("a", "b", "c")
	of.Manifests.DisruptionBudgets = []kubefleet.DisruptionBudget{{Name: "api", DisruptionBudgetSpec: kubefleet.DisruptionBudgetSpec{MinAvailable: new(intstr.FromInt32(1))}}}
	api := pick(placement.DialectKubeFleet, "api", 0)
	api.KubeFleet = &kubefleet.Spec{PlacementType: kubefleet.PickAll}
	for _, c := range of.Clusters {
		api.Prior.PreviousDecisions = append(api.Prior.PreviousDecisions, planner.PreviousDecision{ClusterName: c.Name})
	}
	drain := []edit.Edit{taint(placement.NoSchedule, "a", "b", "c"),
		{Evict: &edit.Evict{Selection: edit.Selection{Clusters: []string{"a", "b", "c"}}}}}
	w := begin(t, of, api)
	steps, found := simulate.Run(t.Context(), w, [][]edit.Edit{drain, {drain[1]}}, stepsPath)
	if found.HasError() {
		t.Fatal(plannertest.Texts(found))
	}
	results := simulate.OutputsOf(t.Context(), w, steps, &simulate.FailureDomains{}).Results
	reason := `the ClusterResourcePlacementDisruptionBudget "api" has minAvailable 1, and 1 of %s available`
	for i, want := range []string{fmt.Sprintf(reason, "3 clusters are"), fmt.Sprintf(reason, "1 cluster is")} {
		if diff := cmp.Diff([]simulate.BlockedEviction{{"api", []string{"c"}, want}}, results[i].BlockedEvictions); diff != "" {
			t.Errorf("step %d: %s", i, diff)
		}
		if got := steps[i].Outcomes[0].Clusters(); !slices.Equal(got, []string{"c"}) {
			t.Errorf("step %d: %v", i, got)
		}
	}
}
