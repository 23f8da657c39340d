// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubdecision_test

import (
	"fmt"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	plannerfleet "github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// numbered are the ManagedClusters c0 to c3 of a hub, with the decisions of other placements.
func numbered(others ...placement.PlacementDecision) planner.Fleet {
	fleet := inventory.Fleet{FromHub: true}
	for i := range 4 {
		fleet.Clusters = append(fleet.Clusters, placement.Cluster{Name: fmt.Sprintf("c%d", i), Kind: placement.ManagedCluster})
	}
	fleet.Sets, fleet.Decisions = []placement.ClusterSet{plannerfleet.AllClusters()}, others
	fleet.Bindings = []placement.Binding{{Namespace: "shop", Name: fleet.Sets[0].Name}}
	return planner.Fleet{Manifests: fleet}
}

func prioritizer(name string, weight int32) ocm.PrioritizerConfiguration {
	return ocm.PrioritizerConfiguration{ScoreCoordinate: &ocm.ScoreCoordinate{BuiltIn: name}, Weight: &weight}
}

// members are as many MemberClusters.
func members() (all []placement.Cluster) {
	for i := range 4 {
		all = append(all, placement.Cluster{Name: fmt.Sprintf("c%d", i), Kind: placement.MemberCluster})
	}
	return all
}

// TestOrder: what depends on the order in which a hub decides the placements of a plan is told with that condition, with the names
// of another order as far as they are known. What no other decision can change is told without.
func TestOrder(t *testing.T) {
	const alone = "Its prioritizer Balance counts the decisions of other placements: if the hub decides others of this plan before it, " +
		"names may differ."
	const after = " This is after shop/a, of this plan. If the hub decides in another order, names "
	two, all := int32(2), int32(4)
	spec := func(number *int32, mode string, configurations ...ocm.PrioritizerConfiguration) planner.Placement {
		return planner.Placement{Namespace: "shop", Name: "b", OCM: &ocm.Spec{
			NumberOfClusters: number, PrioritizerPolicy: ocm.PrioritizerPolicy{Mode: mode, Configurations: configurations},
		}}
	}
	other := placement.PlacementDecision{Namespace: "shop", Placement: "a", Clusters: []string{"c0", "c1"}}
	for name, tt := range map[string]struct {
		placement planner.Placement
		after     []string
		fleet     planner.Fleet
		want      string
	}{
		"alone":             {placement: spec(&two, ""), want: "(c0, c1). " + alone},
		"after another one": {spec(&two, ""), []string{"shop/a"}, numbered(other), "(c2, c3)." + after + "differ: before them it chooses 2 clusters (c0, c1)."},
		"the same clusters": {spec(&two, ""), []string{"shop/a"}, numbered(), "(c0, c1)." + after + "may differ."},
		"all clusters":      {spec(&all, ""), []string{"shop/a"}, numbered(other), "(c0, c1, c2, c3)."},
		"without a number":  {spec(nil, ""), []string{"shop/a"}, numbered(other), "(c0, c1, c2, c3)."},
		"weight 0":          {spec(&two, "", prioritizer(ocm.Balance, 0)), []string{"shop/a"}, numbered(other), "(c0, c1)."},
		"without Balance":   {spec(&two, "Exact", prioritizer(ocm.Steady, 1)), []string{"shop/a"}, numbered(other), "(c0, c1)."},
		"against Balance":   {spec(&two, "", prioritizer(ocm.Balance, -1)), nil, numbered(other), "(c0, c1). " + alone},
		"KubeFleet": {placement: planner.Placement{Name: "b", KubeFleet: &kubefleet.Spec{
			PlacementType: kubefleet.PickN, NumberOfClusters: &two,
		}}, want: "(c3, c2)."},
	} {
		t.Run(name, func(t *testing.T) {
			if tt.fleet.Manifests.Clusters == nil {
				tt.fleet = numbered()
			}
			if tt.placement.KubeFleet != nil {
				tt.fleet.Manifests.Clusters = members()
			}
			c := &planner.Transition{Request: &planner.Request{Placement: tt.placement, Fleet: tt.fleet}}
			expected, findings := hubdecision.Expect(t.Context(), c, hubdecision.Baseline{}, nil)
			if expected == nil {
				t.Fatal(plannertest.Texts(findings))
			}
			if undecided := numbered(); len(tt.after) > 0 && expected.CountsOthers() {
				expected.After(t.Context(), tt.after, &undecided)
			}
			got := plannertest.Texts(expected.Findings(t.Context()))
			if !strings.HasSuffix(got, tt.want) {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestOrder_certain: a weight that outweighs whatever Balance gives makes the clusters certain, and one that does not leaves the
// condition.
func TestOrder_certain(t *testing.T) {
	one := int32(1)
	for weight, isCertain := range map[int32]bool{1: false, 2: false, 3: true} {
		decided := &decisions.Decided{Scheduled: true, Groups: make([]placement.Group, 1), PlacementDecisions: []placement.PlacementDecision{
			{Namespace: "shop", Placement: "b", Clusters: []string{"c3"}},
		}, Decisions: []decisions.DecidedCluster{{Name: "c3"}}}
		c := &planner.Transition{Request: &planner.Request{Fleet: numbered(), Placement: planner.Placement{
			Namespace: "shop", Name: "b", OCM: &ocm.Spec{NumberOfClusters: &one, PrioritizerPolicy: ocm.PrioritizerPolicy{
				Configurations: []ocm.PrioritizerConfiguration{prioritizer(ocm.Steady, weight)},
			}},
		}}}
		expected, findings := hubdecision.Expect(t.Context(), c, hubdecision.Baseline{Decided: decided, Clusters: []string{"c3"}}, nil)
		if expected == nil {
			t.Fatal(plannertest.Texts(findings))
		}
		if expected.CountsOthers() == isCertain {
			t.Errorf("Steady %d: certain %t", weight, !isCertain)
		}
	}
}

// TestOrder_limit: max_moves limits the moves in the order that moves more.
func TestOrder_limit(t *testing.T) {
	two, none := int32(2), intstr.FromInt32(0)
	c := &planner.Transition{Limit: planner.Limit{MaxMoves: &none}, Request: &planner.Request{
		Fleet: numbered(placement.PlacementDecision{Namespace: "shop", Placement: "a", Clusters: []string{"c0", "c1"}}),
		Placement: planner.Placement{Namespace: "shop", Name: "b", OCM: &ocm.Spec{NumberOfClusters: &two,
			PrioritizerPolicy: ocm.PrioritizerPolicy{Configurations: []ocm.PrioritizerConfiguration{prioritizer(ocm.Steady, 0)}}}},
	}}
	decided := &decisions.Decided{Scheduled: true, Groups: make([]placement.Group, 1), Decisions: []decisions.DecidedCluster{
		{Name: "c2"}, {Name: "c3"},
	}}
	expected, findings := hubdecision.Expect(t.Context(), c, hubdecision.Baseline{Decided: decided, Clusters: []string{"c2", "c3"}}, nil)
	if expected == nil {
		t.Fatal(plannertest.Texts(findings))
	}
	undecided := numbered()
	expected.After(t.Context(), []string{"shop/a"}, &undecided)
	if got := plannertest.Texts(expected.Findings(t.Context())); !strings.Contains(got, planner.TooManyMoves) ||
		!strings.Contains(got, "2 of 2 clusters would lose the workload") || !strings.Contains(got, "before them it chooses 2 clusters (c0, c1)") {
		t.Error(got)
	}
}
