// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// life is a placement that keeps its decisions, and a fleet, which a property test edits.
type life struct {
	of placement.Dialect
	// off says which clusters of the fleet may not be chosen.
	off    map[string]bool
	number int32
	limit  planner.Limit
	// last is what is in force; nil before the first plan.
	last            *planner.State
	lastFingerprint planner.Fingerprint
}

// TestLifeOfPlacement edits a placement of every dialect and its fleet at random. The order of the clusters makes no difference. No
// more clusters leave than the limit allows; kept decisions lose only clusters that are gone; a paused placement keeps all. The
// moves are the difference of the decisions, and once a plan is applied, the next one moves nothing.
func TestLifeOfPlacement(t *testing.T) {
	for _, of := range placement.Dialects {
		t.Run(string(of), func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				l := &life{of: of, off: map[string]bool{"c0": false, "c1": false, "c2": false}, number: 2}
				l.limits(rt)
				for range rapid.IntRange(1, 20).Draw(rt, "edits") {
					l.edit(rt)
					l.step(t, rt)
				}
			})
		})
	}
}

// edit changes one thing.
func (l *life) edit(t *rapid.T) {
	name := fmt.Sprint("c", rapid.IntRange(0, 5).Draw(t, "cluster"))
	switch rapid.SampledFrom([]string{"join", "leave", "off", "number", "limits", "paused"}).Draw(t, "edit") {
	case "join":
		l.off[name] = false
	case "leave":
		if len(l.off) > 1 {
			delete(l.off, name)
		}
	case "off":
		if _, exists := l.off[name]; exists {
			l.off[name] = !l.off[name]
		}
	case "number":
		l.number = rapid.Int32Range(1, 4).Draw(t, "number")
	case "limits":
		l.limits(t)
	case "paused":
		l.limit.Paused = !l.limit.Paused
	}
}

// limits changes the limit and what happens when it is exceeded.
func (l *life) limits(t *rapid.T) {
	l.limit.MaxMoves = nil
	if text := rapid.SampledFrom([]string{"", "0", "1", "50%"}).Draw(t, "max_moves"); text != "" {
		moves := intstr.Parse(text)
		l.limit.MaxMoves = &moves
	}
	l.limit.OnExceeded = rapid.SampledFrom([]string{"", planner.ExceededFail, planner.ExceededKeep}).Draw(t, "on_exceeded")
}

// placement chooses a number of the clusters that are not off.
func (l *life) placement() planner.Placement {
	on := &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{
		Key: "off", Operator: metav1.LabelSelectorOpDoesNotExist,
	}}}
	p := planner.Placement{Name: "web"}
	switch l.of {
	case placement.DialectOCM:
		p.OCM = &ocm.Spec{NumberOfClusters: &l.number, Predicates: []ocm.Predicate{{
			RequiredClusterSelector: ocm.ClusterSelector{LabelSelector: on},
		}}}
	case placement.DialectKubeFleet:
		required := &kubefleet.ClusterSelector{ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{{LabelSelector: on}}}
		p.KubeFleet = &kubefleet.Spec{
			PlacementType: kubefleet.PickN, NumberOfClusters: &l.number,
			Affinity: &kubefleet.Affinity{ClusterAffinity: &kubefleet.ClusterAffinity{Required: required}},
		}
	default:
		p.Hybrid = &hybrid.Spec{Replicas: &l.number, TargetLabels: on}
	}
	return p
}

// change is the plan after an edit. Reversed lists the clusters in another order.
func (l *life) change(reversed bool) *planner.Transition {
	r := &planner.Request{Placement: l.placement(), OnUnsatisfied: planner.UnsatisfiedAccept}
	for _, name := range slices.Sorted(maps.Keys(l.off)) {
		c := placement.Cluster{Name: name}
		if l.off[name] {
			c.Labels = map[string]string{"off": "yes"}
		}
		r.Clusters = append(r.Clusters, c)
	}
	question := fmt.Sprint(l.of, l.number, r.Clusters)
	if reversed {
		slices.Reverse(r.Clusters)
	}
	c := &planner.Transition{Request: r, Limit: l.limit, LastFingerprint: l.lastFingerprint, Fingerprint: planner.Fingerprint{
		Whole: question, Policy: fmt.Sprint(l.of, l.number), KubeFleet: r.KubeFleet,
	}}
	if l.last != nil {
		last := *l.last
		c.Last = &last
	}
	return c
}

// before are the clusters that are in force.
func (l *life) before() (names []string) {
	if l.last == nil {
		return nil
	}
	for i := range l.last.Decisions {
		names = append(names, l.last.Decisions[i].ClusterName)
	}
	return names
}

