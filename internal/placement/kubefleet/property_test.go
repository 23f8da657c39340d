// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

func schedule(t rapid.TB, req kubefleet.Placement, inv placement.Inventory) placement.Result {
	t.Helper()
	result, err := kubefleet.Schedule(context.Background(), req, inv)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func decided(result placement.Result) []string {
	var names []string
	for _, d := range result.Decisions {
		names = append(names, d.Cluster)
	}
	return names
}

// TestOrderOfInputsDoesNotMatter shuffles every list whose order has no meaning upstream.
func TestOrderOfInputsDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req, inv := genCase(t)
		want := schedule(t, req, inv)
		inv.Clusters = rapid.Permutation(inv.Clusters).Draw(t, "clusters")
		inv.ResourceBindings = rapid.Permutation(inv.ResourceBindings).Draw(t, "bindings")
		req.Tolerations = rapid.Permutation(req.Tolerations).Draw(t, "tolerations")
		for i := range inv.Clusters {
			inv.Clusters[i].Namespaces = rapid.Permutation(inv.Clusters[i].Namespaces).Draw(t, "namespaces")
		}
		if diff := cmp.Diff(want, schedule(t, req, inv), cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}

// TestInputsAreNotChanged: a pass does not change its inputs.
func TestInputsAreNotChanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req, inv := genCase(t)
		before := slices.Clone(inv.ResourceBindings)
		for i := range before {
			before[i].Finalizers = slices.Clone(before[i].Finalizers)
		}
		clusters := slices.Clone(inv.Clusters)
		schedule(t, req, inv)
		if diff := cmp.Diff(before, inv.ResourceBindings); diff != "" {
			t.Fatal(diff)
		}
		if diff := cmp.Diff(clusters, inv.Clusters); diff != "" {
			t.Fatal(diff)
		}
	})
}

// TestEveryClusterOnce: a cluster is exactly one of a decision, not picked, and rejected with a reason.
func TestEveryClusterOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req, inv := genCase(t)
		result := schedule(t, req, inv)
		got := decided(result)
		for _, c := range result.NotPicked {
			got = append(got, c.Cluster)
		}
		for _, r := range result.Rejected {
			got = append(got, r.Cluster)
			if len(r.Mismatches) == 0 || r.Stage == "" ||
				slices.ContainsFunc(r.Mismatches, func(m placement.Mismatch) bool { return m.String() == "" }) {
				t.Fatalf("cluster %s is rejected without a reason: %+v", r.Cluster, r)
			}
		}
		candidates := slices.Clone(result.NotPicked)
		for _, d := range result.Decisions {
			candidates = append(candidates, d.Candidate)
		}
		for _, c := range candidates {
			if len(c.Scores) != len(result.Prioritizers) {
				t.Fatalf("cluster %s has %d scores of %d", c.Cluster, len(c.Scores), len(result.Prioritizers))
			}
		}
		var want []string
		for i := range inv.Clusters {
			want = append(want, inv.Clusters[i].Name)
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

// TestReasonsAreThoseOfTheHub: the reason of a cluster starts with what the hub publishes about it, but for the Go struct of a taint.
func TestReasonsAreThoseOfTheHub(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		result := schedule2(t)
		reasons := map[string]string{}
		for e := range result.Explain {
			reasons[e.Cluster] = e.Reason
		}
		chosen := decided(result)
		for _, d := range result.PolicySnapshot.TargetClusters {
			if !d.Selected && slices.Contains(chosen, d.ClusterName) {
				continue // an earlier binding remains although the cluster is not selected
			}
			want := strings.TrimPrefix(d.Reason, "ClusterUnschedulable, ")
			if strings.HasPrefix(want, "taint &{") {
				want = "taint gpu"
			}
			if got := reasons[d.ClusterName]; !strings.HasPrefix(got, want) {
				t.Fatalf("%s: got %q, the hub has %q", d.ClusterName, got, want)
			}
		}
	})
}

// TestDecisionsAreTheLiveBindings: a cluster is a decision if and only if it has a live binding.
func TestDecisionsAreTheLiveBindings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		result := schedule2(t)
		var want []string
		for _, b := range result.ResourceBindings {
			if b.Live() && !slices.Contains(want, b.TargetCluster) {
				want = append(want, b.TargetCluster)
			}
		}
		got := decided(result)
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

