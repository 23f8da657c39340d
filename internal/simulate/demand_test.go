// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// sized are clusters with a number of cores each.
func sized(cores int64, names ...string) (of planner.Fleet) {
	for _, name := range names {
		of.Clusters = append(of.Clusters, placement.Cluster{Name: name, Allocatable: ofCPU(cores), Capacity: ofCPU(cores)})
	}
	return of
}

func demanding(s simulate.Subject, cores int64) simulate.Subject {
	s.Demand = ofCPU(cores)
	return s
}

// clustersOf are the chosen clusters by placement.
func clustersOf(outcomes []world.Outcome) map[string][]string {
	of := map[string][]string{}
	for i := range outcomes {
		of[outcomes[i].Placement()] = outcomes[i].Clusters()
	}
	return of
}

// TestDemand: the placements take their room in the order in which they are given. One for which nothing is left is not satisfied,
// and says why; it gets room as soon as there is some.
func TestDemand(t *testing.T) {
	web, api := demanding(pick(placement.DialectOCM, "web", 1), 3), demanding(pick(placement.DialectKubeFleet, "api", 1), 3)
	db := demanding(pick(placement.DialectOCM, "db", 1), 2)
	grow := edit.Edit{Resize: &edit.Resize{
		Selection: edit.Selection{Clusters: []string{"b"}}, Resources: map[string]string{"cpu": "5"},
	}}
	for _, tt := range []struct {
		placements    []simulate.Subject
		before, after map[string][]string
		// most is what the cluster with the most room has.
		most string
	}{
		{
			[]simulate.Subject{web, api, db},
			map[string][]string{"web": {"a"}, "api": {"b"}, "db": {}}, map[string][]string{"web": {"a"}, "api": {"b"}, "db": {"b"}},
			"The cluster a has the most cpu: 1 is left, 2 is demanded; web takes 3.",
		},
		{
			[]simulate.Subject{db, api, web},
			map[string][]string{"db": {"a"}, "api": {"b"}, "web": {}}, map[string][]string{"db": {"a"}, "api": {"b"}, "web": {}},
			"The cluster a has the most cpu: 2 is left, 3 is demanded; db takes 2.",
		},
	} {
		w := begin(t, sized(4, "a", "b"), tt.placements...)
		steps, found := simulate.Run(t.Context(), w, [][]edit.Edit{{}, {grow}}, stepsPath)
		if found.HasError() {
			t.Fatal(plannertest.Texts(found))
		}
		if diff := cmp.Diff(tt.before, clustersOf(steps[0].Outcomes)); diff != "" {
			t.Errorf("before: -want +got:\n%s", diff)
		}
		last := &steps[0].Outcomes[2]
		want := "Chosen: 0; number_of_clusters is 1; the fleet has 2 clusters.\n\n  - 2: Demand: not enough cpu (such as a)\n\n" + tt.most
		if got := simulate.WhyUnsatisfied(t.Context(), last); !strings.HasPrefix(got, "No cluster has enough room for the demand") || !strings.HasSuffix(got, want) || last.Satisfied() {
			t.Errorf("got %q, want %q", got, want)
		}
		if got := last.Answer().Result.Rejected[1].Mismatches[0].String(); !strings.HasPrefix(got, "not enough cpu: 1 is left, ") {
			t.Error(got)
		}
		if diff := cmp.Diff(tt.after, clustersOf(steps[1].Outcomes)); diff != "" {
			t.Errorf("after: -want +got:\n%s", diff)
		}
	}
}

