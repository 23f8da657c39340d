// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// forgetful asks the built-in advisors in every round, and ignores Final and Next.
type forgetful struct{}

func (forgetful) Answer(q *hybrid.Question) (hybrid.Answer, error) {
	answer, err := hybrid.BuiltIn{}.Answer(q)
	answer.Final, answer.Next = false, nil
	return answer, err
}

// TestFinalAnswers: a final answer is the one that the advisor would give in every round.
func TestFinalAnswers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawCase(t)
		d.req.Advisors = nil
		for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{
			"alphabet", "veto", "resource_hint", "policy", "cost", "rotate", "static",
		}), 0, 4, rapid.ID[string]).Draw(t, "advisors") {
			advisor := drawFinalAdvisor(t, name, d.inv.Clusters)
			if name == "static" && advisor.Recommendations == nil {
				continue
			}
			d.req.Advisors = append(d.req.Advisors, advisor)
		}
		want, err := hybrid.Schedule(t.Context(), d.req, d.inv, forgetful{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := hybrid.Schedule(t.Context(), d.req, d.inv, hybrid.BuiltIn{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("-want +got:\n%s", diff)
		}
	})
}

// drawFinalAdvisor draws a built-in advisor, or a static one with recommendations.
func drawFinalAdvisor(t *rapid.T, name string, clusters []placement.Cluster) hybrid.Advisor {
	advisor := hybrid.Advisor{Name: name, Type: rapid.SampledFrom(hybrid.AdvisorTypes).Draw(t, "type")}
	costs, compliance := map[string]int{}, map[string]map[string]bool{}
	for i := range clusters {
		key := clusters[i].Name
		if rapid.IntRange(0, 3).Draw(t, "known") == 0 {
			continue
		}
		n := int32(rapid.IntRange(0, 100).Draw(t, "of it"))
		costs[key], compliance[key] = int(n), map[string]bool{"p": n > 20}
		advisor.Recommendations = append(advisor.Recommendations, hybrid.StaticRecommendation{Name: key, Score: &n})
	}
	if name != "static" {
		advisor.Recommendations = nil
	}
	rules, err := json.Marshal(map[string]any{
		"resources":    []hybrid.TargetReference{{Name: "c1"}, {Namespace: "ops"}, {}},
		"resourceHint": map[string]string{"type": "cpu"}, "rotation": 3, "costs": costs,
		"policies": []map[string]string{{"name": "p"}}, "compliance": compliance,
	})
	if err != nil {
		t.Fatal(err)
	}
	advisor.Rules = rules
	return advisor
}

// TestAskedOnce: an advisor whose answer is final is not asked again.
func TestAskedOnce(t *testing.T) {
	asked := map[string]int{}
	answerer := answererFunc(func(q *hybrid.Question) (hybrid.Answer, error) {
		asked[q.Advisor.Name]++
		answer := everybody(q)
		answer.Final = q.Advisor.Name == "static"
		return answer, nil
	})
	req := hybrid.Placement{Name: "rule", Spec: hybrid.Spec{Replicas: int32Of(1),
		Advisors: []hybrid.Advisor{{Name: "static"}, {Name: "http"}}}}
	if _, err := hybrid.Schedule(t.Context(), req, fleet("a", "b", "c", "d"), answerer); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]int{"static": 1, "http": 4}, asked); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestFinal: the answers of these advisors do not depend on the other candidates.
func TestFinal(t *testing.T) {
	a := &placement.Target{Kind: placement.TargetCluster, Name: "a"}
	for name, want := range map[string]bool{"static": true, "veto": true, "policy": true, "alphabet": false,
		"rotate": false, "cost": false} {
		advisor := hybrid.Advisor{Name: name}
		if name == "static" {
			advisor.Recommendations = []hybrid.StaticRecommendation{{Name: "a"}}
		}
		answer, err := hybrid.BuiltIn{}.Answer(&hybrid.Question{
			Advisor: &advisor, Rule: &hybrid.Placement{}, Candidates: []*placement.Target{a},
		})
		if err != nil || answer.Final != want {
			t.Errorf("%s: %+v, %v", name, answer, err)
		}
	}
}

