// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package clusterreport_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/clusterreport"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

func subject(name string, spec planner.Placement) (s simulate.Subject) {
	s.Placement.Placement = spec
	s.Name = name
	return s
}

func labelled(name string) *metav1.LabelSelector {
	return &metav1.LabelSelector{MatchLabels: map[string]string{"name": name}}
}

// everyKind is a world in which every kind of placement is on the cluster c, and web is on a.
func everyKind(t *testing.T) world.World {
	t.Helper()
	fleet := plannertest.Clusters("a", "b", "c")
	fleet.Manifests.DisruptionBudgets = []kubefleet.DisruptionBudget{
		{Name: "budget", DisruptionBudgetSpec: kubefleet.DisruptionBudgetSpec{MinAvailable: new(intstr.FromInt32(1))}},
	}
	onC := &kubefleet.Affinity{ClusterAffinity: &kubefleet.ClusterAffinity{Required: &kubefleet.ClusterSelector{
		ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{{LabelSelector: labelled("c")}},
	}}}
	tough := plannertest.Labelled("c")
	tough.Tolerations = []match.Toleration{{Operator: match.OperatorExists}}
	return begin(t, fleet,
		subject("web", planner.Placement{OCM: &ocm.Spec{NumberOfClusters: new(int32(1))}}),
		subject("all", planner.Placement{OCM: &ocm.Spec{}}),
		subject("tough", planner.Placement{OCM: tough}),
		subject("api", planner.Placement{KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: new(int32(1))}}),
		subject("fixed", planner.Placement{KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickFixed, ClusterNames: []string{"c"}}}),
		subject("budget", planner.Placement{KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickAll, Affinity: onC}}),
		subject("rule", planner.Placement{Hybrid: &hybrid.Spec{Replicas: new(int32(1)), TargetLabels: labelled("c")}}),
	)
}

func reportsOf(t *testing.T, w world.World, s *clusterreport.Subject) []clusterreport.Report {
	t.Helper()
	outputs, found := clusterreport.Of(t.Context(), w, s, nil)
	if len(found) > 0 {
		t.Fatal(plannertest.Texts(found))
	}
	return outputs.Reports
}

// TestOf: what is on a cluster, what a drain does to it, and why others are not on it. Those that are asked about come first, then
// those that a drain hurts.
func TestOf(t *testing.T) {
	reports := reportsOf(t, everyKind(t), &clusterreport.Subject{ClusterNames: []string{"c", "a"}, PlacementNames: []string{"fixed", "web"}})
	c, a := reports[0], reports[1]
	var drained []string
	for _, p := range c.Placements {
		if p.Leaves && p.DrainReason != "" {
			p.DrainReason = "short"
		}
		drained = append(drained, fmt.Sprint(p.Placement, " leaves: ", p.Leaves, p.Joined.Names, " satisfied: ", p.Satisfied, " ", p.DrainReason))
	}
	if diff := cmp.Diff([]string{
		"fixed leaves: false [] satisfied: true it tolerates the taint, or lists the cluster",
		"rule leaves: true [] satisfied: false short",
		"all leaves: true [] satisfied: true ",
		"api leaves: true [b] satisfied: true ",
		`budget leaves: false [] satisfied: true the ClusterResourcePlacementDisruptionBudget "budget" has minAvailable 1, and 1 of 1 cluster ` +
			"is available",
		"tough leaves: false [] satisfied: true it tolerates the taint, or lists the cluster",
	}, drained); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	c.Placements = nil
	if diff := cmp.Diff(clusterreport.Report{
		ClusterName: "c", PlacementCount: 6, LeavingCount: 3, UnsatisfiedCount: 1,
		Drain: []string{"taint c with maintenance:NoSelect", "taint c with maintenance:NoSchedule",
			"evict all placements of KubeFleet from c", "lose c"}, NotRead: []string{},
		Absent: []clusterreport.Absence{{
			Placement: "web", Stage: placement.StageNotPicked,
			Reason:        "rank 3 of 3 with score -100; it would be chosen with a higher score, or with number_of_clusters = 3",
			NearestChange: "set ocm.number_of_clusters to 3",
		}},
	}, c); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff(clusterreport.Placement{
		Placement: "web", Rank: 1, Score: "100", Reason: "rank 1 of 3 with score 100 = Balance 0 + Steady 100",
		Leaves: true, Joined: simulate.NamesOf([]string{"b"}), Satisfied: true,
	}, a.Placements[0]); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if len(a.Absent) != 1 || a.Absent[0].NearestChange != `add "a" to kubefleet.cluster_names` {
		t.Errorf("got %+v", a.Absent)
	}
}

