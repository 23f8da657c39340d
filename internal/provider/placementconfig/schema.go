// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placementconfig

import (
	"maps"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
)

// DataSourceSchema describes the data source.
func DataSourceSchema() schema.Schema {
	attributes := map[string]schema.Attribute{
		"name": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: framework.Describe[planner.Request]("name"),
		},
		"namespace": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: framework.Describe[planner.Request]("namespace"),
		},
		"on_unsatisfied": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: framework.Describe[planner.Request]("on_unsatisfied"),
		},
		"now": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: framework.Describe[planner.Request]("now"),
		},
		DialectOCM:          framework.Dynamic(framework.DescribeArgument[planner.Request](DialectOCM)),
		DialectKubeFleet:    framework.Dynamic(framework.DescribeArgument[planner.Request](DialectKubeFleet)),
		DialectHybrid:       framework.Dynamic(framework.DescribeArgument[planner.Request](DialectHybrid)),
		"decision_strategy": framework.Dynamic(framework.DescribeArgument[planner.Request]("decision_strategy")),
		"offers":            framework.Dynamic(framework.DescribeArgument[planner.Request]("offers")),
		"with_report": schema.BoolAttribute{
			Optional:            true,
			MarkdownDescription: framework.Describe[planner.Details]("with_report"),
		},
		"with_labels": schema.ListAttribute{
			Optional: true, ElementType: types.StringType,
			MarkdownDescription: framework.Describe[planner.Details]("with_labels"),
		},
		"with_claims": schema.ListAttribute{
			Optional: true, ElementType: types.StringType,
			MarkdownDescription: framework.Describe[planner.Details]("with_claims"),
		},
	}
	maps.Copy(attributes, FleetAttributes())
	maps.Copy(attributes, ResultAttributes())
	attributes["to_create"] = framework.ComputedAttribute(types.ListType{ElemType: types.StringType},
		framework.Describe[planner.OfferedOutputs]("to_create"))
	return schema.Schema{
		MarkdownDescription: "Decides which clusters of a fleet get a workload, as the scheduler of the hub would, while " +
			"Terraform plans. The decisions are known in the very first plan and can drive `for_each`.\n\n" +
			"If `clusters` and `manifests` are not set, the provider's `manifests` or `hub` are used. On a hub, existing " +
			"PlacementDecisions of this placement, its bindings with the latest policy snapshot, or the status of the PlacementRule " +
			"count as its previous decisions. The result is what the hub's scheduler would decide next. It is fixed in the plan. Only " +
			"`get` and `list` are needed; the guide *Reference: the fleet* lists the permissions.\n\n" +
			"Pass values that come from managed resources through a `local` or a module output: Terraform defers " +
			"reading a data source until apply if one of its arguments refers directly to a resource with pending " +
			"changes, even if all values are known. The guide *Decisions at plan time* explains the details.",
		Attributes: attributes,
	}
}

// ResultNames has the names of the outputs. Every plan needs them several times.
var ResultNames = sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(ResultAttributes())) })

// ResultAttributes are the outputs.
func ResultAttributes() map[string]schema.Attribute {
	return framework.ComputedAttributes[planner.Outputs]()
}

// ResultType is the object with the outputs of a placement to which clusters can be offered.
var ResultType = framework.TypeOf[planner.OfferedOutputs]()
