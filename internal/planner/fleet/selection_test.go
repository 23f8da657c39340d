// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package fleet_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// texts are findings as lines.
func texts(found finding.List) string {
	var lines []string
	for _, f := range found {
		lines = append(lines, f.At+": "+f.Title+": "+f.Text)
	}
	return strings.Join(lines, "\n")
}

func managed(name string, labels map[string]string) placement.Cluster {
	return placement.Cluster{Name: name, Kind: placement.ManagedCluster, Labels: labels}
}

func member(name string) placement.Cluster {
	return placement.Cluster{Name: name, Kind: placement.MemberCluster}
}

// TestSelect: cluster sets and scores are those of ManagedClusters, and taints keep no cluster out.
func TestSelect(t *testing.T) {
	prod := map[string]string{placement.ClusterSetLabel: "prod"}
	tainted := managed("t", prod)
	tainted.Taints = []placement.Taint{{Key: "down", Effect: placement.NoSelect}}
	of := placement.Inventory{Clusters: []placement.Cluster{member("m"), managed("b", nil), managed("a", prod),
		tainted, member("a")}}
	comesWithProd := of
	comesWithProd.Sets = []placement.ClusterSet{{Name: "prod"}}
	labels := ocm.ClusterSelector{LabelSelector: &metav1.LabelSelector{MatchLabels: prod}}
	for name, tt := range map[string]struct {
		fleet    inventory.Fleet
		selected fleet.Selection
		want     []string
		found    string
	}{
		"all": {fleet: inventory.Fleet{Inventory: of}, want: []string{"a", "a", "b", "m", "t"}},
		"one kind": {
			fleet: inventory.Fleet{Inventory: of}, selected: fleet.Selection{Kind: placement.MemberCluster}, want: []string{"a", "m"},
		},
		"the set of a label": {
			fleet: inventory.Fleet{Inventory: of}, selected: fleet.Selection{ClusterSets: []string{"prod"}}, want: []string{"a", "t"},
		},
		"the set global beside another one": {
			fleet: inventory.Fleet{Inventory: comesWithProd}, selected: fleet.Selection{ClusterSets: []string{"global"}},
			want: []string{"a", "b", "t"},
		},
		"a selector": {fleet: inventory.Fleet{Inventory: of}, selected: fleet.Selection{Selector: labels}, want: []string{"a", "t"}},
		"no such set": {
			fleet: inventory.Fleet{Inventory: of}, selected: fleet.Selection{ClusterSets: []string{"global", "prods"}},
			found: `cluster_sets[1]: Unsupported value: found "prods"; the fleet has the cluster sets global, prod; did you mean "prod"?`,
		},
		"a hub has no other sets than its own": {
			fleet: inventory.Fleet{Inventory: of, FromHub: true}, selected: fleet.Selection{ClusterSets: []string{"prod"}},
			found: `cluster_sets[0]: Unsupported value: found "prod"; the fleet has no cluster sets.`,
		},
		"no clusters": {
			fleet: inventory.Fleet{Skipped: []inventory.SkippedKind{{Kind: "Pod", Count: 2}}},
			found: "manifests: The fleet has no clusters: There is no cluster to choose from. Skipped 2 objects of kind Pod.",
		},
		"no clusters on the hub": {
			fleet: inventory.Fleet{FromHub: true}, selected: fleet.Selection{Kind: placement.MemberCluster},
			found: ": The hub has no clusters: There is no cluster to choose from: the hub has no MemberClusters.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, found := fleet.Select(t.Context(), &tt.fleet, tt.selected)
			if diff := cmp.Diff(tt.found, texts(found)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if diff := cmp.Diff(append([]string{}, tt.want...), fleet.Names(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestMembers: another kind of cluster is in no set.
func TestMembers(t *testing.T) {
	prod := map[string]string{placement.ClusterSetLabel: "prod"}
	clusters := []placement.Cluster{managed("b", prod), member("m"), managed("a", prod), managed("c", nil),
		{Name: "d", Labels: prod}}
	for set, want := range map[string][]string{"prod": {"a", "b", "d"}, "test": {}} {
		members, err := fleet.Members(t.Context(), clusters, placement.ClusterSet{Name: set,
			SelectorType: placement.ExclusiveClusterSetLabel})
		if diff := cmp.Diff(want, fleet.Names(members)); diff != "" || err != nil {
			t.Errorf("%s: %v\n-want +got:\n%s", set, err, diff)
		}
	}
}
