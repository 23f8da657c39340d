// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
)

// TestCompareNames knows nothing of the earlier decisions but the names.
func TestCompareNames(t *testing.T) {
	result := without(ranked(2, candidate("a", 3, 0), candidate("b", 2, 0), candidate("c", 1, 0)), "d", inDevelopment)
	changes := diff.CompareNames([]string{"gone", "d", "c", "a", "a"}, &result)
	want := []string{
		"+b [free place] it takes the place of d, which leaves; " + result.Explanation(1).Reason,
		"-c [unknown] " + result.Explanation(2).Reason,
		"-d [label] " + inDevelopment.String(),
		"-gone [cluster gone] the cluster is no longer in the fleet",
	}
	if diff := cmp.Diff(want, reported(changes)); diff != "" {
		t.Error(diff)
	}
	if changes.Stayed != 1 {
		t.Errorf("%d clusters are kept, want 1", changes.Stayed)
	}
	if changes := diff.CompareNames(nil, &result); len(changes.Joined) != 2 || len(changes.Left) != 0 ||
		changes.Joined[0].Cause != diff.CauseUnknown {
		t.Errorf("got %v, want two that join", reported(changes))
	}
	if changes := diff.CompareNames([]string{"gone"}, &result); changes.Joined[0].Cause != diff.CauseUnknown {
		t.Errorf("got %v: more join than leave", reported(changes))
	}
}

// TestCompareNamesMisconfigured has a pass that ended early: the clusters are not gone.
func TestCompareNamesMisconfigured(t *testing.T) {
	after := placement.Result{Conditions: []placement.Condition{{Reason: "Misconfigured", Status: "True", Message: ":bad"}}}
	changes := diff.CompareNames([]string{"a"}, &after)
	if diff := cmp.Diff([]string{"-a [misconfiguration] the placement is misconfigured: bad"}, reported(changes)); diff != "" {
		t.Error(diff)
	}
}

// TestPassChosen compares the chosen clusters of a pass with a list.
func TestPassChosen(t *testing.T) {
	result := ranked(2, candidate("b", 3, 0), candidate("a", 2, 0), candidate("c", 1, 0))
	pass := diff.PassOf(&result)
	for _, test := range []struct {
		names []string
		want  bool
	}{
		{[]string{"a", "b"}, true},
		{[]string{"b", "a", "b"}, true},
		{[]string{"a"}, false},
		{[]string{"a", "b", "c"}, false},
		{nil, false},
	} {
		if got := pass.Chosen(test.names); got != test.want {
			t.Errorf("%v: got %t", test.names, got)
		}
	}
}
