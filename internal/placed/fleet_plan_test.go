// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placed

import (
	"errors"
	"fmt"
	"testing"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/effects"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// movesOn is the question about the placement web, which a hub of three clusters has decided for two of them.
func movesOn(t *testing.T, limit planner.Limit) *fleetMoves {
	t.Helper()
	p := operationOn(t, fakehub.Clusters(3), 2)
	p.config.Limit = limit
	decided := &decisions.Decided{
		Placement: p.config.Placement, Scheduled: true, Satisfied: true, Groups: make([]placement.Group, 1),
	}
	for i := range 2 {
		decided.Decisions = append(decided.Decisions, decisions.DecidedCluster{Name: fmt.Sprintf("cluster-%05d", i)})
	}
	m := &fleetMoves{operation: *p, spec: &decided.Placement, prior: &hubdecision.Baseline{Decided: decided, Clusters: decided.Names()}}
	expected, findings, err := m.expect(t.Context(), *m.prior, m.spec, &hubview.Planned{View: m.Client.Shared}, false)
	if err != nil || findings.HasError() {
		t.Fatal(plannertest.Texts(findings), err)
	}
	m.predicted = expected.Forecast
	return m
}

// deleted is the change that deletes a cluster.
func deleted(number int) hubview.Change {
	ref := hub.Reference{Kind: hubobject.ManagedCluster, Name: fmt.Sprintf("cluster-%05d", number)}
	return hubview.Change{Prior: &hubview.Object{Reference: ref}}
}

// TestFleetMoves: a change of the fleet reports what it moves of a placement that was planned before, and what is not compared.
func TestFleetMoves(t *testing.T) {
	none := intstr.FromInt32(0)
	const because = "Reason: the planned change of this object. The cluster belongs to the fleet of the placement. "
	const moves = "The hub is expected to decide:|1 cluster joins, 1 cluster leaves, 1 cluster stays."
	for name, tt := range map[string]struct {
		limit  planner.Limit
		change hubview.Change
		want   string
	}{
		"nothing moves":  {change: deleted(2)},
		"clusters leave": {change: deleted(0), want: "warning : The placement \"web\" will move: " + because + moves},
		"too many leave": {planner.Limit{MaxMoves: &none}, deleted(0), "error : " + planner.TooManyMoves +
			": The placement web moves. " + because + "|" + moves},
	} {
		t.Run(name, func(t *testing.T) {
			question := movesOn(t, tt.limit)
			if findings := question.Hub.Plan.Watch(question); len(findings) > 0 {
				t.Error(plannertest.Texts(findings))
			}
			plannertest.WantParts(t, question.Hub.Plan.Change(t.Context(), "The cluster", tt.change), tt.want)
			plannertest.WantParts(t, question.Hub.Plan.Change(t.Context(), "The same cluster", tt.change), "")
		})
	}
	const want = "warning : The placement web is not compared with this change: no fleet."
	if got := plannertest.Texts(movesOn(t, planner.Limit{}).NotKnown(nil, errors.New("no fleet"))); got != want {
		t.Errorf("found %s", got)
	}
}

// TestFleetMoves_later: a placement that is planned after the changes reports what they move, and nothing after that.
func TestFleetMoves_later(t *testing.T) {
	question := movesOn(t, planner.Limit{})
	plan := question.Hub.Plan
	compare := func(want string) {
		t.Helper()
		findings, err := question.Ask(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		plannertest.WantParts(t, findings, want)
	}
	compare("")
	plan.Change(t.Context(), "The cluster a", deleted(0))
	compare("will move: This plan changes the fleet of the hub. The hub is expected to decide:")
	compare("")
	for !plan.Count(1_000_000) {
	}
	const tooLarge = "The placement web is not compared with the rest of the plan: "
	compare("warning ocm: " + tooLarge + "This plan changes the fleet of the hub. The plan changes too many objects")
	compare("")
	next := movesOn(t, planner.Limit{})
	next.Hub.Plan = plan
	plan.Watch(next)
	plannertest.WantParts(t, plan.Change(t.Context(), "The cluster b", deleted(1)), tooLarge+
		"Reason: the planned change of this object. The cluster b belongs to the fleet of the placement. The plan changes too many")
}

// TestFleetMoves_unknown: with max_moves, an object of which a part is not known is a warning, in whatever order both are planned.
func TestFleetMoves_unknown(t *testing.T) {
	none := intstr.FromInt32(0)
	kinds := []*hubobject.Kind{hubobject.ManagedClusterSet}
	const want = "warning : max_moves does not limit the effect of a change that is not known yet: Some values are unknown until " +
		"apply, of: The set blue. What the hub decides after this change cannot be predicted for: The placement web."
	for text, limit := range map[string]planner.Limit{want: {MaxMoves: &none}, "": {}} {
		question := movesOn(t, limit)
		for name, say := range map[string][2]func() finding.List{"placement first": {watches(question), unknown(question, kinds)}, "object first": {unknown(question, kinds), watches(question)}} {
			question.Hub.Plan = effects.NewPlan(question.Client)
			say[0]()
			if got := plannertest.Texts(say[1]()); got != text {
				t.Errorf("%s: %s", name, got)
			}
		}
	}
}

// watches lets a plan ask a question, and unknown has an object of which a part is not known.
func watches(question *fleetMoves) func() finding.List {
	return func() finding.List { return question.Hub.Plan.Watch(question) }
}

func unknown(question *fleetMoves, kinds []*hubobject.Kind) func() finding.List {
	return func() finding.List { return question.Hub.Plan.Unknown("The set blue", kinds) }
}