// step plans, applies what the plan says, and plans again.
func (l *life) step(t *testing.T, rt *rapid.T) {
	outcome, found := l.change(false).Decide(t.Context())
	other, otherFound := l.change(true).Decide(t.Context())
	if plannertest.Texts(found) != plannertest.Texts(otherFound) || (outcome == nil) != (other == nil) ||
		outcome != nil && !slices.Equal(decided(outcome, l), decided(other, l)) {
		rt.Fatalf("in another order: %s\ninstead of: %s", plannertest.Texts(otherFound), plannertest.Texts(found))
	}
	if (outcome == nil) != found.HasError() {
		rt.Fatalf("the outcome is %v: %s", outcome, plannertest.Texts(found))
	}
	if outcome == nil {
		if l.limit.MaxMoves == nil || l.limit.OnExceeded == planner.ExceededKeep || l.limit.Paused {
			rt.Fatalf("it fails: %s", plannertest.Texts(found))
		}
		return
	}
	l.checkMoves(rt, outcome)
	l.apply(rt, outcome)
	again, found := l.change(false).Decide(t.Context())
	if found.HasError() || !again.Stands || !slices.Equal(decided(again, l), l.before()) || again.Moved {
		rt.Fatalf("after %v the next plan has %v: %s", l.before(), decided(again, l), plannertest.Texts(found))
	}
}

// decided are the clusters that are in force after a plan, by name if nothing orders them.
func decided(outcome *planner.Outcome, l *life) []string {
	if outcome.Stands {
		return l.before()
	}
	return chosen(outcome.Answer)
}

// checkMoves compares what is in force before and after.
func (l *life) checkMoves(t *rapid.T, outcome *planner.Outcome) {
	before, after := l.before(), decided(outcome, l)
	gone, left := 0, 0
	for _, name := range before {
		_, exists := l.off[name]
		switch {
		case slices.Contains(after, name):
			continue
		case !exists:
			gone++
		}
		left++
	}
	allowed := len(before)
	if l.limit.MaxMoves != nil {
		allowed, _ = intstr.GetScaledValueFromIntOrPercent(l.limit.MaxMoves, len(before), false)
	}
	switch {
	case l.last != nil && l.limit.Paused && left > 0:
		t.Fatalf("paused: %v becomes %v", before, after)
	case left > allowed && (l.limit.OnExceeded != planner.ExceededKeep || left != gone):
		t.Fatalf("%v becomes %v; %d may leave", before, after, allowed)
	}
	if outcome.Stands {
		return
	}
	for _, name := range after {
		if _, exists := l.off[name]; !exists {
			t.Fatalf("%s is not in the fleet and stays", name)
		}
	}
	if l.last == nil {
		return
	}
	joined := slices.ContainsFunc(after, func(name string) bool { return !slices.Contains(before, name) })
	if moves := left > 0 || joined; outcome.Moved != moves {
		t.Fatalf("%v becomes %v; moved: %t", before, after, outcome.Moved)
	}
	var names []string
	for _, cluster := range outcome.Answer.Moves.Left {
		names = append(names, cluster.ClusterName)
	}
	lost := slices.DeleteFunc(slices.Clone(before), func(name string) bool { return slices.Contains(after, name) })
	slices.Sort(names)
	slices.Sort(lost)
	if diff := cmp.Diff(lost, names); diff != "" && len(lost)+len(names) > 0 {
		t.Fatalf("what leaves is not what moves (-want +got):\n%s", diff)
	}
}

// apply makes the state of the outcome.
func (l *life) apply(t interface{ Fatal(args ...any) }, outcome *planner.Outcome) {
	l.lastFingerprint = outcome.Fingerprint
	if outcome.Stands {
		return
	}
	outputs, err := outcome.Answer.Outputs(&planner.Details{})
	if err != nil {
		t.Fatal(err)
	}
	l.last = &planner.State{
		Groups: outputs.Groups, Pass: outcome.Answer.Pass(), Satisfied: outputs.Satisfied, Conditions: outputs.Conditions,
	}
	for i := range outcome.Answer.Result.Decisions {
		d := &outcome.Answer.Result.Decisions[i]
		l.last.Decisions = append(l.last.Decisions, planner.PreviousDecision{
			ClusterName: d.Cluster, Reason: d.Reason, Binding: outcome.Answer.Bindings[d.Cluster],
		})
	}
}

// TestKeptIsDecidedAgain: decisions that are kept stand as long as nothing changes, and are decided again when the limit does.
func TestKeptIsDecidedAgain(t *testing.T) {
	none, one := intstr.FromInt32(0), intstr.FromInt32(1)
	for of, want := range map[placement.Dialect][]string{placement.DialectOCM: {"c0"}, placement.DialectHybrid: {"c0"}} {
		l := &life{of: of, off: map[string]bool{"c0": true, "c1": false}, number: 1}
		plan := func() *planner.Outcome {
			t.Helper()
			outcome, found := l.change(false).Decide(t.Context())
			if found.HasError() {
				t.Fatalf("%s: %s", of, plannertest.Texts(found))
			}
			l.apply(t, outcome)
			return outcome
		}
		plan()
		l.off["c0"], l.off["c1"] = false, true
		l.limit = planner.Limit{MaxMoves: &none, OnExceeded: planner.ExceededKeep}
		if plan(); !slices.Equal(l.before(), []string{"c1"}) || !plan().Stands {
			t.Errorf("%s: kept %v", of, l.before())
		}
		l.limit.MaxMoves = &one
		if outcome := plan(); outcome.Stands || !slices.Equal(l.before(), want) {
			t.Errorf("%s: decided %v, want %v", of, l.before(), want)
		}
	}
}
