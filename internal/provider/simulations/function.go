// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"context"
	"errors"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
)

// Terraform cannot stop a function, so one call is bounded, as that of the function place is.
const (
	functionCELCost = 500_000_000
	functionTime    = 10 * time.Second
)

// simulateFunction simulates as a pure function. The limit of time can only turn a result into an error.
type simulateFunction struct {
	read  *framework.Reading
	limit time.Duration
}

// NewFunction makes the function simulate.
func NewFunction(read *framework.Reading) function.Function {
	return simulateFunction{read, functionTime}
}

// Metadata names the function.
func (simulateFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "simulate"
}

var resultType = framework.TypeOf[simulate.Outputs]()

// Definition describes the function.
func (simulateFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Simulate changes of a fleet",
		MarkdownDescription: "Says what moves if a fleet or a placement changes. The argument is an object with the arguments of the " +
			"data source `multicluster_simulation`, and the result an object with its output `results`. Use it in `terraform test`, or " +
			"for values.\n\n" +
			"The function uses no clock, files or network: a decision that depends on the time is an error without `now`, the fleet " +
			"must be in the argument, and HTTP advisors are not supported. Terraform cannot interrupt a function: a simulation that " +
			"takes longer than 10 seconds is an error. The data source does not have this limit. Warnings are not shown: a function " +
			"cannot have any.",
		Parameters: []function.Parameter{function.DynamicParameter{
			Name: "simulation",
			MarkdownDescription: "The fleet, the placements and the steps. Omit attributes that are not needed; an unknown attribute is " +
				"an error.",
		}},
		Return: function.ObjectReturn{AttributeTypes: resultType.AttrTypes},
	}
}

// Run simulates.
func (f simulateFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	ctx, cancel := context.WithTimeout(ctx, f.limit)
	defer cancel()
	defer func() {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) && resp.Error != nil {
			resp.Error = framework.ArgumentMistake(0, "the simulation takes more than "+excerpt.Duration(f.limit)+", and Terraform "+
				"cannot interrupt a function. Use the data source multicluster_simulation, fewer steps, or simpler CEL expressions.")
		}
	}()
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
	subjects, diags := c.readArgument(ctx)
	if resp.Error = framework.ArgumentError(diags); resp.Error != nil {
		return
	}
	outputs, diags := c.run(ctx, subjects, simulate.Options{MaxCELCost: functionCELCost})
	if resp.Error = framework.ArgumentError(diags); resp.Error != nil {
		return
	}
	framework.Returned(ctx, resultType, outputs, resp)
}

// readArgument reads the fleet and the placements of the argument of a function.
func (c *world) readArgument(ctx context.Context) (subjects []simulate.Subject, diags diag.Diagnostics) {
	source := (*providerdata.FleetSource)(nil)
	if c.Fleet.Manifests, diags = source.Read(ctx, c.Manifests, c.hasValues()); diags.HasError() {
		return nil, diags
	}
	if c.isGiven() {
		return c.readGiven(), diags
	}
	return c.readManifests(ctx, &c.Fleet.Manifests)
}
