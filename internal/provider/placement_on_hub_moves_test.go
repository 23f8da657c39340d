package provider

import (
	"fmt"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// movedOf are the entries of a list of the output moves, with some of their attributes.
func (r *placedRun) movedOf(list string, attributes ...string) string {
	r.t.Helper()
	moves, _ := r.value("moves").(map[string]any)
	entries, _ := moves[list].([]any)
	var all []string
	for _, entry := range entries {
		of, _ := entry.(map[string]any)
		var texts []string
		for _, name := range attributes {
			texts = append(texts, strings.TrimPrefix(fmt.Sprint(of[name]), r.f.prefix))
		}
		all = append(all, strings.Join(texts, " "))
	}
	return strings.Join(all, "; ")
}

// TestHubPlaced_regrouped: clusters that the hub has put into another group are moves, whether a refresh takes the decisions over
// or a plan has to accept them, because they drop a cluster.
func TestHubPlaced_regrouped(t *testing.T) {
	t.Parallel()
	r := newPlacedRun(t, "Placement")
	config := r.config(3)
	decide := func(groups ...hubtest.DecisionGroup) {
		t.Helper()
		r.f.server.WriteDecisions(t, r.namespace, r.name, groups...)
	}
	want := func(regrouped, joined string) {
		t.Helper()
		if got := r.movedOf("regrouped", "cluster_name", "from", "to", "cause"); got != regrouped {
			t.Errorf("regrouped %q, want %q", got, regrouped)
		}
		if got := r.movedOf("joined", "cluster_name"); got != joined {
			t.Errorf("joined %q, want %q", got, joined)
		}
	}
	r.run(config)
	decide(r.f.group("canary", "a"), r.f.group("", "b"))
	r.start()
	r.refresh()
	r.wantChosen("a", "b")
	decide(r.f.group("canary", "b"), r.f.group("", "a"))
	for range 2 {
		r.start()
		if diags := r.refresh(); failed(diags) {
			t.Fatal(said(diags))
		}
		want("a canary group 1 group selector; b group 1 canary group selector", "")
	}
	decide(r.f.group("canary", "a"), r.f.group("", "c"))
	accepts := merged(config, object{"on_unsatisfied": "accept"})
	r.says(r.run(accepts), r.title()+"has moved on the hub|1 cluster joins, 1 cluster leaves, 1 cluster stays, 1 of them in another group.|"+
		"- a changes from group 1 to canary: its labels and claims match the selector of canary")
	want("a group 1 canary group selector", "c")
	r.settles(accepts)
	want("a group 1 canary group selector", "c")
}

// TestHubPlaced_causes: a cluster that joins has the cause that follows from the number of clusters, where the hub and the fleet
// say nothing else of it.
func TestHubPlaced_causes(t *testing.T) {
	t.Parallel()
	for _, kind := range placedKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := newPlacedRun(t, kind)
			want := func(number int, joined string) {
				t.Helper()
				r.decide(r.first(number)...)
				r.start()
				if diags := r.refresh(); failed(diags) {
					t.Fatal(said(diags))
				}
				if got := r.movedOf("joined", "cluster_name", "cause"); got != joined {
					t.Errorf("joined %q, want %q", got, joined)
				}
			}
			// One of the two is there.
			r.startWith(r.config(2), 1)
			r.run(r.config(2))
			want(2, r.first(2)[1]+" free place")
			// The next one joins because of the number.
			r.run(r.config(3))
			want(3, r.first(3)[2]+" policy changed")
		})
	}
}
