// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// TestLimitOfNewPlacement: what is created or imported is compared with the decisions that are known from before. Without any, an
// import cannot be limited.
func TestLimitOfNewPlacement(t *testing.T) {
	none, all := intstr.FromInt32(0), intstr.FromString("100%")
	bound := func(r *Request) {
		r.Manifests.ResourceBindings = []placement.ResourceBinding{{
			Placement: "web", TargetCluster: "gone", State: placement.BindingBound, PolicySnapshot: "web-0",
		}}
	}
	previous := func(names ...string) func(*Request) {
		return func(r *Request) { r.PreviousDecisions = namedDecisions(names) }
	}
	const unlimited = "error max_moves: max_moves cannot be checked"
	for name, tt := range map[string]struct {
		of       placement.Dialect
		known    func(*Request)
		limit    *intstr.IntOrString
		imported bool
		want     string
	}{
		"created":  {of: placement.DialectOCM, limit: &none},
		"imported": {of: placement.DialectOCM, imported: true},
		"imported, with a limit": {
			of: placement.DialectOCM, limit: &none, imported: true, want: "error previous_decisions: max_moves cannot be checked",
		},
		"imported, with previous decisions": {of: placement.DialectOCM, known: previous("a", "b"), limit: &none, imported: true},
		"nothing was decided before": {
			of: placement.DialectOCM, known: previous(), limit: &none, imported: true, want: "warning ocm: moves",
		},
		"a cluster would leave": {
			of: placement.DialectOCM, known: previous("a", "gone"), limit: &none, want: "error max_moves: " + TooManyMoves,
		},
		"a cluster may leave": {
			of: placement.DialectOCM, known: previous("a", "gone"), limit: &all, want: "warning ocm: moves",
		},
		"without a limit": {of: placement.DialectHybrid, known: previous("a", "gone"), want: "warning hybrid: moves"},
		"bindings of a policy that is not known": {
			of: placement.DialectKubeFleet, known: bound, limit: &none, want: unlimited,
		},
		"such bindings, without a limit": {
			of: placement.DialectKubeFleet, known: bound,
			want: "warning kubefleet: is decided as if the hub had the same policy; warning kubefleet: moves",
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := Transition{Request: webOf(tt.of), Limit: Limit{MaxMoves: tt.limit}, Imported: tt.imported}
			c.Namespace, c.Fleet, c.OnUnsatisfied = "", Fleet{Clusters: fleetOf("a", "b")}, UnsatisfiedAccept
			if c.KubeFleet != nil {
				c.KubeFleet.PlacementType = kubefleet.PickAll
			}
			if tt.known != nil {
				tt.known(c.Request)
			}
			outcome, found := c.Decide(t.Context())
			if got := strings.ReplaceAll(plannertest.Titles(found), `The placement "web" `, ""); got != tt.want {
				t.Fatalf("got %q, want %q", got, tt.want)
			}
			if (outcome == nil) != found.HasError() {
				t.Fatalf("the outcome is %v", outcome)
			}
			// Terraform asks again during apply, when it does not know the clusters of before: the outputs must not tell moves.
			if outcome != nil && (Moved(&outcome.Answer.Moves) || outcome.Moved) {
				t.Errorf("the outputs have moves: %s", &outcome.Answer.Moves)
			}
		})
	}
}

