// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// run schedules and fails on an error that a generated request cannot cause.
func run(t *rapid.T, req ocm.Placement, inv placement.Inventory) (placement.Result, *placement.Misconfiguration) {
	got, err := ocm.Schedule(t.Context(), req, inv)
	var misconfigured *placement.Misconfiguration
	if err != nil && !errors.As(err, &misconfigured) && !strings.Contains(err.Error(), `ClusterSet "prod"`) {
		t.Fatalf("unexpected error: %v", err)
	}
	return got, misconfigured
}

func inDecisionStrategy(m *placement.Misconfiguration) bool {
	return m != nil && strings.HasPrefix(m.Field, "decisionStrategy.")
}

func decided(r placement.Result) []string {
	names := make([]string, len(r.Decisions))
	for i, d := range r.Decisions {
		names[i] = d.Cluster
	}
	return names
}

func TestOrderOfTheInventoryHasNoMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req, inv := genPlacement(t), genInventory(t)
		shuffled := inv
		shuffled.Clusters = rapid.Permutation(inv.Clusters).Draw(t, "clusters")
		shuffled.Sets = rapid.Permutation(inv.Sets).Draw(t, "sets")
		shuffled.Bindings = rapid.Permutation(inv.Bindings).Draw(t, "bindings")
		shuffled.Scores = rapid.Permutation(inv.Scores).Draw(t, "scores")
		shuffled.Decisions = rapid.Permutation(inv.Decisions).Draw(t, "decisions")
		for i := range shuffled.Decisions {
			d := &shuffled.Decisions[i]
			d.Clusters = rapid.Permutation(d.Clusters).Draw(t, "decided")
		}
		want, wantErr := ocm.Schedule(t.Context(), req, inv)
		got, gotErr := ocm.Schedule(t.Context(), req, shuffled)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("-in order +shuffled:\n%s", diff)
		}
		if diff := cmp.Diff(wantErr, gotErr, cmp.Comparer(sameError)); diff != "" {
			t.Fatalf("error: -in order +shuffled:\n%s", diff)
		}
	})
}

func sameError(a, b error) bool {
	return (a == nil) == (b == nil) && (a == nil || a.Error() == b.Error())
}

func TestEveryClusterIsAccountedForOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req, inv := genPlacement(t), genInventory(t)
		got, misconfigured := run(t, req, inv)
		names := decided(got)
		for _, c := range got.NotPicked {
			names = append(names, c.Cluster)
		}
		rejected := make([]string, len(got.Rejected))
		for i, r := range got.Rejected {
			rejected[i] = r.Cluster
			if len(r.Mismatches) == 0 {
				t.Fatalf("%s is rejected by %s without a reason", r.Cluster, r.Stage)
			}
		}
		if !slices.IsSorted(rejected) {
			t.Fatalf("the rejected are not sorted: %q", rejected)
		}
		names = append(names, rejected...)
		slices.Sort(names)
		if repeated := len(names) - len(slices.Compact(slices.Clone(names))); repeated > 0 {
			t.Fatalf("%d clusters are listed more than once: %q", repeated, names)
		}
		want := make([]string, len(inv.Clusters))
		for i := range inv.Clusters {
			want[i] = inv.Clusters[i].Name
		}
		if got.Conditions != nil && (misconfigured == nil || inDecisionStrategy(misconfigured)) {
			if diff := cmp.Diff(want, names, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("-fleet +result:\n%s", diff)
			}
		}
	})
}

func TestDecisionsAreTheBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req, inv := genPlacement(t), genInventory(t)
		got, misconfigured := run(t, req, inv)
		if got.Conditions == nil || misconfigured != nil && !inDecisionStrategy(misconfigured) {
			return
		}
		var ranking []placement.Candidate
		for _, d := range got.Decisions {
			ranking = append(ranking, d.Candidate)
		}
		ranking = append(ranking, got.NotPicked...)
		names := make([]string, len(ranking))
		for i, c := range ranking {
			names[i] = c.Cluster
			checkScore(t, got.Prioritizers, c)
			if before := ranking[max(i-1, 0)]; i > 0 && (before.Score < c.Score || before.Score == c.Score &&
				before.Cluster >= c.Cluster) {
				t.Fatalf("%s (%d) is before %s (%d)", before.Cluster, before.Score, c.Cluster, c.Score)
			}
		}
		if diff := cmp.Diff(got.Filters[len(got.Filters)-1].Survivors, names, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("-survivors +ranking:\n%s", diff)
		}
		want := len(ranking)
		if req.NumberOfClusters != nil {
			want = min(want, int(*req.NumberOfClusters))
		}
		if len(got.Decisions) != want {
			t.Fatalf("%d decisions, want %d", len(got.Decisions), want)
		}
	})
}

