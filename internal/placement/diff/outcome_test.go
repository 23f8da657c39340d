// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// TestCompareRejectedBefore has the sentences for a cluster that an earlier pass rejected. Only the kinds of its mismatches
// are known.
func TestCompareRejectedBefore(t *testing.T) {
	tests := map[string]struct {
		kinds         []*placement.MismatchKind
		policyChanged bool
		want          string
	}{
		"a label": {
			kinds: kinds(placement.MismatchLabel), want: "[label] the cluster changed; before, its label did not match",
		},
		"a label or the placement": {
			kinds: kinds(placement.MismatchLabel), policyChanged: true, want: "[label] the placement changed; before, its label " +
				"did not match",
		},
		"alternatives": {
			kinds: kinds(placement.MismatchLabel, ocm.MismatchCEL, placement.MismatchLabel),
			want:  "[label] the cluster changed; before, its label did not match and a CEL expression was not true",
		},
		"a taint": {
			kinds: kinds(placement.MismatchToleration), want: "[taint] the cluster changed; before, a taint was not tolerated",
		},
		"a deletion": {
			kinds: kinds(placement.MismatchDeletion), policyChanged: true, want: "[deletion] the cluster changed; before, it was " +
				"being deleted",
		},
		"an agent": {
			kinds: kinds(kubefleet.MismatchEligibility), want: "[eligibility] the cluster changed; before, it took no new placements",
		},
		"a cluster set": {
			kinds: kinds(ocm.MismatchClusterSet), want: "[cluster set] the fleet changed; before, it was in no cluster set that is open " +
				"to the placement",
		},
		"topology spread": {
			kinds: kinds(kubefleet.MismatchTopologySpread), want: "[topology spread] the fleet changed; before, it would have " +
				"broken maxSkew",
		},
		"a list": {
			kinds: kinds(placement.MismatchClusterName), policyChanged: true,
			want: "[policy changed] the placement changed; before, it was not listed",
		},
		"a list that is the same": {kinds: kinds(placement.MismatchClusterName), want: "[cluster name] before, it was not listed"},
		"a veto": {
			kinds: kinds(hybrid.MismatchVeto), want: "[advisor] the answer of an advisor changed; before, a predicate advisor " +
				"did not name it",
		},
		"no advisor": {
			kinds: kinds(hybrid.MismatchRecommendation), policyChanged: true,
			want: "[advisor] the placement changed; before, no advisor named it",
		},
		"a kind that does not say what was before": {
			kinds: kinds(&placement.MismatchKind{Name: "x"}), want: "[x] the cluster changed; before, Predicate rejected it",
		},
		"nothing": {want: "[unknown] before, Predicate rejected it"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var mismatches []placement.Mismatch
			for _, kind := range test.kinds {
				mismatches = append(mismatches, placement.Mismatch{Kind: kind})
			}
			before, after := without(ranked(0), "a", mismatches...), ranked(1, candidate("a", 0, 0))
			changes := diff.Compare(decoded(t, diff.PassOf(&before)), &after, test.policyChanged)
			if diff := cmp.Diff([]string{"+a " + test.want}, reported(changes)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func kinds(list ...*placement.MismatchKind) []*placement.MismatchKind { return list }

// TestCompareTruncated: a cluster that a truncated pass omits may be new in the fleet, or not.
func TestCompareTruncated(t *testing.T) {
	before := ranked(1, candidate("a", 90, 0), candidate("b", 60, 0), candidate("c", 20, 0))
	after := ranked(2, candidate("d", 95, 0), candidate("c", 80, 0), candidate("b", 60, 0), candidate("a", 10, 0))
	want := []string{
		"+c [unknown] the cause is not known: rank 2 of 4 with score 80 = ResourceAllocatableMemory 80 + Balance 0",
		"+d [unknown] the cause is not known: rank 1 of 4 with score 95 = ResourceAllocatableMemory 95 + Balance 0",
		"-a [unknown] the cause is not known: rank 4 of 4 with score 10; it would be chosen with a higher score, or with " +
			"number_of_clusters = 4",
	}
	changes := diff.Compare(decoded(t, diff.PassOf(&before).Truncated(1)), &after, false)
	if diff := cmp.Diff(want, reported(changes)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
