// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
)

// history is two results of one placement.
type history struct {
	before, after placement.Result
	policyChanged bool
	// again decides the later result anew, of a fleet in another order.
	again func(*rapid.T) placement.Result
}

// genHistory draws two fleets that a placement is decided for, maybe with another request the second time and maybe
// with the memory of the first.
func genHistory(t *rapid.T, of dialect) history {
	request, first, second := of.request(t), genInventory(t), genInventory(t)
	var h history
	h.before = pass(t, request, first, nil)
	if rapid.Bool().Draw(t, "another request") {
		h.policyChanged = true
		request = of.request(t)
	}
	var previous []string
	if rapid.Bool().Draw(t, "with memory") {
		previous = decidedOf(&h.before)
	}
	h.after = pass(t, request, second, previous)
	h.again = func(t *rapid.T) placement.Result {
		second.Clusters = rapid.Permutation(second.Clusters).Draw(t, "another order")
		return pass(t, request, second, previous)
	}
	return h
}

func pass(
	t *rapid.T, decide func(placement.Inventory, []string) (placement.Result, error), inv placement.Inventory, previous []string,
) placement.Result {
	result, err := decide(inv, previous)
	var misconfigured *placement.Misconfiguration
	if err != nil && !errors.As(err, &misconfigured) {
		t.Fatal(err)
	}
	return result
}

func decidedOf(r *placement.Result) []string {
	var names []string
	for i := range r.Decisions {
		names = append(names, r.Decisions[i].Cluster)
	}
	slices.Sort(names)
	return names
}

// compare compares two results as the passes that they are.
func compare(before, after *placement.Result, policyChanged bool) diff.Changes {
	return diff.Compare(diff.PassOf(before), after, policyChanged)
}

// eachDialect runs a property for every dialect.
func eachDialect(t *testing.T, property func(*rapid.T, dialect)) {
	for _, of := range dialects {
		t.Run(of.name, rapid.MakeCheck(func(t *rapid.T) { property(t, of) }))
	}
}

// TestCompareIsTheDifference: what joins and what leaves are the differences of the decisions, each with a cause.
func TestCompareIsTheDifference(t *testing.T) {
	eachDialect(t, func(t *rapid.T, of dialect) {
		h := genHistory(t, of)
		changes := compare(&h.before, &h.after, h.policyChanged)
		before, after := decidedOf(&h.before), decidedOf(&h.after)
		for _, side := range []struct {
			name       string
			changes    []diff.Change
			from, less []string
		}{{"joined", changes.Joined, after, before}, {"left", changes.Left, before, after}} {
			var got []string
			for _, change := range side.changes {
				got = append(got, change.ClusterName)
				if change.Cause == "" || change.Reason == "" || strings.ContainsAny(change.Reason, "\r\n") {
					t.Fatalf("%s: %+v", side.name, change)
				}
			}
			want := slices.DeleteFunc(slices.Clone(side.from), func(name string) bool { return slices.Contains(side.less, name) })
			if len(want) == 0 {
				want = nil
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s: -want +got:\n%s", side.name, diff)
			}
		}
		if want := len(after) - len(changes.Joined); changes.Stayed != want {
			t.Fatalf("%d are kept, want %d", changes.Stayed, want)
		}
	})
}

// TestCompareBlames: the request is a cause only if it changed, and the scores of Open Cluster Management always show the cause.
func TestCompareBlames(t *testing.T) {
	eachDialect(t, func(t *rapid.T, of dialect) {
		h := genHistory(t, of)
		changes := compare(&h.before, &h.after, h.policyChanged)
		for _, change := range slices.Concat(changes.Joined, changes.Left) {
			if change.Cause == diff.CausePolicyChanged && !h.policyChanged {
				t.Fatalf("nothing changed in the request: %+v", change)
			}
			if change.Cause == diff.CauseUnknown && of.name == "ocm" {
				t.Fatalf("the scores show the cause: %+v", change)
			}
		}
	})
}

// TestCompareWithItself: nothing has changed.
func TestCompareWithItself(t *testing.T) {
	eachDialect(t, func(t *rapid.T, of dialect) {
		h := genHistory(t, of)
		want := diff.Changes{Stayed: len(decidedOf(&h.after))}
		if diff := cmp.Diff(want, compare(&h.after, &h.after, false)); diff != "" {
			t.Fatalf("-want +got:\n%s", diff)
		}
	})
}

// TestCompareOrderOfInputs: the order of the fleet has no meaning.
func TestCompareOrderOfInputs(t *testing.T) {
	eachDialect(t, func(t *rapid.T, of dialect) {
		h := genHistory(t, of)
		again := h.again(t)
		want, got := compare(&h.before, &h.after, h.policyChanged), compare(&h.before, &again, h.policyChanged)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("-want +got:\n%s", diff)
		}
	})
}
