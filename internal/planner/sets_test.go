// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// prod is a cluster set.
func prod() placement.ClusterSet { return placement.ClusterSet{Name: "prod"} }

// TestGlobal: a fleet has the set global unless it comes with one of this name, and it is open like any other.
func TestGlobal(t *testing.T) {
	all := []string{"a", "b", "c"}
	inTheWay := placement.ClusterSet{Name: "global", SelectorType: placement.LabelSelector, LabelSelector: &metav1.LabelSelector{
		MatchLabels: map[string]string{"name": "b"},
	}}
	outside := `warning ocm: The placement "web" chooses clusters outside of the cluster sets of the fleet: 1 chosen cluster is in none ` +
		`of the cluster sets "prod", such as "c".`
	for name, tt := range map[string]struct {
		sets, manifests []placement.ClusterSet
		namespace       string
		bindings        []placement.Binding
		named           []string
		want            []string
		says            string
	}{
		"no sets":                          {want: all},
		"no sets, by name":                 {named: []string{"global"}, want: all},
		"beside another, by name":          {sets: []placement.ClusterSet{prod()}, named: []string{"global"}, want: all},
		"beside one of manifests":          {manifests: []placement.ClusterSet{prod()}, named: []string{"global"}, want: all},
		"another by name":                  {sets: []placement.ClusterSet{prod()}, named: []string{"prod"}, want: []string{"a", "b"}},
		"beside another, without a name":   {sets: []placement.ClusterSet{prod()}, want: all, says: outside},
		"of the manifests, without a name": {manifests: []placement.ClusterSet{prod()}, want: all, says: outside},
		"the fleet comes with it":          {sets: []placement.ClusterSet{prod(), fleet.AllClusters()}, want: all},
		"another set of this name":         {sets: []placement.ClusterSet{inTheWay}, want: []string{"b"}},
		"another of this name in manifests": {
			sets: []placement.ClusterSet{prod()}, manifests: []placement.ClusterSet{inTheWay}, named: []string{"global"},
			want: []string{"b"},
		},
		"a namespace has what is bound to it": {
			sets: []placement.ClusterSet{prod()}, namespace: "x", bindings: []placement.Binding{{Name: "prod", Namespace: "x"}},
			want: []string{"a", "b"},
		},
		"bound to a namespace": {
			sets: []placement.ClusterSet{prod()}, namespace: "x", bindings: []placement.Binding{{Name: "global", Namespace: "x"}},
			want: all,
		},
	} {
		t.Run(name, func(t *testing.T) {
			fleet := plannertest.ProdFleet(tt.sets...)
			fleet.Bindings, fleet.Manifests = tt.bindings, inventory.Fleet{Inventory: placement.Inventory{Sets: tt.manifests}}
			answer, found := planner.Decide(t.Context(), &planner.Request{
				Placement: planner.Placement{Name: "web", Namespace: tt.namespace, OCM: &ocm.Spec{ClusterSets: tt.named}}, Fleet: fleet,
			})
			if text := plannertest.Texts(found); !strings.HasPrefix(text, tt.says) || tt.says == "" && text != "" {
				t.Fatalf("got %s, want %s", text, tt.says)
			}
			if diff := cmp.Diff(tt.want, chosen(answer)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