// TestGroupsPartitionTheDecisions: every decision is in exactly one group, the one that it names.
func TestGroupsPartitionTheDecisions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		result := schedule2(t)
		groupOf := map[string]int{}
		for _, g := range result.Groups {
			for _, name := range g.Clusters {
				if _, twice := groupOf[name]; twice {
					t.Fatalf("cluster %s is in two groups", name)
				}
				groupOf[name] = g.Index
			}
		}
		if len(groupOf) != len(result.Decisions) {
			t.Fatalf("%d clusters in groups, %d decisions", len(groupOf), len(result.Decisions))
		}
		for _, d := range result.Decisions {
			if group, ok := groupOf[d.Cluster]; !ok || group != d.Group {
				t.Fatalf("decision %s names group %d and is in group %d (%v)", d.Cluster, d.Group, group, ok)
			}
		}
	})
}

func schedule2(t *rapid.T) placement.Result {
	req, inv := genCase(t)
	return schedule(t, req, inv)
}

// TestResultIsStable: scheduling again with the result changes no binding and no decision. The published status may change
// once more: a pass that has nothing to do does not publish the clusters that were not chosen.
func TestResultIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req, inv := genCase(t)
		first := schedule(t, req, inv)
		req2, inv2 := resumed(req, inv, first)
		second := schedule(t, req2, inv2)
		for _, b := range second.ResourceBindings {
			if b.Action != placement.BindingKept {
				t.Fatalf("binding %s for %s is %s", b.Name, b.TargetCluster, b.Action)
			}
		}
		if diff := cmp.Diff(decided(first), decided(second), cmpopts.SortSlices(func(a, b string) bool { return a < b })); diff != "" {
			t.Fatal(diff)
		}
		req3, inv3 := resumed(req2, inv2, second)
		if diff := cmp.Diff(second, schedule(t, req3, inv3), cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}

// TestSkewStaysInBounds: no pass makes the skew of a DoNotSchedule constraint larger than allowed, unless it already was.
func TestSkewStaysInBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req, inv := genCase(t)
		result := schedule(t, req, inv)
		if len(result.Decisions) < currentlySelected(req, inv) {
			return // downscaling ignores the skew
		}
		for _, c := range req.TopologySpreadConstraints {
			if c.WhenUnsatisfiable == kubefleet.ScheduleAnyway {
				continue
			}
			before := skew(inv, c.TopologyKey, func(name string) bool {
				return slices.ContainsFunc(inv.ResourceBindings, func(b placement.ResourceBinding) bool {
					return b.TargetCluster == name && b.Live() && b.PolicySnapshot == "web-0" && !leaving(inv, name)
				})
			})
			after := skew(inv, c.TopologyKey, func(name string) bool { return slices.Contains(decided(result), name) })
			if after > max(before, maxSkew(c)) {
				t.Fatalf("%s: skew %d, allowed %d, before %d", c.TopologyKey, after, maxSkew(c), before)
			}
		}
	})
}

func currentlySelected(req kubefleet.Placement, inv placement.Inventory) int {
	count := 0
	for _, b := range inv.ResourceBindings {
		if b.Live() && b.PolicySnapshot == req.Name+"-0" && !leaving(inv, b.TargetCluster) {
			count++
		}
	}
	return count
}

func leaving(inv placement.Inventory, name string) bool {
	return !slices.ContainsFunc(inv.Clusters, func(c placement.Cluster) bool { return c.Name == name && !c.Deleting })
}

func maxSkew(c kubefleet.TopologySpreadConstraint) int {
	if c.MaxSkew == nil {
		return 1
	}
	return int(*c.MaxSkew)
}

func skew(inv placement.Inventory, key string, selected func(string) bool) int {
	counts := map[string]int{}
	for i := range inv.Clusters {
		if value, ok := inv.Clusters[i].Labels[key]; ok {
			counts[value] += 0
			if selected(inv.Clusters[i].Name) {
				counts[value]++
			}
		}
	}
	if len(counts) == 0 {
		return 0
	}
	var sorted []int
	for _, count := range counts {
		sorted = append(sorted, count)
	}
	return slices.Max(sorted) - slices.Min(sorted)
}
