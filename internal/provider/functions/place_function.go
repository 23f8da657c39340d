// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package functions

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Terraform cannot stop a function, so one call is bounded.
const (
	// functionCELCost bounds the CEL expressions. One that compares some labels costs 10 to 100 for one cluster.
	functionCELCost = 500_000_000
	// functionTime bounds the whole call, because the cost of an expression says little about its time.
	functionTime = 10 * time.Second
)

// placeFunction decides a placement as a pure function. The limit of time can only turn a result into an error.
type placeFunction struct {
	read  *framework.Reading
	limit time.Duration
}

// NewPlace makes the function place.
func NewPlace(read *framework.Reading) function.Function { return NewPlaceWithin(read, functionTime) }

// NewPlaceWithin makes the function place with a limit of time.
func NewPlaceWithin(read *framework.Reading, limit time.Duration) function.Function {
	return placeFunction{read, limit}
}

// Metadata names the function.
func (placeFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "place"
}

// Definition describes the function.
func (placeFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Decide a placement",
		MarkdownDescription: "Decides which clusters of a fleet get a workload, as the scheduler of the hub would. The argument " +
			"is an object with the arguments of the data source `multicluster_placement`, and the result an object with its " +
			"read-only attributes.\n\n" +
			"The function accepts direct references to resources: its result is known as soon as its argument is known. " +
			"`clusters` can be the instances of a resource: `clusters = multicluster_cluster.all`. The function uses " +
			"no clock, files or network: a decision that depends on the time is an error without `now`, the fleet must be in the " +
			"argument, and HTTP advisors are not supported. Terraform cannot interrupt a function: CEL expressions that would " +
			"take longer than 10 seconds for the whole fleet are an error. The data source does not have this limit.",
		Parameters: []function.Parameter{function.DynamicParameter{
			Name:                "placement",
			MarkdownDescription: "The placement and its fleet. Omit attributes that are not needed; an unknown attribute is an error.",
		}},
		Return: function.ObjectReturn{AttributeTypes: placementconfig.ResultType.AttrTypes},
	}
}

// wholePlacement is the error about a data source or a resource in place of its arguments.
func wholePlacement(ctx context.Context, argument types.Dynamic) *function.FuncError {
	value, err := argument.UnderlyingValue().ToTerraformValue(ctx)
	if err != nil {
		return framework.ArgumentMistake(0, err.Error())
	}
	passed := tfvalue.Of(value)
	if passed.Field("decisions").IsNull() || passed.Field("decisions_by_cluster").IsNull() {
		return nil
	}
	return framework.ArgumentMistake(0, "found a whole placement; its decisions are attributes of it, such as decisions and "+
		"decisions_by_cluster. To decide again, pass an object with its arguments only, such as clusters and ocm.")
}

// Run decides.
func (f placeFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	ctx, cancel := context.WithTimeout(ctx, f.limit)
	defer cancel()
	defer func() {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) && resp.Error != nil {
			resp.Error = function.NewArgumentFuncError(0, fmt.Sprintf("the decision takes more than %s, and Terraform cannot interrupt "+
				"a function. Use the data source multicluster_placement, or simplify the CEL expressions.", excerpt.Duration(f.limit)))
		}
	}()
	var argument types.Dynamic
	if resp.Error = req.Arguments.Get(ctx, &argument); resp.Error != nil {
		return
	}
	if resp.Error = wholePlacement(ctx, argument); resp.Error != nil {
		return
	}
	config := placementconfig.Config{}
	config.MaxCELCost = functionCELCost
	reader := f.read.Argument(ctx, argument, &config.Arguments, nil)
	config.SetDefaults()
	config.Check(reader)
	if resp.Error = framework.ArgumentError(framework.Diagnostics(reader)); resp.Error != nil {
		return
	}
	if resp.Error = framework.ArgumentError(config.ReadFleet(ctx, nil)); resp.Error != nil {
		return
	}
	answer, found := planner.Decide(ctx, &config.Request)
	if resp.Error = framework.ArgumentError(placementconfig.Findings(found)); resp.Error != nil {
		return
	}
	config.WithReport = true // Nothing is stored.
	outputs, err := answer.OfferedOutputs(&config.Details)
	if err != nil {
		resp.Error = function.NewFuncError(err.Error())
		return
	}
	framework.Returned(ctx, placementconfig.ResultType, outputs, resp)
}
