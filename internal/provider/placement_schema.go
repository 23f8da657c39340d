package provider

import (
	"maps"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

func placementSchema() schema.Schema {
	attributes := map[string]schema.Attribute{
		"name": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "The name of the placement. PlacementDecisions are named after it, and " +
				"PlacementDecisions and bindings in `manifests` that carry this name are its earlier decisions. Defaults to `" +
				defaultName + "`.",
		},
		"namespace": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "The namespace of the placement. In `ocm` the placement can use only cluster sets with a " +
				"ManagedClusterSetBinding in this namespace; without a namespace it can use all. In `kubefleet` a placement with a namespace is a " +
				"ResourcePlacement.",
		},
		"on_unsatisfied": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "What to do if the placement finds no cluster, or fewer than required: `error` " +
				"(the default) stops the plan, `warn` adds a warning, `accept` does neither. If an empty result is " +
				"accepted, every `for_each` over it is empty.",
		},
		"now": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "The time of the decision (RFC 3339), which the expiry of tolerations and scores is " +
				"compared with. Defaults to the time of the plan. Do not use `timestamp()`, which is unknown until " +
				"apply; use `plantimestamp()`.",
		},
		dialectOCM:       ocmAttribute(),
		dialectKubeFleet: kubefleetAttribute(),
		dialectHybrid:    hybridAttribute(),
		"decision_strategy": schema.SingleNestedAttribute{
			Optional:            true,
			MarkdownDescription: "How the decisions are divided into groups.",
			Attributes:          decisionStrategyAttributes(),
		},
	}
	maps.Copy(attributes, fleetAttributes())
	maps.Copy(attributes, resultAttributes())
	return schema.Schema{
		MarkdownDescription: "Decides which clusters of a fleet get a workload, as the scheduler of the hub would, while " +
			"Terraform plans. The decisions are known in the very first plan and can drive `for_each`.\n\n" +
			"Pass values that come from managed resources through a `local` or a module output: Terraform defers " +
			"reading a data source until apply if one of its arguments refers directly to a resource with pending " +
			"changes, even if all values are known. The guide *Decisions at plan time* explains the details.\n\n" +
			"Check spelling inside nested objects such as `ocm`: Terraform silently drops unknown attributes there before " +
			"the provider sees them.",
		Attributes: attributes,
	}
}

// resultNames has the names of the outputs. Every plan needs them several times.
var resultNames = sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(resultAttributes())) })

func resultAttributes() map[string]schema.Attribute {
	decision := schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
		"cluster_name": schema.StringAttribute{Computed: true, MarkdownDescription: "The chosen cluster."},
		"score": schema.NumberAttribute{
			Computed: true,
			MarkdownDescription: "The score: in `ocm` the sum of weight times score over all prioritizers, in `kubefleet` the affinity score, " +
				"in `hybrid` the rating in the last round.",
		},
		"group": schema.Int64Attribute{
			Computed:            true,
			MarkdownDescription: "The index of the decision's group in `decision_groups`.",
		},
		"group_name": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "The name of the group; empty outside the predefined groups.",
		},
		"reason": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "Why the cluster was chosen, with its scores.",
		},
		"binding": bindingAttribute(true),
	}}
	return map[string]schema.Attribute{
		"decisions": schema.ListNestedAttribute{
			Computed: true, NestedObject: decision,
			MarkdownDescription: "The chosen clusters, the best first.",
		},
		"decisions_by_cluster": schema.MapNestedAttribute{
			Computed: true, NestedObject: decision,
			MarkdownDescription: "The chosen clusters by name, for `for_each`.",
		},
		"decision_groups": schema.ListNestedAttribute{
			Computed: true,
			MarkdownDescription: "The groups of the decisions: first the predefined ones that have members, then the " +
				"rest. Without decisions there is one empty group.",
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"index": schema.Int64Attribute{Computed: true, MarkdownDescription: "The index of the group, from 0."},
				"name": schema.StringAttribute{
					Computed:            true,
					MarkdownDescription: "The name of the group; empty outside the predefined groups.",
				},
				"cluster_names": schema.ListAttribute{
					Computed: true, ElementType: types.StringType,
					MarkdownDescription: "The clusters of the group, by name.",
				},
				"placement_decisions": schema.ListAttribute{
					Computed: true, ElementType: types.StringType,
					MarkdownDescription: "The names of the group's PlacementDecisions, with at most 100 clusters each.",
				},
			}},
		},
		"satisfied": schema.BoolAttribute{
			Computed:            true,
			MarkdownDescription: "Whether the placement found as many clusters as required.",
		},
		"conditions": schema.ListNestedAttribute{
			Computed:            true,
			MarkdownDescription: "The status conditions that the hub would publish.",
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"type":    schema.StringAttribute{Computed: true, MarkdownDescription: "The type of the condition."},
				"status":  schema.StringAttribute{Computed: true, MarkdownDescription: "`True` or `False`."},
				"reason":  schema.StringAttribute{Computed: true, MarkdownDescription: "The reason, one word."},
				"message": schema.StringAttribute{Computed: true, MarkdownDescription: "The reason in a sentence."},
			}},
		},
		"rejection_summary": schema.MapAttribute{
			Computed: true, ElementType: types.Int64Type,
			MarkdownDescription: "The number of clusters that were not chosen, by reason.",
		},
		"next_change": schema.StringAttribute{
			Computed: true,
			MarkdownDescription: "The first time at which the decision may change with time alone, because a toleration or a " +
				"score expires (RFC 3339). Null if the decision does not depend on time.",
		},
		"skipped_kinds": schema.MapAttribute{
			Computed: true, ElementType: types.Int64Type,
			MarkdownDescription: "The number of objects that were skipped, by kind: objects in the manifests that no scheduler uses, and clusters of " +
				"a kind that the placement does not choose from.",
		},
		"report": schema.StringAttribute{
			Computed: true,
			MarkdownDescription: "The full report as JSON, for `jsondecode`: the stage that every cluster of the fleet " +
				"reached, its scores and the reason; the filters, the prioritizers, the conditions and " +
				"the PlacementDecisions.",
		},
	}
}
