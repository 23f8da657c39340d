// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// TestLimit: a percentage is rounded down, and without max_moves everything is allowed.
func TestLimit(t *testing.T) {
	for text, tt := range map[string]struct{ mistake, exceeded string }{
		"":     {},
		"2":    {},
		"1":    {exceeded: `2 of 5 clusters would lose the workload; max_moves = "1" allows 1.`},
		"0":    {exceeded: `2 of 5 clusters would lose the workload; max_moves = "0" allows 0.`},
		"40%":  {},
		"39%":  {exceeded: `2 of 5 clusters would lose the workload; max_moves = "39%" allows 1.`},
		"101%": {mistake: "max_moves"},
		"-1":   {mistake: "max_moves"},
		"many": {mistake: "max_moves"},
	} {
		var limit Limit
		if text != "" {
			moves := intstr.Parse(text)
			limit.MaxMoves = &moves
		}
		mistake := ""
		for _, err := range limit.Validate() {
			mistake = err.Field
		}
		if mistake != tt.mistake {
			t.Errorf("%q: a mistake in %q, want %q", text, mistake, tt.mistake)
		}
		if got := limit.ExceededBy(2, 5); got != tt.exceeded && tt.mistake == "" {
			t.Errorf("%q: got %q, want %q", text, got, tt.exceeded)
		}
	}
	if errs := (&Limit{OnExceeded: "stop"}).Validate(); len(errs) != 1 || errs[0].Field != "on_exceeded" {
		t.Errorf("got %v", errs)
	}
}

// webOf is a placement of a dialect without a fleet.
func webOf(of placement.Dialect) *Request {
	r := &Request{Placement: plannertest.Placement(of), Now: epoch}
	r.Name, r.Namespace = "web", "x"
	return r
}

// TestUnguarded: clusters may be lost with a replacement that is decided during apply, so that max_moves has to allow all of
// them.
func TestUnguarded(t *testing.T) {
	none, all := intstr.FromInt32(0), intstr.FromString("100%")
	before := &Predecessor{Clusters: []string{"a", "b"}}
	for name, tt := range map[string]struct {
		replaced  *Predecessor
		limit     *intstr.IntOrString
		isUnknown bool
		want      string
	}{
		"not replaced":          {limit: &none},
		"no clusters":           {replaced: &Predecessor{}, limit: &none},
		"no limit":              {replaced: before},
		"a limit that allows":   {replaced: before, limit: &all},
		"a limit that does not": {replaced: before, limit: &none, want: "error max_moves: max_moves cannot be checked"},
		"an unknown limit":      {replaced: before, isUnknown: true, want: "error max_moves: max_moves cannot be checked"},
	} {
		c := Transition{Request: webOf(placement.DialectOCM), Limit: Limit{MaxMoves: tt.limit}, Replaced: tt.replaced}
		if got := plannertest.Titles(c.Unguarded(tt.isUnknown)); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
}

// TestPaused: the decisions of a paused placement stay, also if nothing can be decided, and the warning says what would move.
func TestPaused(t *testing.T) {
	three := int32(3)
	last := &State{Decisions: []PreviousDecision{{ClusterName: "a"}, {ClusterName: "gone"}}}
	for name, tt := range map[string]struct {
		last     *State
		replaced *Predecessor
		clusters []placement.Cluster
		want     string
		texts    []string
		stands   bool
	}{
		"new":      {clusters: fleetOf("a", "b", "c"), want: "warning paused: has no decisions to keep yet"},
		"replaced": {clusters: fleetOf("a"), replaced: &Predecessor{}, want: "error paused: A paused placement cannot be replaced"},
		"moves": {
			last: last, clusters: fleetOf("a", "b", "c"), want: "warning paused: is paused", stands: true,
			texts: []string{"No longer in the fleet, but still chosen: gone.", "paused = true keeps the decisions."},
		},
		"nothing to decide": {
			last: last, clusters: []placement.Cluster{}, want: "warning clusters: is paused; without pause: The fleet has no clusters",
			stands: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := Transition{Request: webOf(placement.DialectOCM), Limit: Limit{Paused: true}, Last: tt.last, Replaced: tt.replaced}
			c.Namespace, c.Fleet = "", Fleet{Clusters: tt.clusters}
			c.OCM.NumberOfClusters = &three
			outcome, found := c.Decide(t.Context())
			if got := strings.ReplaceAll(plannertest.Titles(found), `The placement "web" `, ""); got != tt.want {
				t.Fatalf("got %q, want %q", got, tt.want)
			}
			if (outcome != nil) == found.HasError() || outcome != nil && outcome.Stands != tt.stands {
				t.Errorf("got %+v", outcome)
			}
			for _, text := range tt.texts {
				if !strings.Contains(found[0].Text, text) {
					t.Errorf("%q lacks %q", found[0].Text, text)
				}
			}
			if c.Known() != (tt.last != nil) {
				t.Error("whether the decisions are known is wrong")
			}
		})
	}
}

// fleetOf are clusters of no kind.
func fleetOf(names ...string) (clusters []placement.Cluster) {
	for _, name := range names {
		clusters = append(clusters, placement.Cluster{Name: name})
	}
	return clusters
}

// TestRecall: what the state has is bound, by the policy that it names; a decision of another dialect is of no policy.
func TestRecall(t *testing.T) {
	state := State{Decisions: []PreviousDecision{{ClusterName: "a"},
		{ClusterName: "b", Binding: &PreviousBinding{Policy: "p", State: placement.BindingScheduled}}}}
	r := webOf(placement.DialectKubeFleet)
	state.applyTo(r, &kubefleet.Spec{PlacementType: kubefleet.PickAll})
	a, b := r.PreviousDecisions[0].Binding, r.PreviousDecisions[1].Binding
	if a.Policy != noPolicy || b.Policy != "p" || a.State != placement.BindingBound || b.State != placement.BindingBound ||
		r.Policy == nil || !r.InForce {
		t.Errorf("got %+v, %+v, %+v", a, b, r.Prior)
	}
	if state.Decisions[0].Binding != nil || state.Decisions[1].Binding.State != placement.BindingScheduled {
		t.Error("the state has changed")
	}
	r = webOf(placement.DialectOCM)
	state.applyTo(r, nil)
	if r.PreviousDecisions[0].Binding != nil || !r.InForce {
		t.Errorf("got %+v", r.Prior)
	}
}

// TestKeptScores: a score that is kept has the scale of its dialect.
func TestKeptScores(t *testing.T) {
	for of, want := range map[placement.Dialect]int64{placement.DialectOCM: 3, placement.DialectKubeFleet: 3,
		placement.DialectHybrid: 250} {
		got := keptCandidate(&placement.Result{Dialect: of}, &PreviousDecision{ClusterName: "a", Score: 2.5})
		if got.Score != want || got.Reason != "the cluster was chosen before" {
			t.Errorf("%s: got %+v", of, got)
		}
	}
}
