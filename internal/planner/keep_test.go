// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// drawPass is a pass over the clusters c0 to c5, with some of them decided, not picked and rejected, and others not in the fleet.
func drawPass(t *rapid.T) *placement.Result {
	pass := &placement.Result{Dialect: rapid.SampledFrom(placement.Dialects).Draw(t, "dialect")}
	for i := range 6 {
		c := placement.Candidate{Cluster: fmt.Sprint("c", i), Score: int64(i), Reason: "the pass"}
		switch rapid.SampledFrom([]string{"decided", "not picked", "rejected", "absent"}).Draw(t, c.Cluster) {
		case "decided":
			pass.Decisions = append(pass.Decisions, placement.Decision{Candidate: c})
		case "not picked":
			pass.NotPicked = append(pass.NotPicked, c)
		case "rejected":
			pass.Rejected = append(pass.Rejected, placement.Rejection{Cluster: c.Cluster})
		}
	}
	return pass
}

// stagesOf has for every cluster of a result how often it is decided, not picked and rejected.
func stagesOf(result *placement.Result) map[string][3]int {
	stages := map[string][3]int{}
	count := func(cluster string, stage int) {
		of := stages[cluster]
		of[stage]++
		stages[cluster] = of
	}
	for i := range result.Decisions {
		count(result.Decisions[i].Cluster, 0)
	}
	for i := range result.NotPicked {
		count(result.NotPicked[i].Cluster, 1)
	}
	for i := range result.Rejected {
		count(result.Rejected[i].Cluster, 2)
	}
	return stages
}

// TestKeptProperty: every cluster of the fleet is in one stage. Each earlier cluster of the fleet stays; others only take the places
// of those that are gone, and only if the pass has chosen them. What is kept twice is kept once.
func TestKeptProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pass := drawPass(t)
		all := []string{"c0", "c1", "c2", "c3", "c4", "c5", "gone"}
		earlier := namedDecisions(rapid.SliceOfNDistinct(rapid.SampledFrom(all), 0, 4, rapid.ID[string]).Draw(t, "earlier"))
		result := kept(pass, earlier)
		before, after := stagesOf(pass), stagesOf(&result)
		if len(before) != len(after) {
			t.Fatalf("%v becomes %v", before, after)
		}
		held := 0
		for i := range earlier {
			if name := earlier[i].ClusterName; before[name] != [3]int{} {
				if held++; after[name] != [3]int{1} {
					t.Fatalf("%s does not stay: %v", name, after[name])
				}
			}
		}
		checkStages(t, before, after, earlier)
		if most := max(held, min(len(earlier), len(pass.Decisions))); len(result.Decisions) > most {
			t.Fatalf("%d clusters instead of %d", len(result.Decisions), most)
		}
		checkHeldBack(t, before, &result)
		if holds := holdsBack(pass, earlier); holds != !slices.Equal(sortedClusters(pass), sortedClusters(&result)) {
			t.Fatalf("%v becomes %v; keeping makes a difference: %t", sortedClusters(pass), sortedClusters(&result), holds)
		}
		again := kept(&result, earlier)
		if !slices.Equal(clusterNamesOf(&result), clusterNamesOf(&again)) {
			t.Fatalf("kept twice: %v, then %v", clusterNamesOf(&result), clusterNamesOf(&again))
		}
	})
}

// checkStages: each cluster is in one stage, and only earlier ones are in another than the pass has found.
func checkStages(t *rapid.T, before, after map[string][3]int, earlier []PreviousDecision) {
	for name, stage := range after {
		isEarlier := slices.ContainsFunc(earlier, func(d PreviousDecision) bool { return d.ClusterName == name })
		switch {
		case stage[0]+stage[1]+stage[2] != 1:
			t.Fatalf("%s is in the stages %v", name, stage)
		case stage[0] == 1 && !isEarlier && before[name][0] != 1:
			t.Fatalf("%s joins, which the pass has not chosen", name)
		case stage[2] != before[name][2] && !isEarlier:
			t.Fatalf("%s was rejected: %v, then %v", name, before[name], stage)
		}
	}
}

// checkHeldBack: a cluster is held back if the pass has chosen it and what is kept has not.
func checkHeldBack(t *rapid.T, before map[string][3]int, result *placement.Result) {
	for i := range result.NotPicked {
		if c := &result.NotPicked[i]; c.HeldBack != (before[c.Cluster][0] == 1) {
			t.Fatalf("%s is held back: %t", c.Cluster, c.HeldBack)
		}
	}
}

func sortedClusters(result *placement.Result) []string {
	return slices.Sorted(slices.Values(clusterNamesOf(result)))
}