// checkScore checks the lines of a candidate's score, and that they add up to it.
func checkScore(t *rapid.T, prioritizers []placement.Prioritizer, c placement.Candidate) {
	var total int64
	for k, line := range c.Scores {
		if !line.Given && line.Value != 0 {
			t.Fatalf("%s has a value that was not given", c.Cluster)
		}
		if line.Value < -100 || line.Value > 100 {
			t.Fatalf("%s has %d of %s", c.Cluster, line.Value, prioritizers[k].Name)
		}
		total += int64(prioritizers[k].Weight) * line.Value
	}
	if len(c.Scores) != len(prioritizers) || total != c.Score {
		t.Fatalf("%s has score %d; its %d lines give %d", c.Cluster, c.Score, len(c.Scores), total)
	}
}

// TestSteadyKeepsDecisions schedules again with the result as previous decisions, where the other prioritizers cannot
// outweigh Steady.
func TestSteadyKeepsDecisions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req, inv := genPlacement(t), genInventory(t)
		if rapid.Bool().Draw(t, "Steady alone") {
			weight := rapid.Int32Range(1, 10).Draw(t, "Steady's weight")
			req.PrioritizerPolicy = ocm.PrioritizerPolicy{
				Mode: ocm.ModeExact, Configurations: []ocm.PrioritizerConfiguration{builtIn(ocm.Steady, weight)},
			}
		} else {
			// Steady gives 1000 or 0. Balance of weight 1 and the others can differ by 800 at most.
			others := several(t, "others", 3, genConfiguration)
			for i := range others {
				weight := pick(t, "other weight", int32(-1), 0, 1)
				others[i].Weight = &weight
			}
			req.PrioritizerPolicy = ocm.PrioritizerPolicy{Configurations: append(others, builtIn(ocm.Steady, 10))}
		}
		again(t, req, inv)
	})
}

// TestAnySteadyKeepsDecisions does the same with any weight of Steady that is not negative. The other scores must not
// depend on which clusters are left, as those of allocatable resources do.
func TestAnySteadyKeepsDecisions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req, inv := genPlacement(t), genInventory(t)
		list := slices.DeleteFunc(several(t, "others", 3, genConfiguration), func(c ocm.PrioritizerConfiguration) bool {
			return strings.HasPrefix(c.ScoreCoordinate.BuiltIn, "ResourceAllocatable")
		})
		steady := builtIn(ocm.Steady, rapid.Int32Range(0, 10).Draw(t, "Steady's weight"))
		req.PrioritizerPolicy = ocm.PrioritizerPolicy{
			Mode: pick(t, "mode", ocm.ModeAdditive, ocm.ModeExact), Configurations: append(list, steady),
		}
		again(t, req, inv)
	})
}

func again(t *rapid.T, req ocm.Placement, inv placement.Inventory) {
	first, misconfigured := run(t, req, inv)
	if first.Conditions == nil || misconfigured != nil {
		return
	}
	next := inv
	next.Decisions = slices.DeleteFunc(slices.Clone(inv.Decisions), func(d placement.PlacementDecision) bool {
		return d.Placement == req.Name && d.Namespace == req.Namespace
	})
	next.Decisions = append(next.Decisions, first.PlacementDecisions...)
	second, _ := run(t, req, next)
	if diff := cmp.Diff(first.PlacementDecisions, second.PlacementDecisions, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("-first +second:\n%s", diff)
	}
	if diff := cmp.Diff(first.Groups, second.Groups, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("-first +second:\n%s", diff)
	}
}