// TestDemandAndFilters: why a placement is not satisfied is said of all clusters, also of those that have too little room.
func TestDemandAndFilters(t *testing.T) {
	for _, tt := range []struct{ env, want string }{
		{"prod", "- 1: Predicate: label does not match env=prod (such as b)\n\nThe cluster a has"},
		{"staging", `predicates[0]: label "env" is "staging" on no cluster; its values are dev, prod.`},
	} {
		fleet := sized(1, "a")
		fleet.Clusters = append(fleet.Clusters, sized(8, "b").Clusters...)
		fleet.Clusters[0].Labels, fleet.Clusters[1].Labels = map[string]string{"env": "prod"}, map[string]string{"env": "dev"}
		web := demanding(pick(placement.DialectOCM, "web", 1), 4)
		web.OCM.Predicates = []ocm.Predicate{{RequiredClusterSelector: ocm.ClusterSelector{
			LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"env": tt.env}},
		}}}
		w := begin(t, fleet, web)
		steps, found := simulate.Run(t.Context(), w, [][]edit.Edit{{}}, stepsPath)
		if found.HasError() {
			t.Fatal(plannertest.Texts(found))
		}
		got := simulate.WhyUnsatisfied(t.Context(), &steps[0].Outcomes[0])
		if !strings.HasPrefix(got, "No cluster has enough room for the demand and passes the filters (Demand).") || !strings.Contains(got, tt.want) {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

// TestDemandOfRunning: what is available on a cluster is without the placements that run there, so that these need no room a second
// time.
func TestDemandOfRunning(t *testing.T) {
	of := sized(8, "a", "b")
	of.Clusters[0].Available, of.Clusters[1].Available = ofCPU(1), ofCPU(4)
	web := demanding(pick(placement.DialectKubeFleet, "web", 1), 4)
	web.Prior.PreviousDecisions = []planner.PreviousDecision{{ClusterName: "a"}}
	w := begin(t, of, web, demanding(pick(placement.DialectKubeFleet, "api", 2), 1))
	outcomes, found := w.Decide(t.Context())
	if found.HasError() {
		t.Fatal(plannertest.Texts(found))
	}
	want := map[string][]string{"web": {"a"}, "api": {"a", "b"}}
	if diff := cmp.Diff(want, clustersOf(outcomes)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestDemandMistakes are at the demand.
func TestDemandMistakes(t *testing.T) {
	web := pick(placement.DialectOCM, "web", 1)
	web.At, web.Demand = "placements[0]", placement.Resources{placement.NewResource("cpus", ofCPU(1)[0].Quantity())}
	_, found := simulate.New(t.Context(), sized(4, "a"), []simulate.Subject{web}, world.Options{})
	if got := plannertest.Texts(found); !strings.Contains(got, `"cpus"`) || !strings.Contains(got, `did you mean "cpu"?`) ||
		found[0].At != "placements[0].demand" {
		t.Error(got)
	}
	at := field.NewPath("demand")
	if errs := simulate.ValidateDemand(ofCPU(-1), at); len(errs) != 1 || errs[0].Field != "demand[cpu]" {
		t.Error(errs)
	}
	if errs := simulate.ValidateDemand(make(placement.Resources, 17), at); len(errs) != 1 {
		t.Error(errs)
	}
}

// drawDemands draws placements of any scheduler, some with earlier decisions.
func drawDemands(t *rapid.T) (of planner.Fleet, subjects []simulate.Subject) {
	for _, name := range []string{"a", "b", "c", "d"} {
		of.Clusters = append(of.Clusters, drawCluster(t, name))
	}
	for i := range rapid.IntRange(1, 4).Draw(t, "placements") {
		s := simulate.Subject{Demand: ofCPU(int64(rapid.IntRange(0, 4).Draw(t, "demand")))}
		spec := drawSpec(t, rapid.SampledFrom(placement.Dialects).Draw(t, "dialect"))
		s.Name, s.OCM, s.KubeFleet, s.Hybrid = fmt.Sprintf("p%d", i), spec.OCM, spec.KubeFleet, spec.Hybrid
		for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b"}), 0, 2, rapid.ID).Draw(t, "before") {
			s.Prior.PreviousDecisions = append(s.Prior.PreviousDecisions, planner.PreviousDecision{ClusterName: name})
		}
		subjects = append(subjects, s)
	}
	return of, subjects
}

// TestDemandsFit: the demands on a cluster are never more than what is available there without the placements; a cluster is rejected
// if and only if those before leave too little of it.
func TestDemandsFit(t *testing.T) {
	rejections := 0
	rapid.Check(t, func(t *rapid.T) {
		of, subjects := drawDemands(t)
		w, found := simulate.New(t.Context(), of, subjects, world.Options{Now: start})
		if found.HasError() {
			t.Fatal(plannertest.Texts(found))
		}
		left := available(&of, subjects)
		outcomes, found := w.Decide(t.Context())
		if found.HasError() {
			t.Fatal(plannertest.Texts(found))
		}
		for i := range outcomes {
			rejections += checkFit(t, &outcomes[i], cores(subjects[i].Demand), left)
		}
	})
	if rejections == 0 {
		t.Error("no cluster was too small")
	}
}

// checkFit compares the clusters that are too small with what is left, takes what is demanded of the chosen ones, and returns how
// many are too small.
func checkFit(t *rapid.T, o *world.Outcome, demand int64, left map[string]int64) int {
	rejected := tooSmall(o)
	var want []string
	for _, name := range slices.Sorted(maps.Keys(left)) {
		if left[name] < demand {
			want = append(want, name)
		}
	}
	if diff := cmp.Diff(want, rejected); diff != "" {
		t.Fatalf("%s, %s: %v are left: -want +got:\n%s", o.Dialect(), o.Placement(), left, diff)
	}
	for _, name := range o.Clusters() {
		if left[name] -= demand; left[name] < 0 {
			t.Fatalf("%s has more than it can have", name)
		}
	}
	return len(rejected)
}

// available is what clusters have without the placements that run there.
func available(of *planner.Fleet, subjects []simulate.Subject) map[string]int64 {
	left := map[string]int64{}
	for i := range of.Clusters {
		left[of.Clusters[i].Name] = cores(of.Clusters[i].Available)
	}
	for i := range subjects {
		for _, d := range subjects[i].Prior.PreviousDecisions {
			left[d.ClusterName] += cores(subjects[i].Demand)
		}
	}
	return left
}

// tooSmall are the clusters that are rejected because of the demand.
func tooSmall(o *world.Outcome) (names []string) {
	for _, r := range o.Answer().Result.Rejected {
		if r.Mismatches[0].Kind == simulate.MismatchDemand {
			names = append(names, r.Cluster)
		}
	}
	return names
}

func cores(of placement.Resources) int64 {
	quantity, _ := of.Get("cpu")
	return quantity.Value()
}

// TestNoDemand: a demand of nothing changes nothing.
func TestNoDemand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		of, subjects := drawDemands(t)
		var results [2][]placement.Result
		for i, demand := range []placement.Resources{nil, ofCPU(0)} {
			for k := range subjects {
				subjects[k].Demand = demand
			}
			w, found := simulate.New(t.Context(), of, subjects, world.Options{Now: start})
			outcomes, more := w.Decide(t.Context())
			if found.HasError() || more.HasError() {
				t.Fatal(plannertest.Texts(append(found, more...)))
			}
			for k := range outcomes {
				results[i] = append(results[i], outcomes[k].Answer().Result)
			}
		}
		if diff := cmp.Diff(results[0], results[1], cmpopts.EquateEmpty(),
			cmp.Comparer(func(a, b placement.Mismatch) bool { return a.String() == b.String() })); diff != "" {
			t.Fatal(diff)
		}
	})
}
