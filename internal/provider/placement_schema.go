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
			MarkdownDescription: "The name of the placement. It is part of the names of its PlacementDecisions, and " +
				"PlacementDecisions and bindings in `manifests` that carry it are its own earlier decisions. Defaults to `" +
				defaultName + "`.",
		},
		"namespace": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "The namespace of the placement. In `ocm` only cluster sets with a ManagedClusterSetBinding in " +
				"it are open to the placement; without a namespace all are. In `kubefleet` a placement with a namespace is a " +
				"ResourcePlacement.",
		},
		"on_unsatisfied": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "What to do with a placement that finds no cluster, or fewer than asked for: `error` " +
				"(the default) stops the plan, `warn` warns and goes on, `accept` goes on. An empty result that goes " +
				"on makes every `for_each` over it empty.",
		},
		"now": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "The time at which the placement is decided (RFC 3339): tolerations and scores expire by " +
				"it. Defaults to the time of the plan. Do not use `timestamp()`, which Terraform knows only after " +
				"apply; `plantimestamp()` is fine.",
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
			"Pass values that come from managed resources through a `local` or a module output: Terraform does not " +
			"read a data source before apply if one of its arguments refers to a resource with pending changes " +
			"directly, even if all values are known. The guide *Decisions at plan time* has the details.\n\n" +
			"Mind the spelling inside of objects such as `ocm`: Terraform drops an attribute that it does not know there " +
			"without a word, before the provider can see it.",
		Attributes: attributes,
	}
}

// resultNames are the names of the outputs. Every plan asks for them several times.
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
				"rest. Without any decision there is one empty group.",
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
					MarkdownDescription: "The names of the PlacementDecisions that hold the group, 100 clusters in each.",
				},
			}},
		},
		"satisfied": schema.BoolAttribute{
			Computed:            true,
			MarkdownDescription: "Whether the placement found all clusters that it asked for.",
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
			MarkdownDescription: "How many clusters were not chosen, by reason.",
		},
		"next_change": schema.StringAttribute{
			Computed: true,
			MarkdownDescription: "The first instant at which time alone may change the answer, because a toleration or a " +
				"score expires (RFC 3339). Null if time changes nothing.",
		},
		"skipped_kinds": schema.MapAttribute{
			Computed: true, ElementType: types.Int64Type,
			MarkdownDescription: "How many objects were skipped, by kind: those in the manifests that no scheduler looks at, and the clusters of " +
				"another kind than the placement chooses from.",
		},
		"report": schema.StringAttribute{
			Computed: true,
			MarkdownDescription: "Everything about the pass as JSON, for `jsondecode`: for every cluster of the fleet the " +
				"stage that it reached, its scores and the reason; the filters, the prioritizers, the conditions and " +
				"the PlacementDecisions.",
		},
	}
}
