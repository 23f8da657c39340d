// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package shortfall_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/shortfall"
)

type tester interface {
	Helper()
	Fatal(...any)
	Context() context.Context
}

// nearest finds what brings a cluster, and decides again with it.
func nearest(t tester, r *planner.Request, cluster string) *shortfall.Nearest {
	t.Helper()
	answer, found := planner.Decide(t.Context(), r)
	if found.HasError() {
		t.Fatal(plannertest.Texts(found))
	}
	near, err := answer.Nearest(t.Context(), cluster)
	if err != nil {
		t.Fatal(err)
	}
	if near == nil {
		return nil
	}
	changed := *r
	near.Apply(&changed.Placement, &changed.Fleet)
	if !chooses(t, &changed, cluster) {
		t.Fatal(near.Text + " does not bring " + cluster)
	}
	return near
}

func chooses(t tester, r *planner.Request, cluster string) bool {
	t.Helper()
	result, err := r.Schedule(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return slices.Contains(result.ClusterNames(), cluster)
}

func eu(env ...string) *metav1.LabelSelector {
	selector := &metav1.LabelSelector{MatchLabels: map[string]string{"region": "eu"}}
	if len(env) > 0 {
		selector.MatchExpressions = []metav1.LabelSelectorRequirement{{Key: "env", Operator: metav1.LabelSelectorOpNotIn, Values: env}}
	}
	return selector
}

// TestNearest: the nearest change is a number, a toleration, a label, a cluster set or a name, or two of them.
func TestNearest(t *testing.T) {
	blue := map[string]string{placement.ClusterSetLabel: "blue"}
	fleet := planner.Fleet{Clusters: []placement.Cluster{
		{Name: "a", Labels: map[string]string{"region": "eu", placement.ClusterSetLabel: "blue"}},
		{Name: "b", Labels: map[string]string{"region": "eu", placement.ClusterSetLabel: "blue"}},
		{Name: "c", Labels: map[string]string{"region": "us", "env": "dev", placement.ClusterSetLabel: "green"}},
		{Name: "d", Labels: map[string]string{"region": "eu", placement.ClusterSetLabel: "blue"}, Taints: []placement.Taint{{Key: "gpu", Value: "a100", Effect: placement.NoSelect}}},
		{Name: "e", Labels: blue, Deleting: true},
	}, ClusterSets: []placement.ClusterSet{{Name: "blue"}, {Name: "green"}}, Bindings: []placement.Binding{{Name: "blue", Namespace: "shop"}}}
	in := func(selector *metav1.LabelSelector, number *int32) *ocm.Spec {
		return &ocm.Spec{NumberOfClusters: number, Predicates: []ocm.Predicate{
			{RequiredClusterSelector: ocm.ClusterSelector{LabelSelector: selector}},
		}}
	}
	pickN := func(selector *metav1.LabelSelector) *kubefleet.Spec {
		return &kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: new(int32(1)), Affinity: requiring(selector)}
	}
	for name, tt := range map[string]struct {
		placement planner.Placement
		cluster   string
		want      string
	}{
		"a number":     {planner.Placement{Namespace: "shop", OCM: in(eu(), new(int32(1)))}, "b", "set ocm.number_of_clusters to 2"},
		"a toleration": {planner.Placement{OCM: in(eu(), nil)}, "d", "tolerate the taint gpu=a100:NoSelect in ocm.tolerations"},
		"a toleration and a number": {planner.Placement{OCM: in(eu(), new(int32(2)))}, "d",
			"tolerate the taint gpu=a100:NoSelect in ocm.tolerations, and set ocm.number_of_clusters to 3"},
		"a label": {planner.Placement{OCM: in(eu(), nil)}, "c", `label the cluster "c" with region = "eu"`},
		"a label more and one less": {planner.Placement{OCM: in(eu("dev"), nil)}, "c",
			`label the cluster "c" with no env, region = "eu"`},
		"a cluster set": {planner.Placement{Namespace: "shop", OCM: in(nil, nil)}, "c",
			`label the cluster "c" with cluster.open-cluster-management.io/clusterset = "blue"`},
		"a binding": {planner.Placement{Namespace: "x", OCM: in(nil, nil)}, "c", `bind the cluster set "green" to the namespace "x"`},
		"a label and a cluster set": {planner.Placement{Namespace: "shop", OCM: in(eu(), nil)}, "c",
			`label the cluster "c" with region = "eu", and label the cluster "c" with cluster.open-cluster-management.io/clusterset = "blue"`},
		"nothing":             {planner.Placement{OCM: in(nil, nil)}, "e", ""},
		"KubeFleet: a number": {planner.Placement{KubeFleet: pickN(eu())}, "a", "set kubefleet.number_of_clusters to 2"},
		"KubeFleet: a toleration": {planner.Placement{KubeFleet: pickN(eu())}, "d",
			"tolerate the taint gpu=a100:NoSchedule in kubefleet.tolerations"},
		"KubeFleet: a label": {planner.Placement{KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickAll, Affinity: requiring(eu())}}, "c",
			`label the cluster "c" with region = "eu"`},
		"KubeFleet: a name": {planner.Placement{KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickFixed, ClusterNames: []string{"a"}}},
			"d", `add "d" to kubefleet.cluster_names`},
		"hybrid: a number": {planner.Placement{Hybrid: &hybrid.Spec{Replicas: new(int32(1)), Advisors: []hybrid.Advisor{{Name: "alphabet"}}}},
			"c", "set hybrid.replicas to 3"},
		"hybrid: a label": {planner.Placement{Hybrid: &hybrid.Spec{TargetLabels: eu()}}, "c", `label the cluster "c" with region = "eu"`},
		"hybrid: a requirement": {planner.Placement{Hybrid: &hybrid.Spec{
			Targets: []hybrid.TargetReference{{Kind: placement.TargetCluster, Name: "a"}},
		}}, "c", "remove hybrid.targets (1 reference)"},
	} {
		t.Run(name, func(t *testing.T) {
			r := &planner.Request{Placement: tt.placement, Fleet: fleet, OnUnsatisfied: planner.UnsatisfiedAccept}
			r.Name = "web"
			if r.KubeFleet != nil {
				r.Clusters = slices.Clone(r.Clusters)
				r.Clusters[3].Taints = []placement.Taint{{Key: "gpu", Value: "a100", Effect: placement.NoSchedule}}
			}
			got := ""
			if near := nearest(t, r, tt.cluster); near != nil {
				got = near.Text
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestNearest_object: a label that a CEL expression reads is found as well: the whole object follows.
func TestNearest_object(t *testing.T) {
	r := &planner.Request{OnUnsatisfied: planner.UnsatisfiedAccept}
	r.Name, r.Clusters = "web", []placement.Cluster{{Name: "a", Object: []byte(`{"metadata":{"name":"a"}}`)}}
	r.OCM = &ocm.Spec{Predicates: []ocm.Predicate{{RequiredClusterSelector: ocm.ClusterSelector{
		LabelSelector: eu(),
		CELSelector:   &ocm.CELSelector{CELExpressions: []string{`managedCluster.metadata.labels["region"] == "eu"`}},
	}}}}
	near := nearest(t, r, "a")
	if near == nil || near.Text != `label the cluster "a" with region = "eu"` {
		t.Error(near)
	}
	if string(r.Clusters[0].Object) != `{"metadata":{"name":"a"}}` || r.Clusters[0].Labels != nil {
		t.Error("the fleet itself has changed")
	}
}

// TestNearest_replayed: with the nearest change the placement chooses the cluster. Where there is none, no change of those that a
// shortfall has brings it, and a number that is found is the smallest.
func TestNearest_replayed(t *testing.T) {
	for _, dialect := range placement.Dialects {
		t.Run(string(dialect), func(t *testing.T) {
			brought := 0
			rapid.Check(t, func(t *rapid.T) {
				r, edits := drawRequest(t, dialect)
				for i := range r.Clusters {
					cluster := r.Clusters[i].Name
					if chooses(t, r, cluster) {
						continue
					}
					if near := nearest(t, r, cluster); near != nil {
						checkSmallest(t, r, near, cluster)
						brought++
					} else {
						checkNone(t, r, edits, cluster)
					}
				}
			})
			if brought == 0 {
				t.Error("no cluster was brought")
			}
		})
	}
}

func checkSmallest(t tester, r *planner.Request, near *shortfall.Nearest, cluster string) {
	changed := *r
	near.Apply(&changed.Placement, &changed.Fleet)
	if _, number := changed.Placement.Wanted(); number != nil && strings.HasPrefix(near.Text, "set ") &&
		chooses(t, withNumber(r, *number-1), cluster) {
		t.Fatal(near.Text + " is more than needed")
	}
}

func checkNone(t tester, r *planner.Request, edits []edit, cluster string) {
	if r.KubeFleet != nil && len(r.KubeFleet.TopologySpreadConstraints) > 0 {
		return // What lets other clusters in evens the spread, and is not looked for.
	}
	for _, one := range edits {
		for _, other := range edits {
			changed := *r
			one.apply(&changed)
			if one.name != other.name {
				other.apply(&changed)
			}
			if chooses(t, &changed, cluster) {
				t.Fatal(one.name + " and " + other.name + " bring " + cluster)
			}
		}
	}
}
