// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package renderings

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
)

// readHub reads what the placement can select from the hub, and its overrides. Nothing else is listed.
func readHub(ctx context.Context, c *config, h *managed.Hub) (rendered.Objects, []resources.Kind, diag.Diagnostics) {
	client, err := providerdata.Connected(h)
	if err != nil {
		return nil, nil, diag.Diagnostics{providerdata.HubDiagnostic(path.Empty(), err)}
	}
	diags, err := c.completeFromHub(ctx, client)
	if err != nil || diags.HasError() {
		if err != nil {
			diags.Append(providerdata.HubDiagnostic(path.Empty(), err))
		}
		return nil, nil, diags
	}
	objects, kinds, err := c.readObjects(ctx, client)
	if err != nil {
		diags.Append(providerdata.HubDiagnostic(path.Root("resource_selectors"), err))
	}
	return objects, kinds, diags
}

func (c *config) readObjects(ctx context.Context, client *hubview.Client) (rendered.Objects, []resources.Kind, error) {
	reader, err := hubview.NewResourceReader(ctx, client)
	if err != nil {
		return nil, nil, err
	}
	objects, err := reader.Selected(ctx, c.placement(), c.Arguments.Options())
	if err != nil {
		return nil, nil, err
	}
	overrides, err := reader.Overrides(ctx)
	if err != nil {
		return nil, nil, err
	}
	return objects, reader.Kinds, objects.Join(overrides)
}

// completeFromHub takes what the configuration leaves out from the placement of its name on the hub.
func (c *config) completeFromHub(ctx context.Context, client *hubview.Client) (diag.Diagnostics, error) {
	stored, _, err := client.Shared.Placement(ctx, hub.Reference{
		Kind: hubobject.KubeFleet.Placements.KindIn(c.Namespace), Namespace: c.Namespace, Name: c.Name,
	})
	if err != nil {
		return nil, err
	}
	return c.complete(stored), nil
}
