package provider

import (
	"maps"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

func placementSchema() schema.Schema {
	attributes := map[string]schema.Attribute{
		"name": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: describe[planner.Request]("name"),
		},
		"namespace": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: describe[planner.Request]("namespace"),
		},
		"on_unsatisfied": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: describe[planner.Request]("on_unsatisfied"),
		},
		"now": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: describe[planner.Request]("now"),
		},
		dialectOCM:          dynamic(describe[planner.Request](dialectOCM)),
		dialectKubeFleet:    dynamic(describe[planner.Request](dialectKubeFleet)),
		dialectHybrid:       dynamic(describe[planner.Request](dialectHybrid)),
		"decision_strategy": dynamic(describe[planner.Request]("decision_strategy")),
	}
	maps.Copy(attributes, fleetAttributes())
	maps.Copy(attributes, resultAttributes())
	return schema.Schema{
		MarkdownDescription: "Decides which clusters of a fleet get a workload, as the scheduler of the hub would, while " +
			"Terraform plans. The decisions are known in the very first plan and can drive `for_each`.\n\n" +
			"Pass values that come from managed resources through a `local` or a module output: Terraform defers " +
			"reading a data source until apply if one of its arguments refers directly to a resource with pending " +
			"changes, even if all values are known. The guide *Decisions at plan time* explains the details.",
		Attributes: attributes,
	}
}

// resultNames has the names of the outputs. Every plan needs them several times.
var resultNames = sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(resultAttributes())) })

func resultAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"decisions": schema.ListAttribute{
			Computed: true, ElementType: typeOf[planner.Decision](),
			MarkdownDescription: describe[planner.Outputs]("decisions"),
		},
		"decisions_by_cluster": schema.MapAttribute{
			Computed: true, ElementType: typeOf[planner.Decision](),
			MarkdownDescription: describe[planner.Outputs]("decisions_by_cluster"),
		},
		"decision_groups": schema.ListAttribute{
			Computed: true, ElementType: typeOf[planner.Group](),
			MarkdownDescription: describe[planner.Outputs]("decision_groups"),
		},
		"satisfied": schema.BoolAttribute{
			Computed:            true,
			MarkdownDescription: describe[planner.Outputs]("satisfied"),
		},
		"conditions": schema.ListAttribute{
			Computed: true, ElementType: typeOf[placement.Condition](),
			MarkdownDescription: describe[planner.Outputs]("conditions"),
		},
		"rejection_summary": schema.MapAttribute{
			Computed: true, ElementType: types.Int64Type,
			MarkdownDescription: describe[planner.Outputs]("rejection_summary"),
		},
		"next_change": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: describe[planner.Outputs]("next_change"),
		},
		"skipped_kinds": schema.MapAttribute{
			Computed: true, ElementType: types.Int64Type,
			MarkdownDescription: describe[planner.Outputs]("skipped_kinds"),
		},
		"report": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: describe[planner.Outputs]("report"),
		},
	}
}
