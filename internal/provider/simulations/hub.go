// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
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
		var others []skippedPlacement
		subjects, others, err = subjectsOf(ctx, client, h, c.Dialect)
		for _, s := range others {
			skipped[s.name] = s.why
		}
	}
	switch {
	case err != nil:
	case len(subjects) == 0:
		diags.AddError("There are no placements", "The hub has no placement"+ofDialect(c.Dialect)+" that can be simulated.")
		return nil, nil, diags
	default:
		c.Fleet.Manifests, _, err = fleetOf(ctx, client, subjects, steps)
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

// skippedPlacement is a placement of a hub that cannot be simulated.
type skippedPlacement struct {
	// Name is the full name, and why is a sentence that begins in lower case.
	name, why string
	// IsScheduled says that the hub schedules the placement, so that its decisions can change.
	isScheduled bool
}

// subjectsOf are all placements of a hub, of one dialect or of all, that can be simulated, and the others.
func subjectsOf(
	ctx context.Context, client *hubview.Client, h *managed.Hub, dialect placement.Dialect,
) (subjects []world.Placement, skipped []skippedPlacement, err error) {
	hasKind := false
	for _, d := range placement.Dialects {
		if dialect != "" && dialect != d {
			continue
		}
		kinds, err := client.Installed(ctx, hubobject.Dialects[d].Placements.Kinds()...)
		if err != nil {
			return nil, nil, err
		}
		hasKind = hasKind || len(kinds) > 0
		for _, kind := range kinds {
			all, err := client.Shared.DecidedAll(ctx, kind)
			if err != nil {
				return nil, nil, err
			}
			more, others := predictable(all, h.Kind)
			subjects, skipped = append(subjects, more...), append(skipped, others...)
		}
	}
	if !hasKind {
		return nil, nil, hubview.ErrNoPlacementKind
	}
	return subjects, skipped, nil
}

// predictable are the placements of a hub that can be simulated; a placement rule chooses from clusters of a kind. Skipped are
// the others.
func predictable(
	all []*decisions.Decided, kind placement.ClusterKind,
) (subjects []world.Placement, skipped []skippedPlacement) {
	for _, decided := range all {
		request := planner.Request{Placement: decided.Placement}
		if err := request.Predictable(decided); err != nil {
			skipped = append(skipped, skippedPlacement{request.FullName(), excerpt.Sentence(err.Error()), request.Unscheduled == ""})
			continue
		}
		s := world.Placement{Placement: decided.Placement, Decided: decided}
		if s.Hybrid != nil {
			s.Kind = kind
		}
		subjects = append(subjects, s)
	}
	return subjects, skipped
}

// fleetKinds are the kinds that the schedulers of the placements use.
func fleetKinds(
	ctx context.Context, client *hubview.Client, subjects []world.Placement, steps [][]edit.Edit,
) (kinds []*hubobject.Kind, err error) {
	for _, dialect := range placement.Dialects {
		for _, kind := range clusterKinds(subjects, dialect) {
			more, err := client.FleetKinds(ctx, hubobject.Dialects[dialect], kind, needsOf(subjects, steps))
			if err != nil {
				return nil, err
			}
			kinds = append(kinds, more...)
		}
	}
	return kinds, nil
}

// clusterKinds are the kinds of clusters that placements of a dialect ask for; none if there are no such placements.
func clusterKinds(subjects []world.Placement, dialect placement.Dialect) (kinds []placement.ClusterKind) {
	for i := range subjects {
		if s := &subjects[i]; s.Dialect() == dialect && !slices.Contains(kinds, s.Kind) {
			kinds = append(kinds, s.Kind)
		}
	}
	return kinds
}

// needsOf is what some schedulers read for placements or edits.
func needsOf(subjects []world.Placement, steps [][]edit.Edit) hubobject.Needs {
	return hubobject.Needs{
		Bindings: slices.ContainsFunc(subjects, func(p world.Placement) bool { return p.OCM != nil && p.Namespace != "" }) ||
			hasEdit(steps, func(e edit.Edit) bool { return e.Binding != nil }),
		Scores:  readsScores(subjects, steps),
		Budgets: hasEdit(steps, func(e edit.Edit) bool { return e.Evict != nil }),
	}
}

// fleetOf is the fleet of a hub for some placements, with its kinds.
func fleetOf(
	ctx context.Context, client *hubview.Client, subjects []world.Placement, steps [][]edit.Edit,
) (fleet inventory.Fleet, kinds []*hubobject.Kind, err error) {
	if kinds, err = fleetKinds(ctx, client, subjects, steps); err != nil {
		return fleet, nil, err
	}
	fleet, err = client.Shared.Fleet(ctx, hubview.FleetQuery{Kinds: kinds, WithObjects: readsObjects(subjects, steps)})
	return fleet, kinds, err
}

// eachOCM calls a function for every spec of Open Cluster Management in placements and in edits, until it returns true.
func eachOCM(subjects []world.Placement, steps [][]edit.Edit, visit func(placement *planner.Placement) bool) bool {
	for i := range subjects {
		if subjects[i].OCM != nil && visit(&subjects[i].Placement) {
			return true
		}
	}
	for _, edits := range steps {
		for i := range edits {
			if s := edits[i].Spec; s != nil && s.OCM != nil && visit(&planner.Placement{OCM: s.OCM}) {
				return true
			}
		}
	}
	return false
}

// readsScores reports whether a placement or an edit needs the scores of clusters.
func readsScores(subjects []world.Placement, steps [][]edit.Edit) bool {
	return hasEdit(steps, func(e edit.Edit) bool { return e.Score != nil }) ||
		eachOCM(subjects, steps, func(placement *planner.Placement) bool { return placement.OCM.ReadsScores() })
}

// hasEdit reports whether the steps have such an edit.
func hasEdit(steps [][]edit.Edit, matches func(e edit.Edit) bool) bool {
	return slices.ContainsFunc(steps, func(edits []edit.Edit) bool { return slices.ContainsFunc(edits, matches) })
}

// readsObjects reports whether a placement reads the whole objects of clusters.
func readsObjects(subjects []world.Placement, steps [][]edit.Edit) bool {
	return eachOCM(subjects, steps, func(placement *planner.Placement) bool { return placement.OCM.ReadsObjects() })
}
