// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// drawOffered draws a small fleet, offers, and a placement that may need some of them.
func drawOffered(t *rapid.T) *planner.Request {
	r := &planner.Request{OnUnsatisfied: planner.UnsatisfiedAccept}
	r.Name = "web"
	cluster := func(name string) placement.Cluster {
		return placement.Cluster{Name: name, Labels: map[string]string{"env": rapid.SampledFrom([]string{"a", "b"}).Draw(t, "env")}}
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "clusters") {
		r.Clusters = append(r.Clusters, cluster(fmt.Sprintf("c%d", i)))
	}
	for i := range rapid.IntRange(0, 4).Draw(t, "offers") {
		r.Offers = append(r.Offers, cluster(fmt.Sprintf("%s%d", rapid.SampledFrom([]string{"a", "x"}).Draw(t, "name"), i)))
	}
	number := rapid.Int32Range(1, 6).Draw(t, "number")
	selector := &metav1.LabelSelector{MatchLabels: map[string]string{"env": "a"}}
	switch rapid.SampledFrom(placement.Dialects).Draw(t, "dialect") {
	case placement.DialectOCM:
		r.OCM = &ocm.Spec{NumberOfClusters: &number, Predicates: []ocm.Predicate{
			{RequiredClusterSelector: ocm.ClusterSelector{LabelSelector: selector}}}}
	case placement.DialectKubeFleet:
		r.KubeFleet = &kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: &number}
		if rapid.Bool().Draw(t, "spreads") {
			r.KubeFleet.TopologySpreadConstraints = []kubefleet.TopologySpreadConstraint{{TopologyKey: "env"}}
			break
		}
		r.KubeFleet.Affinity = &kubefleet.Affinity{ClusterAffinity: &kubefleet.ClusterAffinity{Required: &kubefleet.ClusterSelector{
			ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{{LabelSelector: selector}}}}}
	default:
		r.Hybrid = &hybrid.Spec{Replicas: &number, TargetLabels: selector}
	}
	return r
}