// TestOf_mistakes: a name that nothing has is an error at its path, with the nearest name.
func TestOf_mistakes(t *testing.T) {
	w := begin(t, plannertest.Clusters("eu-1", "eu-2"), subject("web", planner.Placement{OCM: &ocm.Spec{}}))
	_, found := clusterreport.Of(t.Context(), w, &clusterreport.Subject{
		ClusterNames: []string{"eu-1", "eu-l"}, PlacementNames: []string{"wep", "later"},
	}, map[string]string{"later": "it is of a later version."})
	want := `error cluster_names[1]: There is no such cluster: There is no cluster "eu-l"; did you mean "eu-1"?
error placement_names[0]: There is no such placement: There is no placement "wep"; did you mean "web"?
error placement_names[1]: The placement cannot be predicted: it is of a later version.`
	if diff := cmp.Diff(want, strings.TrimSpace(plannertest.Texts(found))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestOf_kinds: a scheduler does not look at clusters of another kind.
func TestOf_kinds(t *testing.T) {
	fleet := planner.Fleet{Clusters: []placement.Cluster{{Name: "a", Kind: placement.ManagedCluster}, {Name: "b", Kind: placement.MemberCluster}}}
	w := begin(t, fleet, subject("web", planner.Placement{OCM: &ocm.Spec{}}))
	got := reportsOf(t, w, &clusterreport.Subject{ClusterNames: []string{"b"}, PlacementNames: []string{"web"}})
	want := []clusterreport.Report{{ClusterName: "b", Placements: []clusterreport.Placement{}, Drain: []string{}, NotRead: []string{}, Absent: []clusterreport.Absence{
		{Placement: "web", Reason: "its scheduler does not look at clusters of this kind"},
	}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestValidate: names are few.
func TestValidate(t *testing.T) {
	for want, s := range map[string]clusterreport.Subject{
		"[]": {ClusterNames: []string{"a"}, PlacementNames: []string{"a"}},
		"[clusterNames: Required value: the list is empty; name at least one cluster]": {ClusterNames: []string{}},
		"[placementNames: Too many: 11: must have at most 10 items]": {
			ClusterNames: []string{"a"}, PlacementNames: strings.Split("a b c d e f g h i j k", " "),
		},
	} {
		if got := fmt.Sprint(s.Validate()); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestProperties: a report has each placement that is on the cluster when it is decided alone, and no other; of the drain it says
// what the simulation says, or of a hybrid placement rule what a loss does; and every nearest change, made and decided again, brings
// the cluster.
func TestProperties(t *testing.T) {
	seen := map[placement.Dialect]int{}
	rapid.Check(t, func(t *rapid.T) {
		fleet := drawFleet(t)
		subjects := make([]simulate.Subject, rapid.IntRange(1, 4).Draw(t, "placements"))
		all := &clusterreport.Subject{}
		for i := range subjects {
			subjects[i] = drawSubject(t, i)
			all.PlacementNames = append(all.PlacementNames, subjects[i].Name)
		}
		for i := range fleet.Clusters {
			all.ClusterNames = append(all.ClusterNames, fleet.Clusters[i].Name)
		}
		w, found := simulate.New(t.Context(), fleet, subjects, world.Options{})
		isUnsettled := func(f finding.Finding) bool { return f.Title == "Placements do not settle" }
		if found.HasError() || slices.ContainsFunc(found, isUnsettled) {
			t.SkipNow()
		}
		outputs, found := clusterreport.Of(t.Context(), w, all, nil)
		if found.HasError() {
			t.Fatal(plannertest.Texts(found))
		}
		for i := range outputs.Reports {
			checkReport(t, w, &outputs.Reports[i], seen)
		}
	})
	if len(seen) != len(placement.Dialects) {
		t.Errorf("some dialects were not brought: %v", seen)
	}
}

func checkReport(t *rapid.T, w world.World, report *clusterreport.Report, seen map[placement.Dialect]int) {
	present, absent := map[string]*clusterreport.Placement{}, map[string]*clusterreport.Absence{}
	for i := range report.Placements {
		present[report.Placements[i].Placement] = &report.Placements[i]
	}
	for i := range report.Absent {
		absent[report.Absent[i].Placement] = &report.Absent[i]
	}
	for i := range w.Placements {
		alone, found := w.DecideOne(t.Context(), i)
		if found.HasError() {
			t.Fatal(plannertest.Texts(found))
		}
		name := alone.Placement()
		isOn := slices.Contains(alone.Clusters(), report.ClusterName)
		if isOn != (present[name] != nil) || isOn == (absent[name] != nil) {
			t.Fatalf("%s on %s: %t, present %v, absent %v", name, report.ClusterName, isOn, present[name], absent[name])
		}
		if !isOn {
			seen[alone.Dialect()] += checkAbsence(t, &alone, report.ClusterName, absent[name])
		}
	}
	if report.PlacementCount != len(present) {
		t.Fatalf("%d placements, and %d are listed", report.PlacementCount, len(present))
	}
	checkDrain(t, w, report, present)
}

// checkAbsence replays a nearest change. It is 1 if there is one.
func checkAbsence(t *rapid.T, alone *world.Outcome, cluster string, absence *clusterreport.Absence) int {
	near, err := alone.Answer().Nearest(t.Context(), cluster)
	switch {
	case err != nil:
		t.Fatal(err)
	case near == nil && absence.NearestChange != "" || near != nil && absence.NearestChange != near.Text:
		t.Fatalf("%+v, and alone %v", absence, near)
	case near == nil:
		return 0
	}
	r := *alone.Request()
	near.Apply(&r.Placement, &r.Fleet)
	result, err := r.Schedule(t.Context())
	if err != nil || !slices.Contains(result.ClusterNames(), cluster) {
		t.Fatalf("%s: %s does not bring %s: %v", absence.Placement, near.Text, cluster, err)
	}
	return 1
}

// checkDrain compares a report with a simulation of the same drain.
func checkDrain(t *rapid.T, w world.World, report *clusterreport.Report, present map[string]*clusterreport.Placement) {
	one := edit.Selection{Clusters: []string{report.ClusterName}}
	taint := func(effect placement.TaintEffect) edit.Edit {
		return edit.Edit{Taint: &edit.Taint{Selection: one, Taint: placement.Taint{Key: "maintenance", Effect: effect}}}
	}
	var drain []edit.Edit
	for i := range w.Placements {
		switch w.Placements[i].Dialect() {
		case placement.DialectOCM:
			drain = append(drain, taint(placement.NoSelect))
		case placement.DialectKubeFleet:
			drain = append(drain, taint(placement.NoSchedule), edit.Edit{Evict: &edit.Evict{Selection: one}})
		}
	}
	simulated := map[string]planner.Moves{}
	w.Fleet.Manifests.FromHub = true // An edit without an effect is no error. No placement has a namespace.
	for _, edits := range [][]edit.Edit{drain, {{Lose: &one}}} {
		steps, found := simulate.Run(t.Context(), w, [][]edit.Edit{edits}, field.NewPath("steps"))
		if found.HasError() {
			t.Fatal(plannertest.Texts(found))
		}
		lost := len(edits) > 0 && edits[0].Lose != nil
		for name, moves := range simulate.OutputsOf(t.Context(), w, steps, &simulate.FailureDomains{}).Results[0].Moves {
			i := slices.IndexFunc(w.Placements, func(p world.Placement) bool { return p.FullName() == name })
			if (w.Placements[i].Hybrid != nil) == lost {
				simulated[name] = moves
			}
		}
	}
	for name, p := range present {
		moves := simulated[name]
		_, leaves := moves.Left[report.ClusterName]
		joined := slices.Sorted(maps.Keys(moves.Joined))
		if leaves != p.Leaves || !slices.Equal(joined, p.Joined.Names) {
			t.Fatalf("%s from %s: %+v, and simulated %+v", name, report.ClusterName, p, moves)
		}
	}
}
