// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// Simulation is multicluster_simulation and the function simulate.
var Simulation = framework.Question[providerdata.Data, config]{
	Name: "simulation", Schema: simulationSchema, Unneeded: []string{"manifests"}, Check: (*config).check, Answer: answerSimulation,
	Function: framework.Function{
		Name: "simulate", Limit: framework.FunctionTime, Slow: "the simulation",
		Instead: "the data source multicluster_simulation, fewer steps, or simpler CEL expressions",
		Summary: "Simulate changes of a fleet",
		Description: "Says what moves if a fleet or a placement changes. The argument is an object with the arguments of " +
			"the data source `multicluster_simulation`, and the result an object with its output `results`. Use it in `terraform " +
			"test`, or for values.\n\n" +
			"The function " + framework.OfArguments + "a simulation that takes longer than 10 seconds is an error. The data source " +
			"does not have this limit. Warnings are not shown: a function cannot have any.",
		Parameters: framework.Object("simulation", "The fleet, the placements and the steps. Omit attributes that are not needed; "+
			"an unknown attribute is an error."),
		Return: function.ObjectReturn{AttributeTypes: framework.TypeOf[simulate.Outputs]().AttrTypes},
	},
}

// worldAttributes are the arguments with the fleet and the placements.
func worldAttributes() map[string]schema.Attribute {
	attributes := placementconfig.FleetAttributes()
	delete(attributes, "previous_decisions")
	return framework.Join(attributes, framework.Arguments[simulate.Question]("now", "placement", "placements", "dialect"))
}

func simulationSchema() schema.Schema {
	return schema.Schema{
		Attributes: framework.Join(worldAttributes(), framework.Arguments[simulate.Arguments]("disruption_budgets", "failure_domains",
			"steps"),
			framework.ComputedAttributes[simulate.LiveOutputs]()),
		MarkdownDescription: "Says what moves if something changes, before it does: a cluster is drained, a region is lost, a label, " +
			"a cluster set or the spec of a placement changes. It edits a copy of the fleet and decides the placements again, as the " +
			"schedulers of the hub would. Nothing is written.\n\n" +
			"Without `placement` and `placements`, it simulates every placement that the hub or the manifests have, each with its own " +
			"earlier decisions and cluster sets. A placement that is not satisfied is a part of the result and not an error.\n\n" +
			"Moves are those from what is decided without the edits, with the earlier decisions of the hub, of the manifests or of " +
			"`previous_decisions`; a warning says which placements move anyway. Each step starts from the decisions of the one before. " +
			"The placements of a step are decided as a hub decides them: those with earlier decisions first, then the others, each by " +
			"namespace and name. Each sees the newest decisions of all others, until nothing changes. A hub may choose another order.",
	}
}

// answerSimulation reads the fleet and the placements, and simulates.
func answerSimulation(ctx context.Context, c *config, provider *providerdata.Data, _ *tfvalue.Reader) (any, diag.Diagnostics) {
	c.Now = framework.InstantOf(c.Now, provider.Now)
	subjects, skipped, done, diags := c.read(ctx, provider, c.Steps)
	defer done()
	if diags.HasError() {
		return nil, diags
	}
	outputs, more := c.run(ctx, subjects, options(provider))
	return &simulate.LiveOutputs{Outputs: outputs, Skipped: skipped}, append(diags, more...)
}

// options bound the expressions of a function.
func options(provider *providerdata.Data) world.Options {
	if provider.IsOfFunction() {
		return world.Options{MaxCELCost: framework.FunctionCELCost}
	}
	return world.Options{}
}

// read reads the fleet and the placements: those of the hub, of the manifests or of the arguments. Done ends what asks the
// advisors.
func (c *question) read(
	ctx context.Context, provider *providerdata.Data, steps [][]edit.Edit,
) (subjects []world.Placement, skipped map[string]string, done func(), diags diag.Diagnostics) {
	skipped, done = map[string]string{}, func() {}
	if provider.Hub != nil && c.Manifests == nil && !c.hasValues() {
		subjects, skipped, diags = c.readHub(ctx, provider.Hub, steps)
	} else {
		c.Fleet.Manifests, diags = provider.Source.Read(ctx, c.Manifests, c.hasValues())
		switch {
		case diags.HasError():
		case c.isGiven():
			subjects = c.readGiven()
		default:
			subjects, diags = c.readManifests(ctx, &c.Fleet.Manifests)
		}
	}
	if diags.HasError() {
		return nil, nil, done, diags
	}
	return subjects, skipped, placementconfig.AskAll(ctx, provider.Source, subjects), diags
}
