// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package renderings

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
)

// renderFunction renders the manifests of a placement as a pure function.
type renderFunction struct{ read *framework.Reading }

// NewFunction makes the function render.
func NewFunction(read *framework.Reading) function.Function { return renderFunction{read} }

// Metadata names the function.
func (renderFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "render"
}

// Definition describes the function.
func (renderFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Render the manifests of each cluster",
		MarkdownDescription: "Renders what each cluster gets of a placement of KubeFleet. The argument is an object with the " +
			"arguments of the data source `multicluster_rendered_manifests`, and the result an object with its read-only attributes. " +
			"The objects and the fleet have to be in the argument. Warnings are not shown: a function cannot have any.",
		Parameters: []function.Parameter{function.DynamicParameter{
			Name:                "rendering",
			MarkdownDescription: "The placement, the objects and the fleet. Omit attributes that are not needed.",
		}},
		Return: function.ObjectReturn{AttributeTypes: resultType.AttrTypes},
	}
}

// Run renders.
func (f renderFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var argument types.Dynamic
	if resp.Error = req.Arguments.Get(ctx, &argument); resp.Error != nil {
		return
	}
	c := &config{}
	reader := f.read.Argument(ctx, argument, c, nil)
	c.setDefaults()
	c.check(reader)
	if resp.Error = framework.ArgumentError(framework.Diagnostics(reader)); resp.Error != nil {
		return
	}
	if c.Arguments.Objects == nil && c.Manifests == nil {
		resp.Error = framework.ArgumentMistake(0, "there are no objects: set objects or manifests")
		return
	}
	objects, diags := c.givenObjects(ctx)
	if resp.Error = framework.ArgumentError(diags); resp.Error != nil {
		return
	}
	if resp.Error = framework.ArgumentError(c.ReadFleet(ctx, nil)); resp.Error != nil {
		return
	}
	outputs, diags := c.render(ctx, objects, nil)
	if resp.Error = framework.ArgumentError(diags); resp.Error != nil {
		return
	}
	framework.Returned(ctx, resultType, outputs, resp)
}
