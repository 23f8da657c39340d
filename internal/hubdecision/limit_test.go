// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubdecision

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// TestHubMovesAreLimited: max_moves holds for what a hub decides by itself, for what a change makes it decide, and for what it
// decided then.
func TestHubMovesAreLimited(t *testing.T) {
	one := intstr.FromInt32(1)
	change := func(limit *intstr.IntOrString, onUnsatisfied string) *planner.Transition {
		r := webOnHub(placement.DialectOCM)
		r.OnUnsatisfied = onUnsatisfied
		return &planner.Transition{Request: r, Limit: planner.Limit{MaxMoves: limit}}
	}
	before := Baseline{Decided: onHub(placement.DialectOCM, "a", "b", "c"), Clusters: []string{"a", "b", "c"}}
	pending := &Pending{Lost: []string{"a", "b"}, Changes: diff.Changes{Left: []diff.Change{{ClusterName: "a"}, {ClusterName: "b"}}}}
	awaited := func(limit *intstr.IntOrString, d *decisions.Decided, forecast *Forecast) planner.Findings {
		return AcceptAwaited(change(limit, ""), d, diff.Changes{}, []string{"a", "b", "c"}, before, forecast)
	}
	complete := func(clusters ...string) *decisions.Decided { return onHub(placement.DialectOCM, clusters...) }
	for name, tt := range map[string]struct {
		found planner.Findings
		want  string
	}{
		"pending":                   {pending.Accept(change(nil, ""), 3, ""), "warning ocm: has moved on the hub"},
		"pending, too many":         {pending.Accept(change(&one, ""), 3, ""), "error max_moves: " + planner.TooManyMoves},
		"awaited":                   {awaited(nil, complete("c"), nil), ""},
		"awaited, too many":         {awaited(&one, complete("c"), nil), "warning max_moves: keeps its decisions in the state"},
		"awaited, as the plan said": {awaited(&one, complete("c"), &Forecast{ClusterNames: []string{"c"}}), ""},
		"awaited, not complete": {
			awaited(nil, with(complete("c"), func(d *decisions.Decided) { d.Writing = true }), nil),
			"warning ocm: keeps its decisions in the state",
		},
		"not known": {Unforeseen(change(nil, ""), before, errors.New("x")), "warning ocm: cannot be predicted"},
		"not known, limited": {
			Unforeseen(change(&one, ""), before, errors.New("x")), "error max_moves: max_moves cannot be checked",
		},
		"satisfied": {RefuseUnsatisfied(change(nil, planner.UnsatisfiedError), "", true), ""},
		"not satisfied": {
			RefuseUnsatisfied(change(nil, planner.UnsatisfiedError), "too few", false),
			"error ocm: The placement is not satisfied on the hub",
		},
		"not satisfied, none leaves": {RefuseUnsatisfied(change(nil, ""), "too few", false), ""},
		"not satisfied, some leave": {
			RefuseUnsatisfied(change(nil, ""), "too few", true), "error ocm: The placement is not satisfied on the hub",
		},
		"not satisfied, with warning": {RefuseUnsatisfied(change(nil, planner.UnsatisfiedWarn), "too few", true), ""},
		"decided in time":             {Awaited(change(nil, ""), complete("a"), &Forecast{ClusterNames: []string{"a"}}, false), ""},
		"decided late": {
			Awaited(change(nil, ""), complete("a"), nil, true), "warning ocm: has not been decided by the hub in time",
		},
		"decided differently": {
			Awaited(change(nil, ""), complete("a"), &Forecast{ClusterNames: []string{"b"}}, false),
			"warning ocm: was decided differently than predicted",
		},
		"no longer scheduled": {
			Awaited(change(nil, ""), with(complete("a"), func(d *decisions.Decided) { d.Placement.Unscheduled = "x" }), nil, false),
			"warning name: is not scheduled by the hub",
		},
	} {
		if got := plannertest.Titles(tt.found); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
}

// TestMoves: the provider's own pass says why, where it comes to the same answer; else the hub does, if it says anything.
func TestMoves(t *testing.T) {
	two := int32(2)
	r := webOnHub(placement.DialectOCM)
	r.OCM.NumberOfClusters = &two
	last := planner.State{Decisions: []planner.PreviousDecision{{ClusterName: "a"}, {ClusterName: "gone"}}}
	d := with(onHub(placement.DialectOCM, "a", "b"), func(d *decisions.Decided) { d.Decisions[1].Reason = "the hub likes it" })
	for name, tt := range map[string]struct {
		hasFleet, changed bool
		joined, left      diff.Change
	}{
		"with the fleet": {
			hasFleet: true,
			left:     diff.Change{ClusterName: "gone", Cause: diff.CauseClusterGone, Reason: "the cluster is no longer in the fleet"},
		},
		"without the fleet": {
			joined: diff.Change{ClusterName: "b", Cause: diff.CauseUnknown, Reason: "the hub likes it"},
			left:   diff.Change{ClusterName: "gone", Cause: diff.CauseUnknown, Reason: "the hub gives no reason"},
		},
		"of another policy": {
			changed: true,
			joined:  diff.Change{ClusterName: "b", Cause: diff.CausePolicyChanged, Reason: "the placement changed: the hub likes it"},
			left:    diff.Change{ClusterName: "gone", Cause: diff.CauseUnknown, Reason: "the hub gives no reason"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			moves := Moves(t.Context(), r, last.Predecessor(tt.changed), d, tt.hasFleet)
			if len(moves.Joined) != 1 || len(moves.Left) != 1 || moves.Stayed != 1 {
				t.Fatalf("got %+v", moves)
			}
			if diff := cmp.Diff(tt.left, moves.Left[0]); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if diff := cmp.Diff(tt.joined, moves.Joined[0]); diff != "" && tt.joined.ClusterName != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if shown := planner.MovesOf(moves); shown.Joined["b"] == "" || !strings.HasSuffix(shown.Left["gone"],
				": "+moves.Left[0].Reason) || shown.Regrouped == nil {
				t.Errorf("got %+v", shown)
			}
		})
	}
	more := webOnHub(placement.DialectOCM)
	if SameNumber(r, more) || !SameNumber(more, webOnHub(placement.DialectOCM)) || !SameNumber(r, r) {
		t.Error("the number of clusters is compared wrongly")
	}
}

// TestNotDecided: without a generation, only a prediction that differs shows that a hub has not decided a change.
func TestNotDecided(t *testing.T) {
	differs, agrees := &Prediction{Differences: []Difference{{ClusterName: "a"}}}, &Prediction{}
	written := &Written{At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	for _, tt := range []struct {
		of         placement.Dialect
		prediction *Prediction
		want       string
	}{
		{placement.DialectOCM, differs, "warning name: has not been decided by the hub since its last change"},
		{placement.DialectOCM, agrees, ""}, {placement.DialectOCM, nil, ""}, {placement.DialectKubeFleet, differs, ""},
		{placement.DialectHybrid, differs, ""},
	} {
		found := written.NotDecided(webOnHub(tt.of), onHub(tt.of, "b"), tt.prediction)
		if got := plannertest.Titles(found); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.of, got, tt.want)
		}
		if tt.want != "" && !strings.Contains(found[0].Text, "2026-01-02 03:04:05 UTC") {
			t.Errorf("got %q", found[0].Text)
		}
	}
	for want, d := range map[string]*decisions.Decided{
		"": onHub(placement.DialectOCM, "a"), "The hub has not decided the placement yet": {},
		"The hub has chosen no cluster": onHub(placement.DialectOCM),
	} {
		if got := UnsatisfiedReason(d); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	change := (&Forecast{ClusterNames: []string{"b"}}).Change([]string{"a", "b"},
		Baseline{Decided: onHub(placement.DialectOCM, "c")}, longAgo)
	if diff := cmp.Diff(&Written{At: longAgo, Before: []string{"c"}, Expected: []string{"b"}, Dropped: []string{"a"}},
		change); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
