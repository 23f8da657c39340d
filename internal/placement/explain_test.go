// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// explained are the reasons of a result by cluster.
func explained(r *placement.Result) map[string]string {
	reasons := map[string]string{}
	for e := range r.Explain {
		reasons[e.Cluster] = e.Stage + ": " + e.Reason
	}
	return reasons
}

func lines(values ...int64) []placement.ScoreLine {
	list := make([]placement.ScoreLine, len(values))
	for i, v := range values {
		list[i] = placement.ScoreLine{Value: v, Given: true}
	}
	return list
}

// TestExplainSums has the sentences of a dialect that compares a sum.
func TestExplainSums(t *testing.T) {
	r := placement.Result{
		Prioritizers: []placement.Prioritizer{{Name: "Steady", Weight: 1}, {Name: "CPU", Weight: 2}},
		Decisions:    []placement.Decision{{Candidate: placement.Candidate{Cluster: "a", Score: 300, Scores: lines(100, 100)}}},
		NotPicked: []placement.Candidate{
			{Cluster: "b", Score: 300, Scores: lines(100, 100)},
			{Cluster: "c", Score: 0, Scores: []placement.ScoreLine{{Given: true}, {}}},
		},
		Rejected: []placement.Rejection{{Cluster: "d", Stage: "Predicate", Mismatches: []placement.Mismatch{
			{Kind: placement.MismatchLabel, Field: "predicates[0]", Key: "env", Wanted: "env=prod"},
			{Kind: placement.MismatchLabel, Field: "predicates[1]", Key: "env", Wanted: "env=dev"},
		}}},
	}
	want := map[string]string{
		"a": "Decided: rank 1 of 3 with score 300 = Steady 100 + 2 * CPU 100",
		"b": "NotPicked: rank 2 of 3 with score 300; it has the same score as the last that was chosen and comes later by name; " +
			"it would be chosen with a higher score, or with number_of_clusters = 2",
		"c": "NotPicked: rank 3 of 3 with score 0; it would be chosen with a higher score, or with number_of_clusters = 3",
		"d": "Predicate: label env is not set; predicates[0] wants env=prod; or label env is not set; predicates[1] wants env=dev",
	}
	if diff := cmp.Diff(want, explained(&r)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	r.Decisions = nil
	if got, want := explained(&r)["b"], "NotPicked: rank 1 of 2 with score 300; number_of_clusters is 0"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestExplainColumns has the sentences of a dialect that compares column by column. A cluster that was not picked is
// compared with the last of its cycle, which need not be the last of the decisions.
func TestExplainColumns(t *testing.T) {
	r := placement.Result{
		Dialect: placement.DialectKubeFleet,
		Prioritizers: []placement.Prioritizer{
			{Name: "Spread", Kind: placement.ScoreSpread, Weight: 1}, {Name: "Affinity", Kind: placement.ScoreAffinity, Weight: 1},
			{Name: "Same", Kind: placement.ScorePrevious, Weight: 1},
		},
		Decisions: []placement.Decision{
			{Candidate: placement.Candidate{Cluster: "p", Score: 10, Scores: lines(1, 10, 1), Reason: "the hub's words"}},
			{Candidate: placement.Candidate{Cluster: "kept", Score: 0, Scores: lines(0, 0, 0), Reason: "kept"}},
		},
		NotPicked: []placement.Candidate{
			{Cluster: "z", Score: 10, Scores: lines(1, 10, 0)}, {Cluster: "b", Score: 5, Scores: lines(1, 5, 1)},
			{Cluster: "c", Scores: make([]placement.ScoreLine, 3)}, {Cluster: "d"},
		},
		Unknown: []placement.Rejection{{
			Cluster: "x", Stage: "ClusterNames", UpstreamReason: "not found",
			Mismatches: []placement.Mismatch{{Kind: placement.MismatchNotFound, Field: "names"}},
		}},
	}
	r.LastPicked = &r.Decisions[0].Candidate
	const enough = "NotPicked: not needed: the placement already has 2 clusters"
	want := map[string]string{
		"p": "Decided: the hub's words", "kept": "Decided: kept",
		"z": `NotPicked: Cluster "z" does not score high enough (affinity score: 10, topology spread score: 1); it has the same ` +
			`scores as the last that was chosen in the same cycle, which an earlier policy chose`,
		"b": `NotPicked: Cluster "b" does not score high enough (affinity score: 5, topology spread score: 1)`,
		"c": enough, "d": enough,
		"x": "ClusterNames: not found: names names a cluster that the fleet does not have",
	}
	if diff := cmp.Diff(want, explained(&r)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	r.NotPicked = []placement.Candidate{{Cluster: "o", Score: 10, Scores: lines(1, 10, 1)}}
	const tie = `NotPicked: Cluster "o" does not score high enough (affinity score: 10, topology spread score: 1); it has the same ` +
		`scores as the last that was chosen in the same cycle, and the smaller name`
	if got := explained(&r)["o"]; got != tie {
		t.Errorf("got %s, want %s", got, tie)
	}
}

// TestSummary counts the reasons, the most frequent first.
func TestSummary(t *testing.T) {
	taint := func(cluster, key string) placement.Rejection {
		return placement.Rejection{Cluster: cluster, Stage: "TaintToleration", Mismatches: []placement.Mismatch{
			{Kind: placement.MismatchTaint, Detail: &placement.Taint{Key: key, Effect: placement.NoSelect}},
		}}
	}
	r := placement.Result{
		Decisions: []placement.Decision{{Candidate: placement.Candidate{Cluster: "y"}}},
		NotPicked: []placement.Candidate{{Cluster: "x"}, {Cluster: "z", HeldBack: true}},
		Rejected:  []placement.Rejection{taint("a", "gpu"), taint("b", "disk"), taint("c", "gpu")},
		Unknown:   []placement.Rejection{taint("d", "gpu")},
	}
	want := []placement.ReasonCount{
		{Reason: "TaintToleration: taint gpu:NoSelect is not tolerated", Count: 3, Example: "a"},
		{Reason: "NotPicked: earlier decisions are kept", Count: 1, Example: "z"},
		{Reason: "NotPicked: others have a better score", Count: 1, Example: "x"},
		{Reason: "TaintToleration: taint disk:NoSelect is not tolerated", Count: 1, Example: "b"},
	}
	if diff := cmp.Diff(want, r.Summary()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestFormatHundredths writes as few places as it takes.
func TestFormatHundredths(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 5200: "52", 1650: "16.5", 1605: "16.05", 7: "0.07", -150: "-1.5"} {
		if got := placement.FormatHundredths(n); got != want {
			t.Errorf("%d: got %q, want %q", n, got, want)
		}
	}
}
