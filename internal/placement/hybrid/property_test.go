// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// drawn is the input of a decision.
type drawn struct {
	req      hybrid.Placement
	inv      placement.Inventory
	advisers scripted
}

func drawCase(t *rapid.T) drawn {
	d := drawn{advisers: scripted{}}
	var names []string
	for i := range rapid.IntRange(0, 8).Draw(t, "clusters") {
		names = append(names, fmt.Sprintf("c%d", i))
		d.inv.Clusters = append(d.inv.Clusters, placement.Cluster{
			Name: names[i], Labels: map[string]string{"env": rapid.SampledFrom([]string{"prod", "dev"}).Draw(t, "env")},
		})
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "others") {
		d.inv.Targets = append(d.inv.Targets, placement.Target{
			Kind: placement.TargetDeployer, Name: fmt.Sprintf("d%d", i), Namespace: "ops", DeployerType: "ibminfra",
		})
		names = append(names, fmt.Sprintf("ops/d%d", i))
	}
	if rapid.Bool().Draw(t, "limited") {
		replicas := int32(rapid.IntRange(0, 4).Draw(t, "replicas"))
		d.req.Replicas = &replicas
	}
	if rapid.IntRange(0, 3).Draw(t, "of deployers") == 0 {
		d.req.DeployerType = hybrid.DeployerTypes{"ibminfra"}
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "advisors") {
		advisor := hybrid.Advisor{Name: fmt.Sprintf("a%d", i), Type: rapid.SampledFrom(hybrid.AdvisorTypes).Draw(t, "type")}
		if rapid.Bool().Draw(t, "weighted") {
			weight := int32(rapid.IntRange(0, 200).Draw(t, "weight"))
			advisor.Weight = &weight
		}
		script := scriptedAdvisor{Function: "table", Scores: map[string]int{}}
		for _, name := range names {
			if rapid.IntRange(0, 3).Draw(t, "named") > 0 {
				script.Scores[name] = rapid.IntRange(0, 100).Draw(t, "score")
			}
		}
		d.req.Advisors = append(d.req.Advisors, advisor)
		d.advisers[advisor.Name] = script
	}
	d.req.Name = "rule"
	for _, name := range names {
		if rapid.IntRange(0, 3).Draw(t, "before") == 0 {
			d.req.PreviousDecisions = append(d.req.PreviousDecisions, name)
		}
	}
	return d
}

func decide(t *rapid.T, d drawn) placement.Result {
	result, err := hybrid.Schedule(t.Context(), d.req, d.inv, d.advisers)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// TestEveryTargetOnce: every target of the inventory is chosen, not picked or rejected, and has a reason.
func TestEveryTargetOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawCase(t)
		result := decide(t, d)
		seen := map[string]int{}
		for e := range result.Explain {
			seen[e.Cluster]++
			if e.Reason == "" {
				t.Fatalf("%s has no reason", e.Cluster)
			}
		}
		if want := len(d.inv.Clusters) + len(d.inv.Targets); len(seen) != want {
			t.Fatalf("%d targets, want %d: %v", len(seen), want, seen)
		}
		for key, count := range seen {
			if count != 1 {
				t.Fatalf("%s is listed %d times", key, count)
			}
		}
	})
}

// TestVeto: every chosen target is named by all predicates, and at most replicas targets are chosen.
func TestVeto(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawCase(t)
		result := decide(t, d)
		for _, decision := range result.Decisions {
			for _, advisor := range d.req.Advisors {
				if _, named := d.advisers[advisor.Name].Scores[decision.Cluster]; advisor.Type == hybrid.Predicate && !named {
					t.Fatalf("%s is chosen although %s vetoes it", decision.Cluster, advisor.Name)
				}
			}
		}
		if n := d.req.Replicas; n != nil && len(result.Decisions) > int(*n) {
			t.Fatalf("%d decisions for %d replicas", len(result.Decisions), *n)
		}
	})
}

// TestDependence: a candidate that a result does not depend on, and that is not chosen, makes no difference.
func TestDependence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawCase(t)
		scores := rapid.SampledFrom([]int{0, 2, 100}).Draw(t, "scores") // Few scores are often equal.
		for _, script := range d.advisers {
			for name, score := range script.Scores {
				script.Scores[name] = score % (scores + 1)
			}
		}
		result := decide(t, d)
		spec := d.req.Spec
		spec.Advisors = slices.Clone(spec.Advisors)
		for i := range spec.Advisors {
			spec.Advisors[i].Recommendations = []hybrid.StaticRecommendation{} // They do not change.
		}
		if len(hybrid.DependenceOf(&spec, &result, func(string) bool { return false }).Influences) > 0 {
			return
		}
		for i := range d.inv.Clusters {
			if slices.Contains(result.ClusterNames(), d.inv.Clusters[i].Name) {
				continue
			}
			without := d
			without.inv.Clusters = slices.Delete(slices.Clone(d.inv.Clusters), i, i+1)
			other := decide(t, without)
			if diff := cmp.Diff(result.ClusterNames(), other.ClusterNames()); diff != "" {
				t.Fatalf("without %s: %s", d.inv.Clusters[i].Name, diff)
			}
		}
	})
}

// TestRounds: every round but the last removes a candidate, so there are at most as many rounds as candidates.
func TestRounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		result := decide(t, drawCase(t))
		for i, round := range result.Rounds {
			if last := i == len(result.Rounds)-1; (len(round.Removed) == 0) != last {
				t.Fatalf("round %d of %d removes %v", i, len(result.Rounds), round.Removed)
			}
		}
		if len(result.Rounds) > 0 && len(result.Rounds) > len(result.Rounds[0].Ratings) {
			t.Fatalf("%d rounds for %d candidates", len(result.Rounds), len(result.Rounds[0].Ratings))
		}
	})
}

// TestOrderOfInputs: the order of the inventory and of the previous decisions has no meaning.
func TestOrderOfInputs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawCase(t)
		want := decide(t, d)
		d.inv.Clusters = rapid.Permutation(d.inv.Clusters).Draw(t, "clusters in another order")
		d.inv.Targets = rapid.Permutation(d.inv.Targets).Draw(t, "targets in another order")
		d.req.PreviousDecisions = rapid.Permutation(d.req.PreviousDecisions).Draw(t, "decisions in another order")
		if diff := cmp.Diff(want, decide(t, d)); diff != "" {
			t.Fatalf("-want +got:\n%s", diff)
		}
	})
}

// TestGroups: every decision is in exactly one group.
func TestGroups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		result := decide(t, drawCase(t))
		var grouped, decided []string
		for _, group := range result.Groups {
			grouped = append(grouped, group.Clusters...)
		}
		for _, decision := range result.Decisions {
			decided = append(decided, decision.Cluster)
		}
		slices.Sort(grouped)
		if diff := cmp.Diff(decided, grouped); diff != "" {
			t.Fatalf("-decided +grouped:\n%s", diff)
		}
	})
}
