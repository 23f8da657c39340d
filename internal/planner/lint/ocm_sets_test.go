// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

func set(name string) placement.ClusterSet { return placement.ClusterSet{Name: name} }

// TestExplainSets names the namespace, the bindings and the sets that keep a placement from being satisfied, and the way out. The
// condition of the hub stays as it is.
func TestExplainSets(t *testing.T) {
	const add = ` Add { name = "prod", namespace = "x" } to cluster_set_bindings, or remove namespace to choose from all cluster sets.`
	const sets = ` The fleet has the cluster sets "dev", "global", "prod".`
	for name, tt := range map[string]struct {
		namespace string
		named     []string
		bindings  []placement.Binding
		manifests []placement.Binding
		want      string
	}{
		"no bindings": {
			namespace: "x", named: []string{"prod"},
			want: `No cluster set is bound to the namespace "x": neither cluster_set_bindings nor manifests have a ManagedClusterSetBinding.` + add + sets,
		},
		"no bindings, and no names": {
			// Binding dev, which comes first, would not satisfy the placement.
			namespace: "x",
			want:      `No cluster set is bound to the namespace "x": neither cluster_set_bindings nor manifests have a ManagedClusterSetBinding.` + add + sets,
		},
		"no bindings, and a wrong name": {
			namespace: "x", named: []string{"prdo"},
			want: `No cluster set is bound to the namespace "x": neither cluster_set_bindings nor manifests have a ManagedClusterSetBinding.` + add + sets,
		},
		"in other namespaces": {
			namespace: "x", named: []string{"prod"},
			bindings:  []placement.Binding{{Name: "prod", Namespace: "xx"}},
			manifests: []placement.Binding{{Name: "dev", Namespace: "ops"}},
			want: `No cluster set is bound to the namespace "x": the bindings in cluster_set_bindings and manifests are in the namespaces ` +
				`"ops", "xx"; did you mean "xx"?` + add + sets,
		},
		"of no set": {
			namespace: "x", bindings: []placement.Binding{{Name: "prdo", Namespace: "x"}},
			want: `No cluster set is bound to the namespace "x": its binding is of the cluster set "prdo", which the fleet does not have` +
				`; did you mean "prod"?` + add + sets,
		},
		"of other sets": {
			namespace: "x", named: []string{"prod"}, manifests: []placement.Binding{{Name: "dev", Namespace: "x"}},
			want: `Bound to the namespace "x" is the cluster set "dev", according to manifests.` + add + sets,
		},
		"of other sets, and a wrong name": {
			namespace: "x", named: []string{"prdo"}, bindings: []placement.Binding{{Name: "dev", Namespace: "x"}},
			want: `The fleet does not have the cluster set "prdo"; did you mean "prod"? ` +
				`Bound to the namespace "x" is the cluster set "dev", according to cluster_set_bindings.` + add + sets,
		},
		"a wrong name": {
			named: []string{"prdo", "other"},
			want: `The fleet does not have the cluster sets "prdo", "other"; did you mean "prod"? Correct cluster_sets in ocm, or remove it ` +
				`to choose from all cluster sets.` + sets,
		},
		"an empty set": {
			named: []string{"dev"},
			want: `No cluster is a member of the cluster set "dev"; the clusters have the label ` + placement.ClusterSetLabel +
				` with "prod".` + sets,
		},
		"an empty set that is bound": {
			namespace: "x", bindings: []placement.Binding{{Name: "dev", Namespace: "x"}},
			want: `No cluster is a member of the cluster set "dev", bound to the namespace "x"; the clusters have the label ` +
				placement.ClusterSetLabel + ` with "prod".` + sets,
		},
	} {
		t.Run(name, func(t *testing.T) {
			fleet := plannertest.ProdFleet(set("prod"), set("dev"))
			fleet.Bindings, fleet.Manifests = tt.bindings, inventory.Fleet{Inventory: placement.Inventory{Bindings: tt.manifests}}
			r := planner.Request{Placement: planner.Placement{Name: "web", Namespace: tt.namespace, OCM: &ocm.Spec{ClusterSets: tt.named}},
				Fleet: fleet}
			_, found := planner.Decide(t.Context(), &r)
			if len(found) != 1 || !found.HasError() {
				t.Fatalf("got %s", plannertest.Texts(found))
			}
			// The last paragraphs are how to satisfy the placement, and how to go on without.
			paragraphs := strings.Split(found[0].Text, "\n\n")
			if diff := cmp.Diff(tt.want, paragraphs[len(paragraphs)-3]); diff != "" {
				t.Errorf("%s\n-want +got:\n%s", found[0].Text, diff)
			}
		})
	}
}

// TestExplainSetsNot: what the sets do not cause is not put down to them.
func TestExplainSetsNot(t *testing.T) {
	deleting := plannertest.ProdFleet(set("prod"))
	for i := range deleting.Clusters {
		deleting.Clusters[i].Deleting = true
	}
	for name, r := range map[string]planner.Request{
		"a predicate": {Placement: planner.Placement{OCM: plannertest.Labelled("x")}, Fleet: plannertest.ProdFleet(set("prod"))},
		"too few": {
			Placement: planner.Placement{OCM: &ocm.Spec{NumberOfClusters: new(int32(9))}}, Fleet: plannertest.ProdFleet(),
		},
		"being deleted": {Placement: planner.Placement{OCM: &ocm.Spec{}}, Fleet: deleting},
		"satisfied, but no": {
			Placement: planner.Placement{OCM: &ocm.Spec{NumberOfClusters: new(int32(0))}}, Fleet: plannertest.ProdFleet(),
		},
	} {
		t.Run(name, func(t *testing.T) {
			if _, found := planner.Decide(t.Context(), &r); !found.HasError() ||
				strings.Contains(plannertest.Texts(found), "The fleet has the cluster sets") {
				t.Errorf("got %s", plannertest.Texts(found))
			}
		})
	}
}

// TestAbsentSets warns about a set that the placement names beside others and cannot use.
func TestAbsentSets(t *testing.T) {
	for name, tt := range map[string]struct {
		namespace, named, want string
	}{
		"one that is there": {"", "dev", ""},
		"one that is not there": {"", "prodd",
			`warning ocm.clusterSets[1]: The placement "web" uses the cluster set "prodd", which the fleet does not have: the fleet does not ` +
				`have the cluster set "prodd"; did you mean "prod"? The placement chooses from its other cluster sets.`},
		"one that is not bound": {"x", "dev",
			`warning ocm.clusterSets[1]: The placement "x/web" uses the cluster set "dev", which the namespace "x" has no binding for: the ` +
				`namespace "x" has no binding for the cluster set "dev". The placement chooses from its other cluster sets. To include it, add ` +
				`{ name = "dev", namespace = "x" } to cluster_set_bindings.`},
	} {
		t.Run(name, func(t *testing.T) {
			fleet := plannertest.ProdFleet(set("prod"), set("dev"))
			fleet.Bindings = []placement.Binding{{Name: "prod", Namespace: "x"}}
			_, found := planner.Decide(t.Context(), &planner.Request{
				Placement: planner.Placement{
					Name: "web", Namespace: tt.namespace, OCM: &ocm.Spec{ClusterSets: []string{"prod", tt.named, tt.named}},
				},
				Fleet: fleet,
			})
			if diff := cmp.Diff(tt.want, plannertest.Texts(found)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
