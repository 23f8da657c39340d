// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package world_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// drawPlacements draws placements of all schedulers with some prior decisions.
func drawPlacements(t *rapid.T, clusters []placement.Cluster) []world.Placement {
	placements := make([]world.Placement, rapid.IntRange(1, 6).Draw(t, "placements"))
	for i := range placements {
		p := &placements[i]
		number := rapid.Int32Range(1, 3).Draw(t, "number")
		p.Name, p.Namespace = fmt.Sprintf("p%d", i), rapid.SampledFrom([]string{"", "shop"}).Draw(t, "namespace")
		switch rapid.SampledFrom([]placement.Dialect{
			placement.DialectOCM, placement.DialectOCM, placement.DialectKubeFleet, placement.DialectHybrid,
		}).Draw(t, "dialect") {
		case placement.DialectOCM:
			balance, steady := rapid.Int32Range(-1, 3).Draw(t, "balance"), rapid.Int32Range(-1, 2).Draw(t, "steady")
			p.OCM = &ocm.Spec{NumberOfClusters: &number, PrioritizerPolicy: ocm.PrioritizerPolicy{
				Configurations: []ocm.PrioritizerConfiguration{
					{ScoreCoordinate: &ocm.ScoreCoordinate{Type: ocm.TypeBuiltIn, BuiltIn: ocm.Balance}, Weight: &balance},
					{ScoreCoordinate: &ocm.ScoreCoordinate{Type: ocm.TypeBuiltIn, BuiltIn: ocm.Steady}, Weight: &steady},
				},
			}}
		case placement.DialectKubeFleet:
			p.KubeFleet = &kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: &number}
		case placement.DialectHybrid:
			p.Hybrid = &hybrid.Spec{Replicas: &number, Advisors: []hybrid.Advisor{{Name: "alphabet"}}}
		}
		for _, k := range rapid.SliceOfNDistinct(rapid.IntRange(0, len(clusters)-1), 0, 2, rapid.ID).Draw(t, "prior") {
			p.Prior.PreviousDecisions = append(p.Prior.PreviousDecisions, planner.PreviousDecision{ClusterName: clusters[k].Name})
		}
	}
	return placements
}

// drawFleet draws a fleet with the decisions of a placement that is not in the world.
func drawFleet(t *rapid.T) planner.Fleet {
	fleet := numbered(rapid.IntRange(2, 6).Draw(t, "clusters"))
	fleet.Manifests.Bindings = []placement.Binding{{Name: "global", Namespace: "shop"}}
	if rapid.Bool().Draw(t, "others") {
		fleet.PlacementDecisions = []placement.PlacementDecision{{Namespace: "x", Placement: "y", Clusters: []string{"c00", "c00", "gone"}}}
	}
	return fleet
}

// byHand decides one placement after the other, each in every pass, until a pass changes nothing. It reports whether one did.
func byHand(t *rapid.T, fleet planner.Fleet, placements []world.Placement) (clusters map[string][]string, isSettled bool) {
	order := slices.Clone(placements)
	slices.SortFunc(order, func(a, b world.Placement) int {
		isNew := func(p world.Placement) int { return len(p.Prior.PreviousDecisions) }
		return cmp.Or(cmp.Compare(min(1, isNew(b)), min(1, isNew(a))), cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
	})
	clusters = map[string][]string{}
	for _, p := range order {
		clusters[p.FullName()] = names(p.Prior.PreviousDecisions)
	}
	for pass := 0; pass < 8 && !isSettled; pass++ {
		isSettled = true
		for i := range order {
			p := &order[i]
			r := planner.Request{Placement: p.Placement, Fleet: fleet, Prior: p.Prior, OnUnsatisfied: planner.UnsatisfiedAccept}
			for _, other := range order {
				if other.OCM != nil && other.FullName() != p.FullName() {
					r.PlacementDecisions = append(slices.Clip(r.PlacementDecisions), placement.PlacementDecision{
						Namespace: other.Namespace, Placement: other.Name, Clusters: clusters[other.FullName()],
					})
				}
			}
			answer, findings := planner.Decide(t.Context(), &r)
			if findings.HasError() {
				t.Fatal(plannertest.Texts(findings))
			}
			prior := answer.AsPrior()
			if now := names(prior.PreviousDecisions); !slices.Equal(now, clusters[p.FullName()]) {
				clusters[p.FullName()], p.Prior, isSettled = now, prior, false
			}
		}
	}
	return clusters, isSettled
}

func names(decisions []planner.PreviousDecision) []string {
	list := []string{}
	for _, d := range decisions {
		list = append(list, d.ClusterName)
	}
	slices.Sort(list)
	return list
}

// TestByHand: the placements get what one after the other gets by hand, whatever their order is, and the same once more.
func TestByHand(t *testing.T) {
	settled, unsettled := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		fleet := drawFleet(t)
		placements := drawPlacements(t, fleet.Clusters)
		want, isSettled := byHand(t, fleet, placements)
		w, findings := world.New(t.Context(), fleet, rapid.Permutation(placements).Draw(t, "order"), world.Options{})
		isUnsettled := len(findings) > 0 && findings[0].Title == "Placements do not settle"
		if findings.HasError() || isUnsettled == isSettled {
			t.Fatalf("settled by hand: %t\n%s", isSettled, plannertest.Texts(findings))
		}
		got := map[string][]string{}
		for i := range w.Placements {
			got[w.Placements[i].FullName()] = append([]string{}, slices.Sorted(slices.Values(w.Placements[i].PriorClusters()))...)
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Fatalf("-by hand +world:\n%s", diff)
		}
		if !isSettled {
			unsettled++
			return
		}
		settled++
		outcomes, findings := w.Decide(t.Context())
		if findings != nil {
			t.Fatal(plannertest.Texts(findings))
		}
		if diff := gocmp.Diff(want, clustersOf(outcomes)); diff != "" {
			t.Fatalf("-settled +decided again:\n%s", diff)
		}
	})
	if settled == 0 || unsettled == 0 {
		t.Errorf("%d worlds settle, %d do not", settled, unsettled)
	}
}
