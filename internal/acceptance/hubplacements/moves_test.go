// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"fmt"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// movedOf are the entries of a list of the output moves, with some of their attributes.
func movedOf(r *onhub.PlacedRun, list string, attributes ...string) string {
	r.T.Helper()
	moves, _ := r.Value("moves").(map[string]any)
	entries, _ := moves[list].([]any)
	var all []string
	for _, entry := range entries {
		of, _ := entry.(map[string]any)
		var texts []string
		for _, name := range attributes {
			texts = append(texts, strings.TrimPrefix(fmt.Sprint(of[name]), r.F.Prefix))
		}
		all = append(all, strings.Join(texts, " "))
	}
	return strings.Join(all, "; ")
}

// TestHubPlaced_regrouped: clusters that the hub has put into another group are moves, whether a refresh takes the decisions over
// or a plan has to accept them, because they drop a cluster.
func TestHubPlaced_regrouped(t *testing.T) {
	t.Parallel()
	r := onhub.NewPlacedRun(t, "Placement")
	config := r.Config(3)
	decide := func(groups ...hubtest.DecisionGroup) {
		t.Helper()
		r.F.Server.WriteDecisions(t, r.Namespace, r.Name, groups...)
	}
	want := func(regrouped, joined string) {
		t.Helper()
		if got := movedOf(r, "regrouped", "cluster_name", "from", "to", "cause"); got != regrouped {
			t.Errorf("regrouped %q, want %q", got, regrouped)
		}
		if got := movedOf(r, "joined", "cluster_name"); got != joined {
			t.Errorf("joined %q, want %q", got, joined)
		}
	}
	r.Do(config)
	decide(r.F.Group("canary", "a"), r.F.Group("", "b"))
	r.Start()
	r.Refresh()
	r.WantChosen("a", "b")
	decide(r.F.Group("canary", "b"), r.F.Group("", "a"))
	for range 2 {
		r.Start()
		if diags := r.Refresh(); providertest.Failed(diags) {
			t.Fatal(providertest.Said(diags))
		}
		want("a canary group 1 group selector; b group 1 canary group selector", "")
	}
	decide(r.F.Group("canary", "a"), r.F.Group("", "c"))
	accepts := providertest.Merged(config, object{"on_unsatisfied": "accept"})
	r.Says(r.Do(accepts), r.Title()+"has moved on the hub|1 cluster joins, 1 cluster leaves, 1 cluster stays, 1 of them in "+
		"another group.|- a changes from group 1 to canary: its labels and claims match the selector of canary")
	want("a group 1 canary group selector", "c")
	r.Settles(accepts)
	want("a group 1 canary group selector", "c")
}

// TestHubPlaced_causes: a cluster that joins has the cause that follows from the number of clusters, where the hub and the fleet
// say nothing else of it.
func TestHubPlaced_causes(t *testing.T) {
	t.Parallel()
	for _, kind := range onhub.PlacedKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := onhub.NewPlacedRun(t, kind)
			want := func(number int, joined string) {
				t.Helper()
				r.Decide(r.First(number)...)
				r.Start()
				if diags := r.Refresh(); providertest.Failed(diags) {
					t.Fatal(providertest.Said(diags))
				}
				if got := movedOf(r, "joined", "cluster_name", "cause"); got != joined {
					t.Errorf("joined %q, want %q", got, joined)
				}
			}
			// One of the two is there.
			startWith(r, r.Config(2), 1)
			r.Do(r.Config(2))
			want(2, r.First(2)[1]+" free place")
			// The next one joins because of the number.
			r.Do(r.Config(3))
			want(3, r.First(3)[2]+" policy changed")
		})
	}
}
