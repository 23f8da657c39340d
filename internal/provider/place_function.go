package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// functionCELCost bounds the CEL expressions of one call. Terraform cannot stop a function, and this takes about 5 s. An
// expression that compares some labels costs 10 to 100 for one cluster.
const functionCELCost = 500_000_000

// placeFunction decides a placement as a pure function.
type placeFunction struct{}

func newPlaceFunction() function.Function { return placeFunction{} }

// Metadata names the function.
func (placeFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "place"
}

// placeResultType is the object with the outputs of a placement.
var placeResultType = typeOf[planner.Outputs]()

// Definition describes the function.
func (placeFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Decide a placement",
		MarkdownDescription: "Decides which clusters of a fleet get a workload, as the scheduler of the hub would. The argument is an object " +
			"with the arguments of the data source `multicluster_placement`, and the result an object with its outputs.\n\n" +
			"The function accepts direct references to resources: its result is known as soon as its argument is known. " +
			"`clusters` can be the instances of a resource: `clusters = multicluster_cluster.all`. The function uses " +
			"no clock, files or network: a decision that depends on the time is an error without `now`, the fleet must be in the " +
			"argument, and HTTP advisors are not supported. Terraform cannot interrupt a function: CEL expressions that would take longer " +
			"than some seconds for the whole fleet are an error. The data source does not have this limit.",
		Parameters: []function.Parameter{function.DynamicParameter{
			Name:                "placement",
			MarkdownDescription: "The placement and its fleet. Omit attributes that are not needed; an unknown attribute is an error.",
		}},
		Return: function.ObjectReturn{AttributeTypes: placeResultType.AttrTypes},
	}
}

// Run decides.
func (placeFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var argument types.Dynamic
	if resp.Error = req.Arguments.Get(ctx, &argument); resp.Error != nil {
		return
	}
	config := placementConfig{}
	config.MaxCELCost = functionCELCost
	reader := readArgument(ctx, argument, &config, nil)
	config.setDefaults()
	config.validate(reader)
	if resp.Error = argumentError(diagnostics(reader)); resp.Error != nil {
		return
	}
	if resp.Error = argumentError(config.readFleet(ctx, &providerData{})); resp.Error != nil {
		return
	}
	answer, found := planner.Decide(ctx, &config.Request)
	if resp.Error = argumentError(placementDiagnostics(found)); resp.Error != nil {
		return
	}
	config.WithReport = true // Nothing is stored.
	outputs, err := answer.Outputs(&config.Details)
	if err != nil {
		resp.Error = function.NewFuncError(err.Error())
		return
	}
	returned(ctx, placeResultType, outputs, resp)
}