// TestLimitOfReplacement: a placement that is replaced is compared with the one before, and cannot keep its clusters.
func TestLimitOfReplacement(t *testing.T) {
	none, one := intstr.FromInt32(0), intstr.FromInt32(1)
	for name, tt := range map[string]struct {
		before []string
		// isGiven says that previous_decisions has them as well, as after an import.
		isGiven bool
		limit   Limit
		want    string
		text    string
	}{
		"the same clusters": {before: []string{"a", "b"}, limit: Limit{MaxMoves: &none}},
		"one leaves": {
			before: []string{"a", "gone"}, limit: Limit{MaxMoves: &none}, want: "error max_moves: " + TooManyMoves,
			text: "1 of 2 clusters would lose the workload; max_moves = \"0\" allows 0.",
		},
		"one leaves, and is to be kept": {
			before: []string{"a", "gone"}, limit: Limit{MaxMoves: &none, OnExceeded: ExceededKeep},
			want: "error max_moves: " + TooManyMoves, text: `on_exceeded = "keep" acts as "fail".`,
		},
		"one may leave": {
			before: []string{"a", "gone"}, limit: Limit{MaxMoves: &one}, want: "warning ocm: moves", text: "gone leaves: ",
		},
		"without a limit": {before: []string{"a", "gone"}, want: "warning ocm: moves", text: "b joins"},
		"said once":       {before: []string{"a", "gone"}, isGiven: true, want: "warning ocm: moves"},
		"one joins":       {before: []string{"a"}, limit: Limit{MaxMoves: &none}, want: "warning ocm: moves", text: "b joins"},
	} {
		t.Run(name, func(t *testing.T) {
			c := Transition{Request: webOf(placement.DialectOCM), Limit: tt.limit, Replaced: &Predecessor{Clusters: tt.before}}
			c.Namespace, c.Fleet = "", Fleet{Clusters: fleetOf("a", "b")}
			if tt.isGiven {
				c.PreviousDecisions = namedDecisions(tt.before)
			}
			outcome, found := c.Decide(t.Context())
			if got := strings.ReplaceAll(plannertest.Titles(found), `The placement "web" `, ""); got != tt.want {
				t.Fatalf("got %q, want %q", got, tt.want)
			}
			if len(found) > 0 && !strings.Contains(found[0].Text, tt.text) {
				t.Errorf("%q lacks %q", found[0].Text, tt.text)
			}
			if outcome != nil && (outcome.Moved || Moved(&outcome.Answer.Moves)) {
				t.Error("the outputs have moves")
			}
		})
	}
}

// TestBoundAfterApply: what a placement chooses is on the clusters after the apply, so that the state has it as bound.
func TestBoundAfterApply(t *testing.T) {
	c := Transition{Request: webOf(placement.DialectKubeFleet)}
	c.Namespace, c.Fleet = "", Fleet{Clusters: fleetOf("a", "b")}
	c.KubeFleet.PlacementType = kubefleet.PickAll
	answer, _ := Decide(t.Context(), c.Request)
	outcome, found := c.Decide(t.Context())
	if len(found) > 0 {
		t.Fatal(plannertest.Texts(found))
	}
	for _, name := range []string{"a", "b"} {
		before, after := answer.Bindings[name], outcome.Answer.Bindings[name]
		if before.State != placement.BindingScheduled || after.State != placement.BindingBound {
			t.Errorf("%s is %s, then %s", name, before.State, after.State)
		}
	}
}

// TestWithDecided: the decisions of the hub take the place of what the lists have of the placement, and of nothing else.
func TestWithDecided(t *testing.T) {
	r := webOf(placement.DialectHybrid)
	r.Manifests.Decisions = []placement.PlacementDecision{
		{Name: "old", Namespace: "x", Placement: "web"}, {Name: "other", Namespace: "x", Placement: "api"},
		{Name: "elsewhere", Namespace: "y", Placement: "web"},
	}
	r.Manifests.PlacementRules = []apiobject.PlacementRule{{Name: "web", Namespace: "x"}}
	r.Manifests.KubeFleetPlacements = []kubefleet.Placement{{Name: "web"}}
	r.PreviousDecisions = namedDecisions([]string{"a"})
	rule := apiobject.PlacementRule{Name: "web", Namespace: "x", Decisions: []string{"b"}}
	of := r.WithDecided(&decisions.Decided{
		PlacementDecisions: []placement.PlacementDecision{{Name: "new", Namespace: "x", Placement: "web"}}, Rule: &rule,
		ResourceBindings: []placement.ResourceBinding{{TargetCluster: "b"}},
	})
	var names []string
	for i := range of.Manifests.Decisions {
		names = append(names, of.Manifests.Decisions[i].Name)
	}
	if got := strings.Join(names, " "); got != "other elsewhere new" {
		t.Errorf("decisions %s", got)
	}
	m := &of.Manifests
	if !m.FromHub || len(m.KubeFleetPlacements) > 0 || len(m.ResourceBindings) != 1 || len(of.PreviousDecisions) > 0 {
		t.Errorf("got %+v", of)
	}
	if len(m.PlacementRules) != 1 || len(m.PlacementRules[0].Decisions) != 1 {
		t.Errorf("rules %+v", m.PlacementRules)
	}
	if len(r.Manifests.Decisions) != 3 || r.Manifests.FromHub || len(r.PreviousDecisions) != 1 {
		t.Errorf("the request itself has changed: %+v", r.Manifests)
	}
	if rules := r.WithDecided(&decisions.Decided{}).Manifests.PlacementRules; len(rules) > 0 {
		t.Errorf("a rule that the hub does not have: %+v", rules)
	}
}
