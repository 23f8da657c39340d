// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// TestDuplicateBinding has two bindings of one set, as two lists of manifests may. The set is named once.
func TestDuplicateBinding(t *testing.T) {
	inv := placement.Inventory{
		Sets: []placement.ClusterSet{
			{
				Name: "s", SelectorType: placement.LabelSelector,
				LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"a": "b"}},
			},
			{Name: "t"},
		},
		Bindings: []placement.Binding{{Name: "s", Namespace: "ns"}, {Name: "t", Namespace: "ns"}, {Name: "s", Namespace: "ns"}},
	}
	got, err := ocm.Schedule(t.Context(), ocm.Placement{Name: "p", Namespace: "ns"}, inv)
	if err != nil {
		t.Fatal(err)
	}
	const want = "All ManagedClusterSets [s,t] have no member ManagedCluster"
	if message := got.Condition(ocm.ConditionSatisfied).Message; message != want {
		t.Errorf("the condition is %q, want %q", message, want)
	}
	inv.Clusters = []placement.Cluster{{Name: "c"}}
	got, err = ocm.Schedule(t.Context(), ocm.Placement{Name: "p", Namespace: "ns"}, inv)
	if err != nil {
		t.Fatal(err)
	}
	if wanted := got.Rejected[0].Mismatches[0].Wanted; wanted != "s, t" {
		t.Errorf("the cluster is in none of %q", wanted)
	}
}

// TestSameWarning reads one expired object for two prioritizers: there is one warning.
func TestSameWarning(t *testing.T) {
	req, inv := everyStep(1, "true")
	inv.Scores[0].ValidUntil = inv.Now.Add(-1)
	req.PrioritizerPolicy.Configurations = nil
	for _, score := range []string{"cpu", "memory", "cpu"} {
		req.PrioritizerPolicy.Configurations = append(req.PrioritizerPolicy.Configurations, ocm.PrioritizerConfiguration{
			ScoreCoordinate: &ocm.ScoreCoordinate{Type: ocm.TypeAddOn, AddOn: &ocm.AddOnScore{ResourceName: "usage", ScoreName: score}},
		})
	}
	got, err := ocm.Schedule(t.Context(), req, inv)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"AddOnPlacementScores c00000/usage expired"}, got.Warnings); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