// TestEliminatedReasons: the first of equal candidates in the order of ties is removed. No reason quotes another rating.
func TestEliminatedReasons(t *testing.T) {
	req := hybrid.Placement{Name: "rule", PreviousDecisions: []string{"a", "c", "d"}, Spec: hybrid.Spec{Replicas: int32Of(2)}}
	got, err := hybrid.Schedule(t.Context(), req, fleet("a", "b", "c", "d"), hybrid.BuiltIn{})
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, c := range got.NotPicked {
		words = append(words, c.Cluster+" "+c.Reason)
	}
	// Round 0 holds a until b replaces it, so a is before c again.
	want := []string{
		"a eliminated in round 1 with the lowest rating, 100",
		"b eliminated in round 0 with the lowest rating, 0",
	}
	if diff := cmp.Diff(want, words); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestRoundsAreDifferences: a round has the ratings that differ from the previous round.
func TestRoundsAreDifferences(t *testing.T) {
	score := func(n int) *int { return &n }
	answerer := scripted{"x": {Function: "rounds", Rounds: [][]recommendation{
		{{Target: "a", Score: score(3)}, {Target: "b", Score: score(2)}, {Target: "c", Score: score(1)}},
		{{Target: "a", Score: score(3)}, {Target: "b", Score: score(4)}},
		{{Target: "b", Score: score(4)}},
	}}}
	req := hybrid.Placement{Name: "rule", Spec: hybrid.Spec{Replicas: int32Of(1), Advisors: []hybrid.Advisor{{Name: "x"}}}}
	got, err := hybrid.Schedule(t.Context(), req, fleet("a", "b", "c"), answerer)
	if err != nil {
		t.Fatal(err)
	}
	rating := func(name string, hundredths int64) placement.Rating {
		return placement.Rating{Target: name, Hundredths: hundredths, Shares: []placement.Share{{Advisor: "x", Hundredths: hundredths}}}
	}
	want := []placement.Round{
		{
			Ratings: []placement.Rating{rating("a", 300), rating("b", 200), rating("c", 100)},
			Removed: []string{"c"}, Reason: "lowest_rating",
		},
		{Ratings: []placement.Rating{rating("b", 400)}, Removed: []string{"a"}, Reason: "lowest_rating"},
		{Reason: "decided"},
	}
	if diff := cmp.Diff(want, got.Rounds, cmpopts.IgnoreFields(placement.Round{}, "Listing")); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestRecordIsLimited: if advisors change all scores in every round, the record does not grow with the square of the
// candidates, and it says what it omits.
func TestRecordIsLimited(t *testing.T) {
	const n = 600
	answerer := answererFunc(func(q *hybrid.Question) (hybrid.Answer, error) {
		answer := everybody(q)
		for i := range answer.Recommendations {
			answer.Recommendations[i].Score = q.Round % 2
		}
		return answer, nil
	})
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("c%03d", i))
	}
	req := hybrid.Placement{Name: "rule", Spec: hybrid.Spec{Replicas: int32Of(1), Advisors: []hybrid.Advisor{{Name: "x"}}}}
	got, err := hybrid.Schedule(t.Context(), req, fleet(names...), answerer)
	if err != nil {
		t.Fatal(err)
	}
	recorded, omitted, listed := 0, 0, 0
	for i, round := range got.Rounds {
		recorded += len(round.Ratings)
		omitted += round.Omitted
		if round.Listing == nil {
			continue
		}
		listed += len(round.Listing.Candidates)
		for _, answer := range round.Listing.Answers {
			listed += len(answer.Recommendations)
		}
		if len(round.Ratings)+round.Omitted != n-i {
			t.Errorf("round %d has %d ratings and omits %d", i, len(round.Ratings), round.Omitted)
		}
	}
	if listed == 0 || listed > 10_000 {
		t.Errorf("the rounds list %d candidates and recommendations", listed)
	}
	if recorded > n+100_000 || omitted == 0 || len(got.Rounds) != n {
		t.Errorf("%d rounds have %d ratings and omit %d", len(got.Rounds), recorded, omitted)
	}
}

// TestLabelsOfDeployers: a deployer is chosen and grouped by its own labels, not by those of a cluster with the same name.
func TestLabelsOfDeployers(t *testing.T) {
	canary := &metav1.LabelSelector{MatchLabels: map[string]string{"tier": "canary"}}
	inv := fleet("a", "b", "c")
	inv.Clusters[0].Labels = map[string]string{"tier": "canary", "env": "dev"}
	for name, tier := range map[string]string{"a": "stable", "b": "canary", "c": "canary"} {
		env := "prod"
		if name == "c" {
			env = "dev"
		}
		inv.Targets = append(inv.Targets, placement.Target{
			Kind: placement.TargetDeployer, Name: name, DeployerType: "vm", Labels: map[string]string{"tier": tier, "env": env},
		})
	}
	req := hybrid.Placement{
		Name: "web",
		DecisionStrategy: placement.DecisionStrategy{GroupStrategy: &placement.GroupStrategy{DecisionGroups: []placement.DecisionGroup{
			{GroupName: "canary", GroupClusterSelector: placement.GroupSelector{LabelSelector: canary}},
		}}},
		Spec: hybrid.Spec{
			DeployerType: hybrid.DeployerTypes{"vm"},
			TargetLabels: &metav1.LabelSelector{MatchLabels: map[string]string{"env": "prod"}},
		},
	}
	got, err := hybrid.Schedule(t.Context(), req, inv, hybrid.BuiltIn{})
	if err != nil {
		t.Fatal(err)
	}
	want := []placement.Group{
		{Index: 0, Name: "canary", Clusters: []string{"b"}, PlacementDecisions: []string{"web-decision-1"}},
		{Index: 1, Clusters: []string{"a"}, PlacementDecisions: []string{"web-decision-2"}},
	}
	if diff := cmp.Diff(want, got.Groups); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
