// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package comparison_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// drawSelector draws a selector over two labels, of which some mean the same.
func drawSelector(t *rapid.T) *metav1.LabelSelector {
	s := &metav1.LabelSelector{}
	for range rapid.IntRange(0, 2).Draw(t, "requirements") {
		key := rapid.SampledFrom([]string{"env", "region"}).Draw(t, "key")
		e := metav1.LabelSelectorRequirement{Key: key, Operator: rapid.SampledFrom([]metav1.LabelSelectorOperator{
			metav1.LabelSelectorOpIn, metav1.LabelSelectorOpNotIn, metav1.LabelSelectorOpExists, metav1.LabelSelectorOpDoesNotExist,
		}).Draw(t, "operator")}
		if e.Operator == metav1.LabelSelectorOpIn || e.Operator == metav1.LabelSelectorOpNotIn {
			e.Values = rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b"}), 1, 2, rapid.ID).Draw(t, "values")
		}
		s.MatchExpressions = append(s.MatchExpressions, e)
	}
	return s
}

// sorts are all clusters over the values that a selector may name, one that it does not, and none.
func sorts() (clusters []placement.Cluster) {
	for _, env := range []string{"", "a", "b", "c"} {
		for _, region := range []string{"", "a", "b", "c"} {
			c := placement.Cluster{Name: fmt.Sprintf("c%d", len(clusters)), Labels: map[string]string{}}
			if env != "" {
				c.Labels["env"] = env
			}
			if region != "" {
				c.Labels["region"] = region
			}
			clusters = append(clusters, c)
		}
	}
	return clusters
}

// decide are the clusters that a placement chooses after earlier decisions.
func decide(t *rapid.T, p manifest.Placement, clusters []placement.Cluster, earlier ...string) []string {
	r := &planner.Request{Placement: p, Fleet: planner.Fleet{Clusters: clusters}, OnUnsatisfied: planner.UnsatisfiedAccept}
	for _, name := range earlier {
		r.PreviousDecisions = append(r.PreviousDecisions, planner.PreviousDecision{ClusterName: name})
	}
	answer, findings := planner.Decide(t.Context(), r)
	if findings.HasError() {
		t.Fatal(findings)
	}
	names := answer.Result.ClusterNames()
	slices.Sort(names)
	return names
}

// TestOf_brute: placements of a scheduler with two selectors are equal just if they choose the same of every cluster that there can
// be, and otherwise a fleet is found, today's or another one, on which deciding from scratch tells them apart. Numbers, of which
// the same applies to both, change nothing.
func TestOf_brute(t *testing.T) {
	all := sorts()
	rapid.Check(t, func(t *rapid.T) {
		dialect := rapid.SampledFrom(placement.Dialects).Draw(t, "dialect")
		from, to := selecting(dialect, drawSelector(t)), selecting(dialect, drawSelector(t))
		fleet := rapid.SliceOfNDistinct(rapid.SampledFrom(all), 1, 4, func(c placement.Cluster) string { return c.Name }).Draw(t, "fleet")
		found, findings := comparison.Of(t.Context(), planner.Fleet{Clusters: fleet}, comparison.Pair{
			From: world.Placement{Placement: from}, To: world.Placement{Placement: to},
		}, world.Options{}, comparison.MaxWork)
		if findings.HasError() {
			t.Fatal(findings)
		}
		isEqual := cmp.Equal(decide(t, from, all), decide(t, to, all))
		isEqualToday := cmp.Equal(decide(t, from, fleet), decide(t, to, fleet))
		want := comparison.Different
		switch {
		case isEqual:
			want = comparison.Equal
		case isEqualToday:
			want = comparison.Later
		}
		if found.Verdict != want {
			t.Fatalf("%s, want %s: %s", found.Verdict, want, found.Text)
		}
		if want == comparison.Later {
			replay(t, fleet, from, to, found)
		}
		if c := found.Counterexample; (c == nil) != isEqual || c != nil && (len(c) != 1 || cmp.Equal(decide(t, from, c), decide(t, to, c))) {
			t.Fatalf("%s with the counterexample %v", found.Text, c)
		}
	})
}

// replay decides both placements again over the edited fleet.
func replay(t *rapid.T, clusters []placement.Cluster, from, to manifest.Placement, found *comparison.Comparison) {
	if len(found.Edits) > 2 {
		t.Fatalf("%d changes of one cluster with two labels", len(found.Edits))
	}
	w, findings := world.Unsettled(planner.Fleet{Clusters: clusters}, []world.Placement{{Placement: from}}, world.Options{})
	if findings.HasError() {
		t.Fatal(findings)
	}
	steps, findings := simulate.Run(t.Context(), w, [][]edit.Edit{found.Edits}, nil)
	if findings.HasError() {
		t.Fatal(findings)
	}
	edited := steps[0].World.Clusters()
	today := decide(t, from, clusters)
	if cmp.Equal(decide(t, from, edited, today...), decide(t, to, edited, today...)) {
		t.Fatalf("they choose the same after %v", found.Changes)
	}
}
