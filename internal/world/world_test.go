// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package world_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// pick is a placement of Open Cluster Management that asks for a number of clusters, with its prior ones.
func pick(name string, number int32, prior ...string) (p world.Placement) {
	p.Name, p.OCM = name, &ocm.Spec{NumberOfClusters: &number}
	for _, cluster := range prior {
		p.Prior.PreviousDecisions = append(p.Prior.PreviousDecisions, planner.PreviousDecision{ClusterName: cluster})
	}
	return p
}

// decided are the clusters of the placements that have settled in a fleet, by name, and what was found.
func decided(t testing.TB, fleet planner.Fleet, placements ...world.Placement) (clusters map[string][]string, text string) {
	t.Helper()
	w, findings := world.New(t.Context(), fleet, placements, world.Options{})
	outcomes, more := w.Decide(t.Context())
	if findings = append(findings, more...); findings.HasError() {
		t.Fatal(plannertest.Texts(findings))
	}
	return clustersOf(outcomes), plannertest.Texts(findings)
}

func clustersOf(outcomes []world.Outcome) map[string][]string {
	clusters := map[string][]string{}
	for i := range outcomes {
		clusters[outcomes[i].Placement()] = outcomes[i].Clusters()
	}
	return clusters
}

func numbered(count int) planner.Fleet {
	names := make([]string, count)
	for i := range names {
		names[i] = fmt.Sprintf("c%02d", i)
	}
	return plannertest.Clusters(names...)
}

// TestTeams: twelve teams with three clusters each get 36 of 50 clusters, and not eight.
func TestTeams(t *testing.T) {
	var teams []world.Placement
	for i := range 12 {
		teams = append(teams, pick(fmt.Sprintf("team-%02d", i), 3))
	}
	clusters, text := decided(t, numbered(50), teams...)
	all := map[string]bool{}
	for _, names := range clusters {
		for _, name := range names {
			all[name] = true
		}
	}
	if len(all) != 36 || text != "" {
		t.Errorf("%d clusters: %v\n%s", len(all), clusters, text)
	}
}

// TestOrder: a placement with prior decisions keeps them, and comes before new ones, which follow by name, whatever their order is.
func TestOrder(t *testing.T) {
	placements := []world.Placement{pick("b", 1), pick("z", 1, "c00"), pick("a", 1)}
	want := map[string][]string{"z": {"c00"}, "a": {"c01"}, "b": {"c02"}}
	for range placements {
		placements = append(placements[1:], placements[0])
		got, text := decided(t, numbered(4), placements...)
		if diff := cmp.Diff(want, got); diff != "" || text != "" {
			t.Errorf("-want +got:\n%s\n%s", diff, text)
		}
	}
}

// TestGiven: decisions that are given are counted as those of the manifests are, from the first decision on.
func TestGiven(t *testing.T) {
	given := []world.Placement{pick("x", 1, "c00"), pick("y", 1, "c00"), pick("new", 1)}
	stored := numbered(3)
	inManifests := []world.Placement{pick("x", 1), pick("y", 1), pick("new", 1)}
	for _, name := range []string{"x", "y"} {
		stored.PlacementDecisions = append(stored.PlacementDecisions, placement.PlacementDecision{
			Placement: name, Clusters: []string{"c00"},
		})
	}
	first, text := decided(t, numbered(3), given...)
	second, otherText := decided(t, stored, inManifests...)
	if diff := cmp.Diff(first, second); diff != "" || text != otherText {
		t.Errorf("-given +manifests:\n%s\n%s\n%s", diff, text, otherText)
	}
}

// TestOthers: only decisions of Open Cluster Management count for its placements.
func TestOthers(t *testing.T) {
	member := world.Placement{Placement: planner.Placement{Name: "api", KubeFleet: &kubefleet.Spec{
		PlacementType: kubefleet.PickFixed, ClusterNames: []string{"c00"},
	}}}
	got, text := decided(t, numbered(2), member, pick("web", 1))
	if want := map[string][]string{"api": {"c00"}, "web": {"c00"}}; !cmp.Equal(got, want) || text != "" {
		t.Errorf("got %v, want %v\n%s", got, want, text)
	}
}

// TestStart: a hub that has yet to decide a change moves anyway. That is told, and is not what later moves are compared with.
func TestStart(t *testing.T) {
	web := pick("web", 2, "c01", "gone")
	w, findings := world.New(t.Context(), numbered(3), []world.Placement{web, pick("api", 1, "c02")}, world.Options{})
	if got := plannertest.Texts(findings); !strings.HasPrefix(got, "warning : Placements move without any edit: 1 placement would be decided "+
		"differently with the fleet as it is: web.") {
		t.Error(got)
	}
	outcomes, more := w.Decide(t.Context())
	if more != nil {
		t.Fatal(plannertest.Texts(more))
	}
	for i := range outcomes {
		if moves := outcomes[i].Moves(); planner.Moved(&moves) {
			t.Errorf("%s moves: %s", outcomes[i].Placement(), &moves)
		}
	}
}

// TestUnsettled: a placement that leaves its clusters with each decision is told.
func TestUnsettled(t *testing.T) {
	fickle := pick("fickle", 1)
	weight := int32(-1)
	fickle.OCM.PrioritizerPolicy.Configurations = []ocm.PrioritizerConfiguration{{
		ScoreCoordinate: &ocm.ScoreCoordinate{Type: ocm.TypeBuiltIn, BuiltIn: ocm.Steady}, Weight: &weight,
	}}
	_, findings := world.New(t.Context(), numbered(3), []world.Placement{pick("web", 1), fickle}, world.Options{})
	if got := plannertest.Texts(findings); !strings.HasPrefix(got, "warning : Placements do not settle: After 8 passes over the "+
		"placements, 1 placement still moves: fickle.") {
		t.Error(got)
	}
}

// TestDecideSome: the others keep their decisions.
func TestDecideSome(t *testing.T) {
	w, findings := world.New(t.Context(), numbered(4), []world.Placement{pick("a", 1), pick("b", 1)}, world.Options{})
	if findings != nil {
		t.Fatal(plannertest.Texts(findings))
	}
	smaller := w.Fleet.Manifests
	smaller.Clusters = slices.Clone(smaller.Clusters[1:])
	outcomes, findings := w.WithFleet(&smaller).DecideSome(t.Context(), func(i int) bool { return i == 0 })
	if findings != nil || outcomes[1].Answer() != nil || !slices.Equal(outcomes[0].Clusters(), []string{"c02"}) {
		t.Errorf("%v\n%s", outcomes[0].Clusters(), plannertest.Texts(findings))
	}
}

// BenchmarkDecide decides 40 placements over 1 000 clusters together, from nothing.
func BenchmarkDecide(b *testing.B) {
	fleet := planner.Fleet{}
	for i := range 1000 {
		fleet.Clusters = append(fleet.Clusters, placement.Cluster{
			Name: fmt.Sprintf("c%04d", i), Labels: map[string]string{"region": fmt.Sprint(i % 7)},
		})
	}
	var placements []world.Placement
	for i := range 40 {
		placements = append(placements, pick(fmt.Sprintf("p%02d", i), 10))
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, findings := world.New(b.Context(), fleet, placements, world.Options{}); findings != nil {
			b.Fatal(plannertest.Texts(findings))
		}
	}
}