func toCreate(t *rapid.T, r *planner.Request) (clusters, created []string, satisfied bool) {
	answer, found := planner.Decide(t.Context(), r)
	if found.HasError() {
		t.Fatal(plannertest.Texts(found))
	}
	outputs, err := answer.OfferedOutputs(&planner.Details{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range outputs.Decisions {
		clusters = append(clusters, outputs.Decisions[i].ClusterName)
	}
	slices.Sort(clusters)
	return clusters, outputs.ToCreate, outputs.Shortfall == nil
}

// fewestOffers is how many offers satisfy a placement at least, of all parts of them; -1 if none do.
func fewestOffers(t *rapid.T, r *planner.Request) int {
	fewest := -1
	for part := range 1 << len(r.Offers) {
		of := *r
		of.Offers, of.Clusters = nil, slices.Clone(r.Clusters)
		for i := range r.Offers {
			if part&(1<<i) != 0 {
				of.Clusters = append(of.Clusters, r.Offers[i])
			}
		}
		if _, _, ok := toCreate(t, &of); ok && (fewest < 0 || len(of.Clusters)-len(r.Clusters) < fewest) {
			fewest = len(of.Clusters) - len(r.Clusters)
		}
	}
	return fewest
}

// TestOffers: as few offers are chosen as satisfy the placement, and none if none do. All that are chosen get the workload. Once
// they exist, nothing moves.
func TestOffers(t *testing.T) {
	used := map[placement.Dialect]int{}
	for round := 0; round < 20 && len(used) < len(placement.Dialects); round++ {
		rapid.Check(t, func(t *rapid.T) { checkOffers(t, used) })
	}
	if len(used) != len(placement.Dialects) {
		t.Errorf("offers were chosen by %v", used)
	}
}

func checkOffers(t *rapid.T, used map[placement.Dialect]int) {
	r := drawOffered(t)
	clusters, created, satisfied := toCreate(t, r)
	if fewest := fewestOffers(t, r); satisfied != (fewest >= 0) || len(created) != max(0, fewest) {
		t.Fatalf("satisfied: %t; %v created, %d are enough", satisfied, created, fewest)
	}
	if len(created) == 0 {
		return
	}
	used[r.Dialect()]++
	exists := *r
	exists.Clusters = slices.Clone(r.Clusters)
	for i := range r.Offers {
		if slices.Contains(created, r.Offers[i].Name) {
			exists.Clusters = append(exists.Clusters, r.Offers[i])
			if !slices.Contains(clusters, r.Offers[i].Name) {
				t.Fatalf("%s is created and gets nothing", r.Offers[i].Name)
			}
		}
	}
	clustersAfter, createdAfter, _ := toCreate(t, &exists)
	if diff := cmp.Diff(clusters, clustersAfter) + cmp.Diff(created, createdAfter); diff != "" {
		t.Fatalf("once they exist: %s", diff)
	}
}

// TestManyOffers: of too many parts to try, no chosen offer can be left out.
func TestManyOffers(t *testing.T) {
	r := &planner.Request{Offers: make([]placement.Cluster, planner.MaxOffers), OnUnsatisfied: planner.UnsatisfiedAccept}
	r.Name = "web"
	for i := range r.Offers {
		r.Offers[i] = placement.Cluster{Name: fmt.Sprintf("c%02d", i), Labels: map[string]string{"zone": fmt.Sprint(i % 3)}}
	}
	r.KubeFleet = &kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: new(int32(9)),
		TopologySpreadConstraints: []kubefleet.TopologySpreadConstraint{{TopologyKey: "zone"}}}
	answer, found := planner.Decide(t.Context(), r)
	if found.HasError() {
		t.Fatal(plannertest.Texts(found))
	}
	outputs, err := answer.OfferedOutputs(&planner.Details{})
	if err != nil || len(outputs.ToCreate) != 9 || len(outputs.Decisions) != 9 {
		t.Errorf("created: %v; chosen: %v; %v", outputs.ToCreate, outputs.Decisions, err)
	}
}

// TestOfferMistakes are at the offers.
func TestOfferMistakes(t *testing.T) {
	r := planner.Request{Placement: planner.Placement{Name: "web", OCM: &ocm.Spec{}}, Fleet: plannertest.Clusters("a")}
	known := func(int) bool { return true }
	for says, offers := range map[string][]placement.Cluster{
		"offers[1].name: Duplicate value": {{Name: "b"}, {Name: "b"}},
		"offers[0].name":                  {{Name: "No Name"}},
		"must have at most 100 items":     make([]placement.Cluster, 101),
	} {
		r.Offers = offers
		if got := r.ValidateOffers(known).ToAggregate(); got == nil || !strings.Contains(got.Error(), says) {
			t.Errorf("got %v, want %s", got, says)
		}
	}
	r.Offers, r.OCM = []placement.Cluster{{Name: "b"}}, plannertest.Labelled("x")
	if _, found := planner.Decide(t.Context(), &r); !strings.Contains(plannertest.Texts(found), "The fleet with 1 offer does not") {
		t.Error(plannertest.Texts(found))
	}
}

// TestOffersOnHub: on a hub, an offer is in the cluster set that its label names if the hub has the set and the binding. What the hub
// has decided stays, and a cluster that has joined the hub is an ordinary one.
func TestOffersOnHub(t *testing.T) {
	inSet := func(name, set string) placement.Cluster {
		return placement.Cluster{Name: name, Labels: map[string]string{placement.ClusterSetLabel: set}}
	}
	r := planner.Request{Offers: []placement.Cluster{inSet("a-free", "other"), inSet("new", "prod"), inSet("zzz", "prod")}}
	r.Name, r.Namespace, r.OCM = "web", "shop", &ocm.Spec{NumberOfClusters: new(int32(2))}
	r.Manifests.FromHub, r.Manifests.ClusterPlaces = true, make([]document.Place, 2)
	r.Manifests.Clusters = []placement.Cluster{inSet("old", "prod")}
	r.Manifests.Sets = []placement.ClusterSet{{Name: "prod"}, {Name: "other"}}
	r.Manifests.Bindings = []placement.Binding{{Name: "prod", Namespace: "shop"}}
	r.Manifests.Decisions = []placement.PlacementDecision{{Namespace: "shop", Placement: "web", Clusters: []string{"old"}}}
	check := func(joined []string) {
		t.Helper()
		answer, found := planner.Decide(t.Context(), &r)
		if found.HasError() {
			t.Fatal(plannertest.Texts(found))
		}
		outputs, err := answer.OfferedOutputs(&planner.Details{})
		if err != nil {
			t.Fatal(err)
		}
		got := slices.Collect(maps.Keys(outputs.Moves.Joined))
		if diff := cmp.Diff([]string{"new"}, outputs.ToCreate) + cmp.Diff(joined, got); diff != "" || len(outputs.Moves.Left) > 0 {
			t.Error(diff, outputs.Moves)
		}
	}
	check([]string{"new"})
	r.Manifests.Clusters = append(r.Manifests.Clusters, inSet("new", "prod"))
	r.Manifests.Decisions[0].Clusters = []string{"old", "new"}
	check(nil)
}
