// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// TestExpected: the text begins with what the hub is expected to decide, until it has decided.
func TestExpected(t *testing.T) {
	e := explainedPlacement{
		Name: "web", Namespace: "shop", Satisfied: true, Decisions: []planner.Decision{{ClusterName: "a"}, {ClusterName: "b"}},
		Expected: &hubdecision.Expected{
			Clusters: []string{"a", "c", "d"}, Uncertainty: "It depends on the time.", Consumers: map[string]string{
				"b": "the policy <p> is removed",
			}, Moves: planner.Moves{
				Joined: map[string]string{"c": "score: rank 2", "d": "score: rank 3"},
				Left:   map[string]string{"b": "taint: <tainted>"}, Stayed: 1,
			},
		},
	}
	const now = "### Placement shop/web: 2 of 2 clusters chosen\n\nThe placement is **satisfied**.\n"
	want := `### Placement shop/web: the hub is expected to choose 3 clusters

2 clusters join, 1 cluster leaves, 1 cluster stays.

The placement is expected to be **not satisfied**.

| Cluster | Before | After | Why |
| --- | --- | --- | --- |
| b | chosen | not chosen | &lt;tainted&gt; |
| c | not chosen | chosen | rank 2 |
| d | not chosen | chosen | rank 3 |

| Cluster | What leaves with it |
| --- | --- |
| b | the policy &lt;p&gt; is removed |

This is not certain. It depends on the time.

#### Before: 2 of 2 clusters chosen

The placement is **satisfied**.
`
	if got := e.markdown(); !strings.HasPrefix(got, want) {
		t.Error(cmp.Diff(want, got))
	}
	agrees := false
	e.Expected.Agrees = &agrees
	if got := e.markdown(); !strings.HasPrefix(got, now) {
		t.Errorf("got %s", got)
	}
}
