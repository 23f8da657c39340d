// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package shortfall_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/shortfall"
)

func satisfied(t *rapid.T, r *planner.Request) bool {
	result, err := r.Schedule(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return shortfall.IsSatisfied(&result)
}

// named is how a way has an edit.
func named(c *shortfall.Remedy) string {
	switch {
	case c.Toleration != nil:
		return placement.Taint{Key: c.Toleration.Key, Value: c.Toleration.Value, Effect: c.Toleration.Effect}.String()
	case c.ClusterSet != "":
		return c.ClusterSet
	}
	return c.At
}

// TestBruteForce compares with every change, and every pair of changes, applied by the test itself: those that are named satisfy
// the placement, no smaller one does, and none that does is left out.
func TestBruteForce(t *testing.T) {
	for _, dialect := range placement.Dialects {
		t.Run(string(dialect), func(t *testing.T) {
			kinds := map[string]int{}
			rapid.Check(t, func(t *rapid.T) {
				r, edits := drawRequest(t, dialect)
				answer, found := planner.Decide(t.Context(), r)
				if found.HasError() {
					t.Fatal(plannertest.Texts(found))
				}
				if answer.Shortfall == nil {
					if !satisfied(t, r) {
						t.Fatal("a placement that is not satisfied lacks nothing")
					}
					return
				}
				checkWays(t, r, edits, answer, kinds)
			})
			checkKinds(t, kinds)
		})
	}
}

// checkKinds: every kind that all schedulers have was drawn.
func checkKinds(t *testing.T, kinds map[string]int) {
	for _, kind := range []string{shortfall.Number, shortfall.Remove, shortfall.NewClusters} {
		if kinds[kind] == 0 {
			t.Errorf("no way was of the kind %s: %v", kind, kinds)
		}
	}
}

func checkWays(t *rapid.T, r *planner.Request, edits []edit, answer *planner.Answer, kinds map[string]int) {
	if !answer.Shortfall.Complete {
		t.Fatal("a small fleet is not searched completely")
	}
	var got []string
	for _, way := range answer.Shortfall.Ways {
		var parts []string
		for i := range way.Changes {
			c := &way.Changes[i]
			kinds[c.Kind]++
			switch c.Kind {
			case shortfall.Number:
				checkNumber(t, r, *c.Number, len(answer.Result.Decisions))
			case shortfall.NewClusters:
				checkNew(t, r, c.Clusters)
			default:
				parts = append(parts, named(c))
			}
		}
		if slices.Sort(parts); parts != nil {
			got = append(got, strings.Join(parts, " and "))
		}
	}
	singles, pairs := solutions(t, r, edits)
	hasNumber := len(answer.Shortfall.Ways) > 0 && answer.Shortfall.Ways[0].Changes[0].Kind == shortfall.Number
	want := singles
	if len(singles) == 0 && !hasNumber {
		want = pairs
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("-want +got:\n%s%v", diff, answer.Shortfall)
	}
}

// solutions are the edits that satisfy alone, and the pairs of others that do.
func solutions(t *rapid.T, r *planner.Request, edits []edit) (singles, pairs []string) {
	alone := map[string]bool{}
	for _, e := range edits {
		changed := *r
		e.apply(&changed)
		if satisfied(t, &changed) {
			alone[e.name] = true
			singles = append(singles, e.name)
		}
	}
	for i, one := range edits {
		for _, other := range edits[i+1:] {
			changed := *r
			one.apply(&changed)
			other.apply(&changed)
			if !alone[one.name] && !alone[other.name] && satisfied(t, &changed) {
				parts := []string{one.name, other.name}
				slices.Sort(parts)
				pairs = append(pairs, strings.Join(parts, " and "))
			}
		}
	}
	slices.Sort(singles)
	slices.Sort(pairs)
	return singles, pairs
}

func withNumber(r *planner.Request, n int32) *planner.Request {
	changed := *r
	switch {
	case r.OCM != nil:
		spec := *r.OCM
		spec.NumberOfClusters, changed.OCM = &n, &spec
	case r.KubeFleet != nil:
		spec := *r.KubeFleet
		spec.NumberOfClusters, changed.KubeFleet = &n, &spec
	default:
		spec := *r.Hybrid
		spec.Replicas, changed.Hybrid = &n, &spec
	}
	return &changed
}

// checkNumber: the number satisfies, and no number between it and what is wanted does.
func checkNumber(t *rapid.T, r *planner.Request, number int32, chosen int) {
	if !satisfied(t, withNumber(r, number)) {
		t.Fatalf("%d clusters do not satisfy", number)
	}
	for n := number + 1; n <= int32(len(r.Clusters)) && chosen > 0; n++ {
		if satisfied(t, withNumber(r, n)) {
			t.Fatalf("%d clusters satisfy as well as %d", n, number)
		}
	}
}

// checkNew: the new clusters satisfy, and no fewer of them do.
func checkNew(t *rapid.T, r *planner.Request, of *shortfall.Clusters) {
	for n := range of.Count + 1 {
		changed := *r
		changed.Clusters = slices.Clip(r.Clusters)
		for i := range n {
			changed.Clusters = append(changed.Clusters, placement.Cluster{Name: fmt.Sprintf("new-%d", i), Labels: of.Labels})
		}
		if satisfied(t, &changed) != (n == of.Count) {
			t.Fatalf("%d new clusters: %t; %+v", n, satisfied(t, &changed), of)
		}
	}
}

// TestOrder: the order of the fleet makes no difference.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, _ := drawRequest(t, rapid.SampledFrom(placement.Dialects).Draw(t, "dialect"))
		before, _ := planner.Decide(t.Context(), r)
		shuffled := *r
		shuffled.Clusters = rapid.Permutation(r.Clusters).Draw(t, "clusters")
		shuffled.ClusterSets = rapid.Permutation(r.ClusterSets).Draw(t, "sets")
		after, _ := planner.Decide(t.Context(), &shuffled)
		if r.Hybrid != nil && len(before.Result.Decisions) != len(after.Result.Decisions) {
			return // A rule drops the first of equal candidates.
		}
		if diff := cmp.Diff(before.Shortfall, after.Shortfall); diff != "" {
			t.Fatal(diff)
		}
	})
}

// TestInterrupted: a search ends with an error, and not with fewer ways.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := planner.Request{Placement: planner.Placement{Name: "web", OCM: plannertest.Labelled("x")}, Fleet: plannertest.Clusters("a")}
	result, err := r.Schedule(ctx)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	_, err = shortfall.Find(ctx, &shortfall.Question{
		Placement: &r.Placement, Fleet: &r.Fleet, Inventory: &placement.Inventory{}, Result: &result, Checks: 10,
		Decide: func(ctx context.Context, _ *planner.Placement, _ *planner.Fleet) (placement.Result, error) {
			return placement.Result{}, ctx.Err()
		},
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
