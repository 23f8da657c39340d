// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"context"
	"errors"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/resilience"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
)

// resilienceFunction answers as a pure function. The limit of time can only turn a result into an error.
type resilienceFunction struct {
	read  *framework.Reading
	limit time.Duration
}

// NewResilienceFunction makes the function resilience.
func NewResilienceFunction(read *framework.Reading) function.Function {
	return resilienceFunction{read, functionTime}
}

// Metadata names the function.
func (resilienceFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "resilience"
}

var resilienceType = framework.TypeOf[resilience.Outputs]()

// Definition describes the function.
func (resilienceFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "What a fleet can lose",
		MarkdownDescription: "Says whether placements are satisfied without any one cluster, region or zone, and what moves. The " +
			"argument is an object with the arguments of the data source `multicluster_resilience`, and the result an object with its " +
			"read-only attributes but `skipped`. Use it in `terraform test`, or for values.\n\n" +
			"The function uses no clock, files or network: a decision that depends on the time is an error without `now`, the fleet " +
			"must be in the argument, and HTTP advisors are not supported. Terraform cannot interrupt a function: what takes longer " +
			"than 10 seconds is an error. The data source does not have this limit.",
		Parameters: []function.Parameter{function.DynamicParameter{
			Name: "question",
			MarkdownDescription: "The fleet, the placements and the failure domains. Omit attributes that are not needed; an unknown " +
				"attribute is an error.",
		}},
		Return: function.ObjectReturn{AttributeTypes: resilienceType.AttrTypes},
	}
}

// Run answers.
func (f resilienceFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	ctx, cancel := context.WithTimeout(ctx, f.limit)
	defer cancel()
	defer func() {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) && resp.Error != nil {
			resp.Error = framework.ArgumentMistake(0, "the answer takes more than "+excerpt.Duration(f.limit)+", and Terraform cannot "+
				"interrupt a function. Use the data source multicluster_resilience, or fewer placements.")
		}
	}()
	var argument types.Dynamic
	if resp.Error = req.Arguments.Get(ctx, &argument); resp.Error != nil {
		return
	}
	c := &resilienceConfig{}
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
	outputs, diags := c.answer(ctx, subjects, simulate.Options{MaxCELCost: functionCELCost}, resilience.MaxUninterruptedWork)
	if resp.Error = framework.ArgumentError(diags); resp.Error != nil {
		return
	}
	framework.Returned(ctx, resilienceType, outputs, resp)
}
