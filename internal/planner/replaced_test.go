// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner_test

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// TestStoredPolicy: a hub refuses another type of placement. On a hub the placement is replaced; manifests are a mistake.
func TestStoredPolicy(t *testing.T) {
	for name, tt := range map[string]struct {
		fromHub bool
		stored  string
		want    string
	}{
		"the same type": {true, kubefleet.PickAll, ""},
		"another type on the hub": {
			true, kubefleet.PickN, `warning kubefleet.placementType: The placement "web" must be replaced on the hub: `,
		},
		"another type in manifests":   {false, kubefleet.PickN, "error kubefleet.placementType: The placement cannot be scheduled: "},
		"the same type, in manifests": {false, kubefleet.PickAll, ""},
	} {
		t.Run(name, func(t *testing.T) {
			fleet := plannertest.Clusters("a")
			fleet.Manifests.Clusters, fleet.Clusters = fleet.Clusters, nil
			fleet.Manifests.ClusterPlaces = make([]document.Place, 1)
			fleet.Manifests.FromHub = tt.fromHub
			fleet.Manifests.KubeFleetPlacements = []kubefleet.Placement{{
				Name: "web", Spec: kubefleet.Spec{PlacementType: tt.stored, NumberOfClusters: new(int32(1))},
			}}
			r := &planner.Request{
				Placement: planner.Placement{Name: "web", KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickAll}}, Fleet: fleet,
			}
			_, found := planner.Decide(t.Context(), r)
			if got := plannertest.Texts(found); !strings.HasPrefix(got, tt.want) || tt.want == "" && got != "" {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestGroupsInForce: the groups of the state are those of its PlacementDecisions, and a cluster that changes its group moves.
func TestGroupsInForce(t *testing.T) {
	perGroup := intstr.FromInt32(1)
	r := &planner.Request{
		Placement: planner.Placement{Name: "web", OCM: &ocm.Spec{}, DecisionStrategy: placement.DecisionStrategy{
			GroupStrategy: &placement.GroupStrategy{ClustersPerDecisionGroup: &perGroup},
		}},
		Fleet: plannertest.Clusters("a", "b"),
	}
	group := func(index int, names ...string) planner.Group {
		return planner.Group{Index: index, Clusters: names}
	}
	for name, tt := range map[string]struct {
		groups []planner.Group
		want   int
	}{
		"the same groups":   {[]planner.Group{group(0, "a"), group(1, "b")}, 0},
		"all were in one":   {[]planner.Group{group(0, "b", "a")}, 1},
		"they are swapped":  {[]planner.Group{group(0, "b"), group(1, "a")}, 2},
		"nothing was known": {nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			c := planner.Transition{
				Request: r,
				Last: &planner.State{
					Decisions: []planner.PreviousDecision{{ClusterName: "a"}, {ClusterName: "b"}}, Groups: planner.GroupsOf(tt.groups),
				},
				LastFingerprint: planner.Fingerprint{Whole: "before"},
			}
			outcome, found := c.Decide(t.Context())
			if outcome == nil {
				t.Fatal(plannertest.Texts(found))
			}
			moves := planner.MovesOf(outcome.Answer.Moves)
			if len(moves.Regrouped) != tt.want || len(moves.Joined)+len(moves.Left) > 0 || moves.Stayed != 2 {
				t.Errorf("got %+v, want %d in another group", moves, tt.want)
			}
			if title := plannertest.Titles(found); (tt.want > 0) != strings.Contains(title, "changes the groups of its clusters") {
				t.Errorf("got %q", title)
			}
		})
	}
}
