// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
)

// grouped divides the named clusters: those that begin with the letters of a predefined group, then the rest, as a hub does.
func grouped(t *testing.T, size int, clusters string, groups ...string) []placement.PlacementDecision {
	t.Helper()
	var r placement.Result
	for name := range strings.FieldsSeq(clusters) {
		r.Decisions = append(r.Decisions, placement.Decision{Candidate: placement.Candidate{Cluster: name}})
	}
	var predefined []placement.PredefinedGroup
	for _, group := range groups {
		name, letters, _ := strings.Cut(group, "=")
		predefined = append(predefined, placement.PredefinedGroup{Name: name, Matches: func(cluster string) bool {
			return strings.ContainsAny(cluster[:1], letters)
		}})
	}
	if err := r.Divide(t.Context(), size, append(predefined, placement.Remainder)); err != nil {
		t.Fatal(err)
	}
	r.Slice("web", "")
	return r.PlacementDecisions
}

func TestCompareGroups(t *testing.T) {
	canaries := grouped(t, 10, "a b c d", "canary=a")
	for name, tt := range map[string]struct {
		before, after []placement.PlacementDecision
		policyChanged bool
		want          string
	}{
		"the same":                            {canaries, grouped(t, 10, "a b c d", "canary=a"), false, ""},
		"a cluster joins, another one leaves": {canaries, grouped(t, 10, "a c d e", "canary=a"), false, ""},
		"nothing is known of before":          {nil, canaries, false, ""},
		"a canary and another cluster": {canaries, grouped(t, 10, "a b c d", "canary=b"), false,
			"a from canary to group 1: its labels and claims no longer match the selector of canary; " +
				"b from group 1 to canary: its labels and claims match the selector of canary"},
		"another group": {canaries, grouped(t, 10, "a b c d", "beta=a"), false, "a from canary to beta: its labels and claims match the selector of beta"},
		"the first canary": {
			grouped(t, 10, "a b"), grouped(t, 10, "a b", "canary=a"), true,
			"a from group 0 to canary: its labels and claims match the selector of canary; the placement changed too; in another PlacementDecision: b",
		},
		"the canary leaves":      {canaries, grouped(t, 10, "b c d", "canary=a"), false, "in another PlacementDecision: b c d"},
		"one before the others":  {grouped(t, 2, "b c d"), grouped(t, 2, "a b c d"), false, "c from group 0 to group 1: groups are filled in the order of names"},
		"two groups of the name": {grouped(t, 1, "b c", "canary=abc"), grouped(t, 1, "a c", "canary=abc"), false, ""},
		"one more of the same name": {grouped(t, 1, "b c", "canary=abc"), grouped(t, 1, "a b c", "canary=abc"), false,
			"b from canary 0 to canary 1: groups are filled in the order of names; " +
				"c from canary 1 to canary 2: groups are filled in the order of names"},
	} {
		var got []string
		regrouped, shifted := diff.CompareGroups(tt.before, tt.after, tt.policyChanged)
		for _, r := range regrouped {
			got = append(got, r.ClusterName+" "+r.String())
		}
		if len(shifted) > 0 {
			got = append(got, "in another PlacementDecision: "+strings.Join(shifted, " "))
		}
		if text := strings.Join(got, "; "); text != tt.want {
			t.Errorf("%s: got %q, want %q", name, text, tt.want)
		}
	}
}

// TestShifted: PlacementDecisions have at most 100 clusters, so one that joins shifts others.
func TestShifted(t *testing.T) {
	names := make([]string, 250)
	for i := range names {
		names[i] = fmt.Sprintf("c%03d", i)
	}
	before := grouped(t, 250, strings.Join(names[1:], " "))
	regrouped, shifted := diff.CompareGroups(before, grouped(t, 250, strings.Join(names, " ")), false)
	if diff := cmp.Diff([]string{"c100", "c200"}, shifted); diff != "" || len(regrouped) > 0 {
		t.Errorf("regrouped %v; shifted, -want +got:\n%s", regrouped, diff)
	}
	slices.Reverse(before)
	if _, again := diff.CompareGroups(before, grouped(t, 250, strings.Join(names, " ")), false); !cmp.Equal(shifted,
		again, cmpopts.EquateEmpty()) {
		t.Errorf("in another order: %v", again)
	}
}

// TestGroupsText: the text has a reason why clusters change their group once, and cuts the names.
func TestGroupsText(t *testing.T) {
	changes := diff.Changes{Stayed: 30, Shifted: []string{"x", "y"}}
	for i := range 22 {
		changes.Regrouped = append(changes.Regrouped, diff.Regroup{ClusterName: fmt.Sprint("c", i), From: "canary",
			To: "group 1", Reason: "why"})
	}
	text := changes.String()
	for _, want := range []string{
		"30 clusters stay, 22 of them in another group.\n", "\n- c0 (canary to group 1), c1 (canary to group 1), ", " and 12 more change their group: why\n",
		"2 clusters shift to another PlacementDecision: x, y.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}
