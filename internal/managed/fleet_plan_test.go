// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// plannedPlacement is a placement whose moves are given.
type plannedPlacement struct {
	isLimited bool
	moves     FleetMoves
	err       error
}

func (*plannedPlacement) What() string                                  { return "The placement web" }
func (p *plannedPlacement) IsLimited() bool                             { return p.isLimited }
func (p *plannedPlacement) Compare(context.Context) (FleetMoves, error) { return p.moves, p.err }

// says are the titles of findings, with the texts.
func says(found finding.List) string {
	var all []string
	for _, f := range found {
		level := "error "
		if f.Warning {
			level = "warning "
		}
		all = append(all, level+f.Title+": "+f.Text)
	}
	return strings.Join(all, "\n")
}

// TestFleetPlanReports: a change of the fleet reports the moves of a placement that was planned before, and that it was not
// compared.
func TestFleetPlanReports(t *testing.T) {
	of := hub.Reference{Kind: hubobject.ManagedCluster, Name: "eu-1"}
	moves := finding.List{finding.Warning("ocm", "It moves", "2 clusters.")}
	const because = "Reason: the planned change of this object. The cluster eu-1 belongs to the fleet of the placement. 2 clusters."
	for name, tt := range map[string]struct {
		placement plannedPlacement
		want      string
	}{
		"nothing moves": {},
		"clusters leave": {
			plannedPlacement{moves: FleetMoves{Found: moves, Drops: true}}, "warning It moves: " + because,
		},
		"clusters only join": {placement: plannedPlacement{moves: FleetMoves{Found: moves}}},
		"too many leave": {
			plannedPlacement{
				moves: FleetMoves{Found: finding.List{finding.Failure("max_moves", "Too many moves", "2 clusters.")}, IsLast: true},
			},
			"error Too many moves: The placement web moves. " + because,
		},
		"not comparable": {
			plannedPlacement{err: errors.New("no fleet")}, "warning The placement web is not compared with this change: no fleet.",
		},
		"interrupted": {placement: plannedPlacement{err: context.Canceled}},
	} {
		t.Run(name, func(t *testing.T) {
			var plan FleetPlan
			if found := plan.Watch(&tt.placement); len(found) > 0 {
				t.Error(says(found))
			}
			if got := says(plan.deletes(t.Context(), &hubview.Client{Client: &hub.Client{}}, "The cluster eu-1", of)); got != tt.want {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestFleetPlanOtherKinds: what belongs to no fleet moves nothing.
func TestFleetPlanOtherKinds(t *testing.T) {
	var plan FleetPlan
	plan.Watch(&plannedPlacement{err: errors.New("compared")})
	of := hub.Reference{Kind: hubobject.Placement, Namespace: "shop", Name: "web"}
	if found := plan.deletes(t.Context(), &hubview.Client{Client: &hub.Client{}}, "The placement", of); len(found) > 0 {
		t.Error(says(found))
	}
}

// TestFleetPlanUnknown: with max_moves, an object of which a part is not known is a warning, in whatever order both are planned.
func TestFleetPlanUnknown(t *testing.T) {
	const want = "warning max_moves does not limit the effect of a change that is not known yet: Some values are unknown until " +
		"apply, of: The set blue. What the hub decides after this change cannot be predicted for: The placement web."
	for name, plan := range map[string]func(*FleetPlan, PlannedPlacement, *Target) finding.List{
		"object first": func(f *FleetPlan, p PlannedPlacement, t *Target) finding.List {
			return append(sets.PlanUnknown(t, &placement.ClusterSet{Name: "blue"}, "The set blue"), f.Watch(p)...)
		},
		"placement first": func(f *FleetPlan, p PlannedPlacement, t *Target) finding.List {
			return append(f.Watch(p), sets.PlanUnknown(t, &placement.ClusterSet{Name: "blue"}, "The set blue")...)
		},
	} {
		t.Run(name, func(t *testing.T) {
			target := onHub("1")
			if got := says(plan(&target.Hub.Plan, &plannedPlacement{isLimited: true}, target)); got != want {
				t.Errorf("got %s", got)
			}
			target = onHub("1")
			if got := says(plan(&target.Hub.Plan, &plannedPlacement{}, target)); got != "" {
				t.Errorf("without max_moves: %s", got)
			}
			target = onHub("1")
			target.Hub.Plan.Impact = func(context.Context, hub.Reference, string) finding.List { return nil }
			const unknown = "warning Changes are not compared with the placements of the hub: Some values are unknown until apply, of: " +
				"The set blue. What it moves is compared then, before it is written."
			if got := says(plan(&target.Hub.Plan, &plannedPlacement{}, target)); got != unknown {
				t.Errorf("with impact: %s", got)
			}
			target = onHub("")
			if got := says(plan(&target.Hub.Plan, &plannedPlacement{isLimited: true}, target)); got != "" {
				t.Errorf("a new object: %s", got)
			}
		})
	}
}

// TestFleetPlanIsTooLarge: predictions end at a number of clusters.
func TestFleetPlanIsTooLarge(t *testing.T) {
	var plan FleetPlan
	if plan.CountCompared(maxComparedClusters); plan.IsTooLarge() {
		t.Error("the limit itself is too large")
	}
	if plan.CountCompared(1); !plan.IsTooLarge() {
		t.Error("there is no limit")
	}
}
