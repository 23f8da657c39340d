// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package renderings

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/function"

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
		Return:     function.ObjectReturn{AttributeTypes: framework.TypeOf[rendered.Outputs]().AttrTypes},
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
