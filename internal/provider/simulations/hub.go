// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"context"
	"errors"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/effects"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// readHub reads the placements that are simulated, and what they choose from. Skipped says of the placements of the hub that are
// not simulated why not, by full name.
func (c *question) readHub(
	ctx context.Context, h *managed.Hub, steps [][]edit.Edit,
) (subjects []world.Placement, skipped map[string]string, diags diag.Diagnostics) {
	skipped = map[string]string{}
	client, err := providerdata.Connected(h)
	if err == nil && c.isGiven() {
		subjects, err = c.givenOnHub(ctx, client, h)
	} else if err == nil {
		var all []*decisions.Decided
		all, err = client.AllDecided(ctx, c.Scheduler)
		var others []world.Skipped
		subjects, others = world.OnHub(all, h.Kind)
		for _, s := range others {
			skipped[s.Name] = s.Why
		}
	}
	switch {
	case err != nil:
	case len(subjects) == 0:
		diags.AddError("There are no placements", "The hub has no placement"+ofDialect(c.Scheduler)+" that can be simulated.")
		return nil, nil, diags
	default:
		c.Fleet.Manifests, _, err = client.FleetFor(ctx, client.Shared, demandsOf(subjects, steps))
	}
	if err != nil {
		diags.Append(providerdata.HubDiagnostic(path.Empty(), err))
	}
	return subjects, skipped, diags
}

// givenOnHub are the placements of the arguments, with what the hub has decided for those that it has.
func (c *question) givenOnHub(
	ctx context.Context, client *hubview.Client, h *managed.Hub,
) ([]world.Placement, error) {
	subjects := c.readGiven()
	for i := range subjects {
		s := &subjects[i]
		s.Decided = &decisions.Decided{}
		if s.Hybrid != nil && s.Kind == "" {
			s.Kind = h.Kind
		}
		kind := hubobject.Dialects[s.Dialect()].Placements.KindIn(s.Namespace)
		if !kind.IsIn(s.Namespace) {
			// The hub cannot have it: its placements of this kind are in namespaces.
			continue
		}
		decided, err := client.Shared.Decided(ctx, hub.Reference{Kind: kind, Namespace: s.Namespace, Name: s.Name})
		if err != nil {
			return nil, err
		}
		if decided != nil {
			s.Decided = decided
		}
	}
	return subjects, nil
}

// demandsOf are what the schedulers read for placements and edits.
func demandsOf(subjects []world.Placement, steps [][]edit.Edit) []hubview.Demand {
	edited := demandOfEdits(steps)
	demands := make([]hubview.Demand, len(subjects))
	for i := range subjects {
		demand := hubview.DemandOf(&subjects[i].Placement, subjects[i].Kind)
		demand.Bindings, demand.Scores = demand.Bindings || edited.Bindings, demand.Scores || edited.Scores
		demand.Budgets, demand.WithObjects = edited.Budgets, demand.WithObjects || edited.WithObjects
		demands[i] = demand
	}
	return demands
}

// demandOfEdits is what the schedulers read because of edits.
func demandOfEdits(steps [][]edit.Edit) (demand hubview.Demand) {
	for _, edits := range steps {
		for i := range edits {
			e := &edits[i]
			demand.Bindings, demand.Budgets = demand.Bindings || e.Binding != nil, demand.Budgets || e.Evict != nil
			demand.Scores = demand.Scores || e.Score != nil
			if e.Spec != nil && e.Spec.OCM != nil {
				demand.Scores = demand.Scores || e.Spec.OCM.ReadsScores()
				demand.WithObjects = demand.WithObjects || e.Spec.OCM.ReadsObjects()
			}
		}
	}
	return demand
}

// AskImpact asks which placements of a hub the changes of its plan move, if the configuration wants to know.
func AskImpact(h *managed.Hub, config *hub.Config, now func() time.Time) {
	if config.Impact == "" {
		return
	}
	h.Plan.Compare = comparison.Nearest
	limit := -1
	if config.Impact == hub.ImpactError {
		limit = 0
		if config.ImpactMaxMoves != nil {
			limit = int(*config.ImpactMaxMoves)
		}
	}
	h.Plan.Watch(&effects.Impact{Now: now, Limit: limit, Read: func(ctx context.Context) (*effects.HubPlacements, error) {
		placements, err := placementsOf(ctx, h)
		if err != nil {
			d := providerdata.HubDiagnostic(path.Empty(), err)
			return nil, errors.New(d.Summary() + ": " + d.Detail())
		}
		return placements, nil
	}})
}

// placementsOf are the placements of a hub with their fleet.
func placementsOf(ctx context.Context, h *managed.Hub) (*effects.HubPlacements, error) {
	placements := &effects.HubPlacements{}
	all, err := h.Client.AllDecided(ctx, "")
	if errors.Is(err, hubview.ErrNoPlacementKind) {
		return placements, nil
	}
	if err != nil {
		return nil, err
	}
	placements.Subjects, placements.Skipped = world.OnHub(all, h.Kind)
	placements.Fleet, placements.Kinds, err = h.Client.FleetFor(ctx, h.Client.Shared, demandsOf(placements.Subjects, nil))
	return placements, err
}
