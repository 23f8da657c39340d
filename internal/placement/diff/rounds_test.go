// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// rounds is the result of a hybrid decision of one round. The advisors cost and energy give each target the same.
func rounds(rating map[string]int64, outvoted ...string) placement.Result {
	round := placement.Round{Removed: outvoted, Reason: "lowest_rating"}
	r := placement.Result{Dialect: placement.DialectHybrid}
	for _, name := range slices.Sorted(maps.Keys(rating)) {
		round.Ratings = append(round.Ratings, placement.Rating{Target: name, Hundredths: 2 * rating[name], Shares: []placement.Share{
			{Advisor: "energy", Hundredths: rating[name]}, {Advisor: "cost", Hundredths: rating[name]},
		}})
		if !slices.Contains(outvoted, name) {
			r.Decisions = append(r.Decisions, placement.Decision{Candidate: placement.Candidate{
				Cluster: name, Score: 2 * rating[name], Reason: "decided",
			}})
		}
	}
	for _, name := range outvoted {
		r.NotPicked = append(r.NotPicked, placement.Candidate{Cluster: name, Score: 2 * rating[name], Reason: "eliminated"})
	}
	r.Rounds = []placement.Round{round}
	return r
}

// TestCompareRounds has the sentences of hybrid decisions. Of two advisors that changed alike, the first by name is shown.
func TestCompareRounds(t *testing.T) {
	tests := map[string]struct {
		before, after placement.Result
		want          []string
	}{
		"a rating falls": {
			before: rounds(map[string]int64{"a": 1650, "b": 1200}, "b"), after: rounds(map[string]int64{"a": 400, "b": 1200}, "a"),
			want: []string{
				`+b [advisor] the rating of advisor "cost" fell from 16.5 to 4 for a; b has 12`,
				`-a [advisor] the rating of advisor "cost" fell from 16.5 to 4; b has 12`,
			},
		},
		"a new target": {
			before: rounds(map[string]int64{"a": 1000}), after: rounds(map[string]int64{"a": 1000, "b": 1200}, "a"),
			want: []string{
				"+b [new cluster] the cluster is new in the fleet",
				"-a [outranked] b is new in the fleet and has rating 24; a has 20",
			},
		},
		"fewer targets, and none that is better": {
			before: rounds(map[string]int64{"a": 3000, "b": 2000, "c": 500}, "c"),
			after:  rounds(map[string]int64{"a": 3000, "b": 2000, "c": 1000}, "b", "c"),
			want:   []string{"-b [unknown] the cause is not known: eliminated"},
		},
		"more targets, and none that is worse": {
			before: rounds(map[string]int64{"a": 3000, "b": 2000, "c": 1000, "d": 500}, "b", "c", "d"),
			after:  rounds(map[string]int64{"b": 2000, "c": 1500, "d": 500}, "d"),
			want: []string{
				"+b [free place] it takes the place of a, which leaves",
				"+c [unknown] the cause is not known: decided",
				"-a [cluster gone] the cluster is no longer in the fleet",
			},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			for range 20 { // the advisors are in a map
				if diff := cmp.Diff(test.want, reported(compare(&test.before, &test.after, false))); diff != "" {
					t.Fatalf("-want +got:\n%s", diff)
				}
			}
		})
	}
}

// TestCompareOmittedRatings: a rating that was not recorded is not taken from an earlier round.
func TestCompareOmittedRatings(t *testing.T) {
	before, after := rounds(map[string]int64{"a": 1650, "b": 1200}, "b"), rounds(map[string]int64{"a": 400, "b": 1200}, "a")
	after.Rounds[0].Omitted = 1
	want := []string{
		"+b [unknown] the cause is not known: decided",
		"-a [unknown] the cause is not known: eliminated",
	}
	if diff := cmp.Diff(want, reported(compare(&before, &after, false))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
