// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package renderings

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
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

// completeFromHub takes what the configuration leaves out from the placement of its name on the hub. Of one that is given by its
// name it says which clusters do not have its latest resources.
func (c *config) completeFromHub(ctx context.Context, client *hubview.Client) (diag.Diagnostics, error) {
	ref := hub.Reference{
		Kind: hubobject.KubeFleet.Placements.KindIn(c.Namespace), Namespace: c.Namespace, Name: c.Name,
	}
	stored, _, err := client.Shared.Placement(ctx, ref)
	if err != nil {
		return nil, err
	}
	isByName := c.ResourceSelectors == nil
	diags := c.complete(stored)
	if isByName && stored != nil {
		diags.Append(notRolledOut(ctx, client, ref)...)
	}
	return diags, nil
}

// notRolledOut is the warning about clusters that the latest resource snapshot of a placement has not reached.
func notRolledOut(ctx context.Context, client *hubview.Client, ref hub.Reference) diag.Diagnostics {
	latest, names, err := client.NotRolledOut(ctx, ref)
	var missing *hub.MissingKindError
	switch {
	case errors.As(err, &missing):
		return nil
	case err != nil:
		return diag.Diagnostics{diag.NewWarningDiagnostic("It is not known whether the manifests are rolled out",
			ref.String()+": "+excerpt.Sentence(client.Readable(err)))}
	case len(names) == 0:
		return nil
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic("The manifests are not rolled out", fmt.Sprintf("%s: %s an earlier resource "+
		"snapshot than the latest, %s, or none: %s. They get what is shown here when it is rolled out.", ref,
		excerpt.Agree(len(names), "cluster", "has", "have"), latest, excerpt.List(names, ", ")))}
}
