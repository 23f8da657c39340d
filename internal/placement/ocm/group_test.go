// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"k8s.io/apimachinery/pkg/util/intstr"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

func TestGroupsPartitionTheDecisions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req, inv := genPlacement(t), genInventory(t)
		got, misconfigured := run(t, req, inv)
		if got.Conditions == nil || inDecisionStrategy(misconfigured) || misconfigured != nil && len(got.Groups) == 0 {
			return
		}
		checkGroups(t, req, got)
	})
}

// checkGroups checks that the groups partition the decisions and the slices partition the groups.
func checkGroups(t *rapid.T, req ocm.Placement, got placement.Result) {
	size, err := req.DecisionStrategy.GroupStrategy.GroupSize(len(got.Decisions))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Groups) == 0 {
		t.Fatal("there is no group, not even an empty one")
	}
	groupOf := checkClustersOfGroups(t, got, size)
	for _, d := range got.Decisions {
		if g, ok := groupOf[d.Cluster]; !ok || g != d.Group {
			t.Fatalf("%s says group %d; the groups have it in %d (%t)", d.Cluster, d.Group, g, ok)
		}
	}
	if len(groupOf) != len(got.Decisions) {
		t.Fatalf("the groups have %d clusters, the decisions %d", len(groupOf), len(got.Decisions))
	}
	checkSlices(t, req, got)
}

// checkClustersOfGroups checks the groups on their own, and returns the group of each cluster.
func checkClustersOfGroups(t *rapid.T, got placement.Result, size int) map[string]int {
	groupOf := map[string]int{}
	for i, g := range got.Groups {
		if g.Index != i {
			t.Fatalf("group %d has index %d", i, g.Index)
		}
		if len(g.Clusters) > size {
			t.Fatalf("group %d has %d clusters, more than %d", i, len(g.Clusters), size)
		}
		if len(g.Clusters) == 0 && len(got.Decisions) > 0 {
			t.Fatalf("group %d is empty", i)
		}
		if !slices.IsSorted(g.Clusters) {
			t.Fatalf("group %d is not sorted: %q", i, g.Clusters)
		}
		for _, name := range g.Clusters {
			if _, twice := groupOf[name]; twice {
				t.Fatalf("%s is in two groups", name)
			}
			groupOf[name] = i
		}
	}
	return groupOf
}

// checkSlices checks that the slices partition the groups.
func checkSlices(t *rapid.T, req ocm.Placement, got placement.Result) {
	rest := got.PlacementDecisions
	for _, g := range got.Groups {
		var clusters []string
		if len(rest) < len(g.PlacementDecisions) || len(g.PlacementDecisions) == 0 {
			t.Fatalf("group %d has %d slices, %d are left", g.Index, len(g.PlacementDecisions), len(rest))
		}
		for i, name := range g.PlacementDecisions {
			s := rest[i]
			if s.Name != name || s.GroupIndex != g.Index || s.GroupName != g.Name || s.Placement != req.Name {
				t.Fatalf("slice %q of group %d is %+v", name, g.Index, s)
			}
			if len(s.Clusters) > 100 || len(s.Clusters) == 0 && len(g.Clusters) > 0 {
				t.Fatalf("slice %q has %d clusters", name, len(s.Clusters))
			}
			clusters = append(clusters, s.Clusters...)
		}
		if diff := cmp.Diff(g.Clusters, clusters, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("group %d: -clusters +slices:\n%s", g.Index, diff)
		}
		rest = rest[len(g.PlacementDecisions):]
	}
	if len(rest) > 0 {
		t.Fatalf("%d slices belong to no group", len(rest))
	}
}

// TestGroupsOfManyClusters does the same for fleets of more clusters than a slice can hold.
func TestGroupsOfManyClusters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		inv := placement.Inventory{
			Now: genNow, Sets: []placement.ClusterSet{{Name: "a"}},
			Bindings: []placement.Binding{{Name: "a", Namespace: "default"}},
		}
		for i := range rapid.IntRange(0, 320).Draw(t, "clusters") {
			labels := map[string]string{placement.ClusterSetLabel: "a"}
			if i%3 == 0 {
				labels["env"] = "prod"
			}
			inv.Clusters = append(inv.Clusters, placement.Cluster{Name: clusterName(i), Labels: labels})
		}
		strategy := genGroups(t)
		size := intstr.FromInt32(rapid.Int32Range(0, 330).Draw(t, "size"))
		strategy.ClustersPerDecisionGroup = &size
		req := ocm.Placement{Name: "p", Namespace: "default"}
		req.DecisionStrategy.GroupStrategy = strategy
		got, misconfigured := run(t, req, inv)
		if misconfigured == nil {
			checkGroups(t, req, got)
		}
	})
}
