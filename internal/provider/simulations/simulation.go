// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// Simulation is multicluster_simulation and the function simulate.
//
// # Function simulate
//
// Says what moves if a fleet or a placement changes, as the data source `multicluster_simulation` does, for `terraform test` and
// for values. As for [`place`](place), the fleet must be in the argument, and the time in `now` if it matters. What takes longer
// than 10 seconds is an error. Warnings are not shown.
var Simulation = framework.Question[providerdata.Data, config]{
	Name: "simulation", Schema: simulationSchema, Unneeded: []string{"manifests"}, Check: (*config).check, Answer: answerSimulation,
	Function: framework.Function{
		Name: "simulate", Limit: framework.FunctionTime, Slow: "the simulation",
		Instead:    "the data source multicluster_simulation, fewer steps, or simpler CEL expressions",
		Summary:    "Simulate changes of a fleet",
		Parameters: framework.Object("simulation", "The fleet, the placements and the steps. Omit attributes that are not needed."),
		Return:     framework.ObjectOf[simulate.Outputs](),
	},
}

// worldAttributes are the arguments with the fleet and the placements.
func worldAttributes() map[string]schema.Attribute {
	attributes := placementconfig.FleetAttributes()
	delete(attributes, "previous_decisions")
	return framework.Join(attributes, framework.Arguments[simulate.Question]("now", "placement", "placements", "scheduler"))
}

// simulationSchema describes the data source.
//
// # Data source simulation
//
// Says what moves if something changes, before it does. For example, a cluster is drained, a region is lost, or a label, a
// cluster set or the spec of a placement changes. The placements are decided again over an edited fleet, as the schedulers of the
// hub would. Nothing is written.
//
// Without `placement` and `placements`, it simulates every placement that the hub or the manifests have, with its earlier
// decisions. One that is not satisfied is no error. Moves are those from what is decided without the edits; a warning says which
// placements move anyway. The placements of a step are decided [together](../resources/placements).
func simulationSchema() schema.Schema {
	return schema.Schema{Attributes: framework.Join(worldAttributes(), framework.Arguments[simulate.Arguments](
		"disruption_budgets", "failure_domains", "steps",
	), framework.ComputedAttributes[simulate.LiveOutputs]())}
}

// answerSimulation reads the fleet and the placements, and simulates.
func answerSimulation(ctx context.Context, c *config, provider *providerdata.Data, _ *tfvalue.Reader) (any, diag.Diagnostics) {
	subjects, skipped, done, diags := c.read(ctx, provider, c.Steps)
	defer done()
	if diags.HasError() {
		return nil, diags
	}
	outputs, more := c.run(ctx, subjects, c.options(provider))
	return &simulate.LiveOutputs{Outputs: outputs, Skipped: skipped}, append(diags, more...)
}

// options have the time of the decisions, and bound the expressions of a function.
func (c *question) options(provider *providerdata.Data) world.Options {
	options := world.Options{Now: framework.InstantOf(c.Now, provider.Now)}
	if provider.IsOfFunction() {
		options.MaxCELCost = framework.FunctionCELCost
	}
	return options
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
