// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package effects

import (
	"context"
	"errors"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// onHub is a placement of two clusters that a hub has decided.
type onHub struct {
	limit planner.Limit
	err   error
}

func web() planner.Placement {
	number := int32(2)
	return planner.Placement{Name: "web", OCM: &ocm.Spec{NumberOfClusters: &number}}
}

func (p *onHub) Baseline(context.Context) (hubdecision.Baseline, error) {
	if p.err != nil {
		return hubdecision.Baseline{}, p.err
	}
	decided := &decisions.Decided{Placement: web(), Scheduled: true, Satisfied: true, Groups: make([]placement.Group, 1)}
	for _, name := range []string{"a", "b"} {
		decided.Decisions = append(decided.Decisions, decisions.DecidedCluster{Name: name})
	}
	return hubdecision.Baseline{Decided: decided, Clusters: decided.Names()}, nil
}

func (p *onHub) Predict(
	ctx context.Context, baseline hubdecision.Baseline, view *hubview.Planned,
) (*hubdecision.Expectation, error) {
	fleet, err := view.Fleet(ctx, hubview.FleetQuery{Kinds: hubobject.ClusterKinds})
	if err != nil {
		return nil, err
	}
	request := &planner.Request{Placement: web(), Fleet: planner.Fleet{Manifests: fleet}}
	expected, _ := hubdecision.Expect(ctx, &planner.Change{Request: request, Limit: p.limit}, baseline, nil)
	return expected, nil
}

func questionOf(plan *Plan, predictor *onHub) *PlacementMoves {
	return &PlacementMoves{Baseline: predictor.Baseline, Predict: predictor.Predict, Plan: plan, What: "The placement web", Dialect: placement.DialectOCM,
		IsLimited: predictor.limit.MaxMoves != nil}
}

// TestPlacement: a change of the fleet reports what it moves of a placement that was planned before, and what is not compared.
func TestPlacement(t *testing.T) {
	none := intstr.FromInt32(0)
	const because = "Reason: the planned change of this object. The cluster belongs to the fleet of the placement. "
	const moves = "The hub is expected to decide:|1 cluster joins, 1 cluster leaves, 1 cluster stays."
	for name, tt := range map[string]struct {
		predictor onHub
		change    hubview.Change
		want      string
	}{
		"nothing moves":  {change: deleted("c")},
		"clusters leave": {change: deleted("a"), want: "warning : The placement \"web\" will move: " + because + moves},
		"too many leave": {onHub{limit: planner.Limit{MaxMoves: &none}}, deleted("a"), "error : " + planner.TooManyMoves +
			": The placement web moves. " + because + "|" + moves},
		"not comparable": {onHub{err: errors.New("no fleet")}, deleted("a"),
			"warning : The placement web is not compared with this change: no fleet."},
	} {
		t.Run(name, func(t *testing.T) {
			plan := planOf("a", "b", "c")
			if findings := plan.Watch(questionOf(plan, &tt.predictor)); len(findings) > 0 {
				t.Error(plannertest.Texts(findings))
			}
			wantParts(t, plan.Change(t.Context(), "The cluster", tt.change), tt.want)
			if tt.predictor.err == nil {
				wantParts(t, plan.Change(t.Context(), "The same cluster", tt.change), "")
			}
		})
	}
}

// TestPlacement_later: a placement that is planned after the changes reports what they move, and nothing after that.
func TestPlacement_later(t *testing.T) {
	plan := planOf("a", "b", "c")
	question := questionOf(plan, &onHub{})
	compare := func(want string) {
		t.Helper()
		findings, err := question.Ask(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		wantParts(t, findings, want)
	}
	compare("")
	plan.Change(t.Context(), "The cluster a", deleted("a"))
	compare("will move: This plan changes the fleet of the hub. The hub is expected to decide:")
	compare("")
	plan.Count(maxCounted + 1)
	const tooLarge = "The placement web is not compared with the rest of the plan: "
	compare("warning ocm: " + tooLarge + "This plan changes the fleet of the hub. The plan changes too many objects")
	compare("")
	plan.Watch(questionOf(plan, &onHub{}))
	wantParts(t, plan.Change(t.Context(), "The cluster b", deleted("b")), tooLarge+
		"Reason: the planned change of this object. The cluster b belongs to the fleet of the placement. The plan changes too many")
}

// TestPlacement_unknown: with max_moves, an object of which a part is not known is a warning, in whatever order both are planned.
func TestPlacement_unknown(t *testing.T) {
	none := intstr.FromInt32(0)
	kinds := []*hubobject.Kind{hubobject.ManagedClusterSet}
	const want = "warning : max_moves does not limit the effect of a change that is not known yet: Some values are unknown until " +
		"apply, of: The set blue. What the hub decides after this change cannot be predicted for: The placement web."
	for text, predictor := range map[string]*onHub{want: {limit: planner.Limit{MaxMoves: &none}}, "": {}} {
		plan := planOf("a")
		plan.Watch(questionOf(plan, predictor))
		if got := plannertest.Texts(plan.Unknown("The set blue", kinds)); got != text {
			t.Errorf("placement first: %s", got)
		}
		plan = planOf("a")
		plan.Unknown("The set blue", kinds)
		if got := plannertest.Texts(plan.Watch(questionOf(plan, predictor))); got != text {
			t.Errorf("object first: %s", got)
		}
	}
}

// wantParts wants findings whose texts have all parts of a text.
func wantParts(t *testing.T, findings finding.List, want string) {
	t.Helper()
	got := plannertest.Texts(findings)
	if want == "" && got != "" {
		t.Errorf("found %s", got)
	}
	for part := range strings.SplitSeq(want, "|") {
		if !strings.Contains(got, part) {
			t.Errorf("found %s\nwant %s", got, part)
		}
	}
}
