// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placementconfig

import (
	"cmp"
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
)

// readHub reads what the scheduler of the placement uses from the hub, with what the hub has of the placement itself: its earlier
// decisions. No other kind is listed.
func (c *Config) readHub(ctx context.Context, h *managed.Hub) (diags diag.Diagnostics) {
	own := hubobject.Dialects[c.Dialect()]
	err := c.ListHub(ctx, h, own.Decisions.KindIn(c.Namespace))
	if err == nil {
		read := c.compareStored
		if c.KubeFleet != nil {
			read = c.readKubeFleet
		}
		diags, err = read(ctx, h.Client.Shared, hub.Reference{
			Kind: own.Placements.KindIn(c.Namespace), Namespace: c.Namespace, Name: c.Name,
		})
	}
	if err != nil {
		diags.Append(providerdata.HubDiagnostic(path.Root(string(c.Dialect())), err))
	}
	return diags
}

// ListHub lists what the scheduler of the placement uses from the hub, but for what the hub has decided about the placement
// itself, and further kinds.
func (c *Config) ListHub(ctx context.Context, h *managed.Hub, further ...*hubobject.Kind) error {
	client, err := providerdata.Connected(h)
	if err != nil {
		return err
	}
	if c.Hybrid != nil {
		c.Kind = cmp.Or(c.Kind, h.Kind)
	}
	c.Fleet.Manifests, err = client.FleetOf(ctx, client.Shared, &c.Placement, c.Kind, further...)
	return err
}

// readKubeFleet reads the placement and its policy snapshot.
func (c *Config) readKubeFleet(ctx context.Context, view hubview.View, ref hub.Reference) (diag.Diagnostics, error) {
	stored, object, err := view.Placement(ctx, ref)
	if err != nil {
		return nil, err
	}
	if c.Snapshot, err = view.PolicySnapshot(ctx, c.Namespace, c.Name); err != nil {
		return nil, err
	}
	if stored == nil {
		return nil, nil
	}
	c.Fleet.Manifests.KubeFleetPlacements = []kubefleet.Placement{{Name: c.Name, Namespace: c.Namespace, Spec: *stored.KubeFleet}}
	if stored.Unscheduled == "" {
		return c.undeclared(ref, stored, object), nil
	}
	return diag.Diagnostics{diag.NewAttributeWarningDiagnostic(path.Root(DialectKubeFleet), c.Title("is not scheduled by the hub"),
		excerpt.Sentence("The hub does not schedule the placement: "+stored.Unscheduled)+" These are the decisions that it would "+
			"make otherwise.")}, nil
}

// compareStored compares the placement with the object of its kind and name on the hub, if there is one and the credentials may
// read it: the decision itself does not need it.
func (c *Config) compareStored(ctx context.Context, view hubview.View, ref hub.Reference) (diag.Diagnostics, error) {
	if !ref.Kind.IsIn(c.Namespace) {
		return nil, nil
	}
	stored, object, err := view.Placement(ctx, ref)
	if err != nil || object == nil {
		return nil, ctx.Err()
	}
	return c.undeclared(ref, stored, object), nil
}

// undeclared is the warning about fields of the placement's object on the hub that change its decisions and that the
// configuration does not set. A placement that has to be replaced does not keep them.
func (c *Config) undeclared(ref hub.Reference, stored *planner.Placement, object *hub.Object) diag.Diagnostics {
	if len(c.Replaces(stored.KubeFleet)) > 0 {
		return nil
	}
	p := c.Placement
	if p.KubeFleet != nil {
		// The groups of the data source are not those of the object.
		p.DecisionStrategy = placement.DecisionStrategy{}
	}
	set, err := hubobject.ApplyPlacement(&p)
	if err != nil {
		return nil
	}
	conflicts := object.Undeclared(ref.Kind, set)
	if len(conflicts) == 0 {
		return nil
	}
	return diag.Diagnostics{diag.NewAttributeWarningDiagnostic(path.Root(string(c.Dialect())), c.Title("has more fields on the hub"),
		"The hub decides by these fields, too:\n"+managed.ConflictLines(conflicts)+"The decisions of this data source do not take "+
			"them into account. To predict those of the hub, set them here as well. "+placed.UndeclaredAdvice(ref))}
}
