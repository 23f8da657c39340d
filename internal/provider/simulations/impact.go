// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"context"
	"errors"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/effects"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

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
