// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
)

// TestChangesString has a line for every reason, up to a limit, with the clusters that have it.
func TestChangesString(t *testing.T) {
	changes := diff.Changes{
		Joined: []diff.Change{{ClusterName: "eu-3", Cause: diff.CauseFreePlace, Reason: "it takes the place of eu-2, which leaves"}},
		Left:   []diff.Change{{ClusterName: "eu-2", Cause: "taint", Reason: "taint gpu:NoSelect is not tolerated"}},
		Stayed: 2,
	}
	const want = `1 cluster joins, 1 cluster leaves, 2 clusters stay.

- eu-3 joins: it takes the place of eu-2, which leaves

- eu-2 leaves: taint gpu:NoSelect is not tolerated`
	if diff := cmp.Diff(want, changes.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got, want := (diff.Changes{}).String(), "0 clusters join, 0 clusters leave, 0 clusters stay."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for i := range 25 {
		changes.Left = append(changes.Left, diff.Change{ClusterName: fmt.Sprintf("us-%d", i), Reason: "it is gone"})
	}
	if got, want := changes.String(), "\n- us-0, us-1, us-2, us-3, us-4, us-5, us-6, us-7, us-8, us-9 and 15 more leave: it is gone"; !strings.
		HasSuffix(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for i := range changes.Left {
		changes.Left[i].Reason += fmt.Sprint(i)
	}
	got := strings.Split(changes.String(), "\n")
	if last := got[len(got)-1]; len(got) != 2+2+20+1 || last != "- and 6 more" {
		t.Errorf("%d lines, the last is %q", len(got), last)
	}
}
