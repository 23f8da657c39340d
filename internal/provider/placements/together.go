// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// Together is the data source multicluster_placements and the function place_all. They have no memory: what was decided before
// is an argument.
var Together = framework.Question[providerdata.Data, together]{
	Name: "placements", Schema: togetherSchema, Unneeded: []string{"manifests"}, Check: (*together).check, Answer: answerTogether,
	Function: framework.Function{
		Name: "place_all", Limit: framework.FunctionTime, Slow: "the decision",
		Instead: "the data source multicluster_placements, or simplify the CEL expressions",
		Summary: "Decide several placements together",
		Description: "Decides several placements over one fleet together, as one hub would. The argument is an object with " +
			"the arguments of the data source `multicluster_placements`, and the result an object with its output `outcomes`.\n\n" +
			"The function accepts direct references to resources: its result is known as soon as its argument is known. It " +
			framework.OfArguments + "a decision that takes longer than 10 seconds is an error. The data source does not have this " +
			"limit. Warnings are not shown: a function cannot have any.",
		Parameters: framework.Object("placements", "The placements and their fleet. Omit attributes that are not needed; an "+
			"unknown attribute is an error."),
		Return: function.ObjectReturn{AttributeTypes: framework.TypeOf[planner.TogetherOutputs]().AttrTypes},
	},
}

// togetherText is what data source and resource say of how placements are decided together.
const togetherText = "The placements are decided as one hub decides them: those with earlier decisions first, then the others, " +
	"each by namespace and name. Each sees the newest decisions of all others, and this is repeated until nothing changes; a " +
	"warning names placements that do not settle after 8 passes. A hub may choose another order.\n\n" +
	"Only `ocm` reads the decisions of others: its prioritizer `Balance` counts those of `ocm`, and so spreads the placements " +
	"over the fleet. Placements of `kubefleet` and `hybrid` may be in the same map; they neither count nor are counted.\n\n" +
	"Without `clusters`, `targets` and `manifests`, the fleet is that of the `manifests` of the provider. No hub is read or " +
	"written: pass the clusters of a hub with the data source `multicluster_clusters`, or use `multicluster_placement` for each " +
	"placement of a hub."

// togetherSchema describes the data source.
func togetherSchema() schema.Schema {
	attributes := placementconfig.FleetAttributes()
	delete(attributes, "previous_decisions")
	manifests, _ := attributes["manifests"].(schema.ListAttribute) // It is one.
	manifests.MarkdownDescription = "The fleet as texts of Kubernetes objects, YAML or JSON, as in the argument of the same name " +
		"of `multicluster_placement`. If neither `clusters` nor `targets` is set, it defaults to the `manifests` of the provider."
	maps.Copy(attributes, framework.ComputedAttributes[planner.TogetherOutputs]())
	maps.Copy(attributes, map[string]schema.Attribute{
		"manifests": manifests,
		"now":       framework.Optional(framework.Describe[planner.Together]("now")),
		"placements": schema.DynamicAttribute{
			Required: true, MarkdownDescription: framework.DescribeArgument[planner.Together]("placements"),
		},
	})
	return schema.Schema{
		MarkdownDescription: "Decides which clusters of a fleet get which workloads, for several placements together, while " +
			"Terraform plans. " + togetherText,
		Attributes: attributes,
	}
}

// answerTogether decides the placements.
func answerTogether(ctx context.Context, c *together, provider *providerdata.Data, r *tfvalue.Reader) (any, diag.Diagnostics) {
	c.Now = framework.InstantOf(c.Now, provider.Now)
	keys, options := c.keys(), world.Options{}
	if provider.IsOfFunction() {
		options.MaxCELCost = framework.FunctionCELCost
	}
	subjects := make([]world.Placement, len(keys))
	for i, key := range keys {
		subjects[i] = c.placement(key)
	}
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
