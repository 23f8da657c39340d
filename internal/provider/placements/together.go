// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// Together is the data source multicluster_placements and the function place_all. They have no memory: what was decided before
// is an argument.
//
// # Function place_all
//
// Decides several placements over one fleet together, as the data source `multicluster_placements` does. The limits are those of
// [`simulate`](simulate).
var Together = framework.Question[providerdata.Data, together]{
	Name: "placements", Schema: togetherSchema, Unneeded: []string{"manifests"}, Check: (*together).check, Answer: answerTogether,
	Function: framework.Function{
		Name: "place_all", Limit: framework.FunctionTime, Slow: "the decision",
		Instead:    "the data source multicluster_placements, or simplify the CEL expressions",
		Summary:    "Decide several placements together",
		Parameters: framework.Object("placements", "The placements and their fleet. Omit attributes that are not needed."),
		Return:     framework.ObjectOf[planner.TogetherOutputs](),
	},
}

// togetherSchema describes the data source.
//
// # Data source placements
//
// Decides which clusters of a fleet get which workloads, for several placements together, while Terraform plans, as the
// [resource](../resources/placements) does, and stores nothing: it starts from `previous_decisions` in every plan.
func togetherSchema() schema.Schema {
	attributes := placementconfig.FleetAttributes()
	delete(attributes, "previous_decisions")
	manifests, _ := attributes["manifests"].(schema.ListAttribute) // It is one.
	manifests.MarkdownDescription = "The fleet as texts, as in `multicluster_placement`. Defaults to the `manifests` of the " +
		"provider if neither `clusters` nor `targets` is set."
	attributes["manifests"] = manifests
	return schema.Schema{Attributes: framework.Join(attributes, framework.Arguments[planner.Together]("now", "placements"),
		framework.ComputedAttributes[planner.TogetherOutputs]())}
}

// answerTogether decides the placements.
func answerTogether(ctx context.Context, c *together, provider *providerdata.Data, r *tfvalue.Reader) (any, diag.Diagnostics) {
	c.Now = framework.InstantOf(c.Now, provider.Now)
	keys, options := c.keys(), world.Options{}
	if provider.IsOfFunction() {
		options.MaxCELCost = framework.FunctionCELCost
	}
	subjects := lists.Map(keys, c.placement)
	diags := c.warnings(r, keys)
	outcomes, more := c.settle(ctx, provider.Source, subjects, options)
	if diags.Append(more...); diags.HasError() {
		return nil, diags
	}
	outputs := planner.TogetherOutputs{Outcomes: make(map[string]planner.Outputs, len(keys))}
	for i, key := range keys {
		o, entry := &outcomes[i], c.Placements[key]
		if diags.Append(c.findings(key, o.Conclude(ctx, entry.OnUnsatisfied))...); diags.HasError() {
			continue
		}
		diags.Append(c.findings(key, o.Answer().AbsentDetails(ctx, &entry.Details))...)
		one, err := o.Answer().Outputs(&entry.Details)
		if err != nil {
			diags.AddError("The result cannot be written", err.Error())
			continue
		}
		outputs.Outcomes[key] = *one
	}
	return &outputs, diags
}
