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
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Rendering is multicluster_rendered_manifests and the function render.
//
// # Function render
//
// Renders what each cluster gets of a placement of KubeFleet, as the data source `multicluster_rendered_manifests` does. The
// objects and the fleet have to be in the argument. Warnings are not shown.
var Rendering = framework.Question[providerdata.Data, config]{
	Name: "rendered_manifests", Schema: dataSourceSchema, Unneeded: []string{"manifests"}, Check: (*config).check, Answer: answer,
	Function: framework.Function{
		Name:       "render",
		Summary:    "Render the manifests of each cluster",
		Parameters: framework.Object("rendering", "The placement, the objects and the fleet. Omit attributes that are not needed."),
		Return:     framework.ObjectOf[rendered.Outputs](),
	},
}

// answer reads the objects and the fleet, and renders.
func answer(ctx context.Context, c *config, provider *providerdata.Data, r *tfvalue.Reader) (any, diag.Diagnostics) {
	objects, kinds, diags := c.objects(ctx, provider)
	if diags.HasError() {
		return nil, diags
	}
	if diags.Append(c.ReadLiveFleet(ctx, provider)...); diags.HasError() {
		return nil, diags
	}
	c.Now = framework.InstantOf(c.Now, provider.Now)
	diags.Append(c.WarningDiagnostics(r)...)
	request, more := c.request(ctx, objects, kinds)
	if diags.Append(more...); diags.HasError() {
		return nil, diags
	}
	outputs, findings := rendered.Render(ctx, request)
	return outputs, append(diags, framework.Findings[config](findings)...)
}

// objects are those of the arguments, with kinds that follow from them, or those of the hub. The placement is completed by them.
func (c *config) objects(
	ctx context.Context, provider *providerdata.Data,
) (rendered.Objects, []resources.Kind, diag.Diagnostics) {
	if c.Arguments.Objects == nil && c.Manifests == nil {
		switch {
		case provider.IsOfFunction():
			return nil, nil, diag.Diagnostics{diag.NewErrorDiagnostic("There are no objects",
				"there are no objects: set objects or manifests")}
		case provider.Hub == nil:
			return nil, nil, diag.Diagnostics{diag.NewErrorDiagnostic("There are no objects",
				"Neither objects nor manifests is set, and the provider has no hub. Set one of them.")}
		}
		return readHub(ctx, c, provider.Hub)
	}
	objects, diags := c.givenObjects(ctx)
	return objects, nil, diags
}

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