// TestRejectedClustersChangeNothing removes clusters that a stage has rejected. Conversely, adding a cluster that no
// predicate matches, or whose taints are not tolerated, changes no decision.
func TestRejectedClustersChangeNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req, inv := genPlacement(t), genInventory(t)
		with, misconfigured := run(t, req, inv)
		if misconfigured != nil {
			return
		}
		gone := map[string]bool{}
		for _, r := range subset(t, "gone", with.Rejected) {
			gone[r.Cluster] = true
		}
		smaller := inv
		smaller.Clusters = slices.DeleteFunc(slices.Clone(inv.Clusters), func(c placement.Cluster) bool { return gone[c.Name] })
		without, misconfigured := run(t, req, smaller)
		if misconfigured != nil {
			t.Fatalf("without %v: %v", gone, misconfigured)
		}
		for _, diff := range []string{
			cmp.Diff(with.Decisions, without.Decisions), cmp.Diff(with.NotPicked, without.NotPicked),
			cmp.Diff(with.Groups, without.Groups), cmp.Diff(with.PlacementDecisions, without.PlacementDecisions),
			cmp.Diff(with.NextChange, without.NextChange),
		} {
			if diff != "" {
				t.Fatalf("-with +without %v:\n%s", gone, diff)
			}
		}
	})
}

func TestMisconfigurationMeansNoDecisions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req, inv := genPlacement(t), genInventory(t)
		got, misconfigured := run(t, req, inv)
		if got.Conditions == nil {
			return
		}
		if misconfigured != nil && !inDecisionStrategy(misconfigured) && len(got.Decisions)+len(got.NotPicked) > 0 {
			t.Fatalf("%v, and yet %d decisions and %d candidates", misconfigured, len(got.Decisions), len(got.NotPicked))
		}
		want := "False"
		if misconfigured != nil {
			want = "True"
		}
		if status := got.Condition(ocm.ConditionMisconfigured).Status; status != want {
			t.Fatalf("condition %s is %s with error %v", ocm.ConditionMisconfigured, status, misconfigured)
		}
	})
}

// TestNextChangeIsTheNextChange changes the time only.
func TestNextChangeIsTheNextChange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req, inv := genPlacement(t), genInventory(t)
		// More clusters, and a score that may expire, give more instants of change.
		req.ClusterSets, inv.Bindings = nil, append(inv.Bindings, placement.Binding{Name: "all", Namespace: "default"})
		req.PrioritizerPolicy.Configurations = append(req.PrioritizerPolicy.Configurations,
			ocm.PrioritizerConfiguration{ScoreCoordinate: &ocm.ScoreCoordinate{
				Type: ocm.TypeAddOn, AddOn: &ocm.AddOnScore{ResourceName: "cost", ScoreName: "cpu"},
			}})
		now, _ := run(t, req, inv)
		if now.Conditions == nil {
			return
		}
		at := func(instant time.Time) placement.Result {
			later := inv
			later.Now = instant
			got, _ := run(t, req, later)
			return got
		}
		// The reason of a rejected cluster may change: another taint may be the first that is not tolerated.
		differs := func(a, b placement.Result) string {
			return cmp.Diff(a, b, cmpopts.IgnoreFields(placement.Result{}, "RequeueAt", "NextChange"),
				cmpopts.IgnoreFields(placement.Rejection{}, "Mismatches"))
		}
		if now.NextChange.IsZero() {
			later := rapid.Int64Range(0, 1<<40).Draw(t, "later")
			if diff := differs(now, at(inv.Now.Add(time.Duration(later)*time.Microsecond))); diff != "" {
				t.Fatalf("there is a change that was not announced: -now +later:\n%s", diff)
			}
			return
		}
		if !now.NextChange.After(inv.Now) {
			t.Fatalf("the next change, at %s, is not in the future", now.NextChange)
		}
		before := now.NextChange.Add(-1)
		if diff := differs(now, at(before)); diff != "" {
			t.Fatalf("there is a change before %s: -now +before:\n%s", now.NextChange, diff)
		}
		if differs(now, at(now.NextChange)) == "" {
			t.Fatalf("nothing changes at %s", now.NextChange)
		}
	})
}
