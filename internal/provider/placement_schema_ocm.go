package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// ocmAttribute mirrors the spec of an OCM Placement.
func ocmAttribute() schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		Optional: true,
		MarkdownDescription: "Decide as Open Cluster Management does. The attributes are those of the `spec` of a " +
			"Placement (`cluster.open-cluster-management.io/v1beta1`).",
		Attributes: map[string]schema.Attribute{
			"cluster_sets": schema.ListAttribute{
				Optional: true, ElementType: types.StringType,
				MarkdownDescription: "The cluster sets to choose from. Defaults to all that the placement can use.",
			},
			"number_of_clusters": schema.Int64Attribute{
				Optional:            true,
				MarkdownDescription: "The number of clusters to choose. Defaults to all that match.",
			},
			"predicates": schema.ListNestedAttribute{
				Optional: true,
				MarkdownDescription: "Requirements for clusters. A cluster must match at least one of the predicates. " +
					"Without predicates all clusters match.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"required_cluster_selector": schema.SingleNestedAttribute{
						Optional:            true,
						MarkdownDescription: "The selectors. A cluster must match all that are set.",
						Attributes: map[string]schema.Attribute{
							"label_selector": labelSelectorAttribute("Matches the labels of the cluster."),
							"claim_selector": claimSelectorAttribute(),
							"cel_selector":   celSelectorAttribute(),
						},
					},
				}},
			},
			"tolerations":        tolerationsAttribute(),
			"prioritizer_policy": prioritizerPolicyAttribute(),
		},
	}
}

func tolerationsAttribute() schema.ListNestedAttribute {
	return schema.ListNestedAttribute{
		Optional:            true,
		MarkdownDescription: "Which taints the placement tolerates. For each taint the first toleration that matches and has not expired applies.",
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"key":      optional("The key of the taint; an empty key matches every key and requires the operator `Exists`."),
			"operator": optional("`Equal` (the default): key and value are equal. `Exists`: any value matches."),
			"value":    optional("The value of the taint; must be empty with the operator `Exists`."),
			"effect":   optional("The effect of the taint: `NoSelect`, `PreferNoSelect` or `NoSelectIfNew`. Defaults to all."),
			"toleration_seconds": schema.Int64Attribute{
				Optional: true,
				MarkdownDescription: "How many seconds after it was added the taint is tolerated. If unset, there is no limit; " +
					"with 0 or a negative number it is not tolerated.",
			},
		}},
	}
}

func prioritizerPolicyAttribute() schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		Optional:            true,
		MarkdownDescription: "How the clusters that match are ranked.",
		Attributes: map[string]schema.Attribute{
			"mode": optional("`Additive` (the default): the configurations are added to `Balance` and `Steady` with weight 1. " +
				"`Exact`: only the configurations apply."),
			"configurations": schema.ListNestedAttribute{
				Optional:            true,
				MarkdownDescription: "The prioritizers and their weights.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"weight": schema.Int64Attribute{
						Optional: true,
						MarkdownDescription: "The weight, -10 to 10. Defaults to 1. 0 disables the prioritizer; a negative weight " +
							"prefers the clusters with low scores.",
					},
					"score_coordinate": schema.SingleNestedAttribute{
						Required:            true,
						MarkdownDescription: "The source of the score.",
						Attributes: map[string]schema.Attribute{
							"type": optional("`BuiltIn` (the default) or `AddOn`."),
							"built_in": optional("The prioritizer of a score of type `BuiltIn`: `Balance`, `Steady`, " +
								"`ResourceAllocatableCPU` or `ResourceAllocatableMemory`."),
							"add_on": schema.SingleNestedAttribute{
								Optional:            true,
								MarkdownDescription: "The AddOnPlacementScore of a score of type `AddOn`.",
								Attributes: map[string]schema.Attribute{
									"resource_name": required("The name of the AddOnPlacementScore."),
									"score_name":    required("The name of the score in it."),
								},
							},
						},
					},
				}},
			},
		},
	}
}

// decisionStrategyAttributes mirror spec.decisionStrategy of an OCM Placement.
func decisionStrategyAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"group_strategy": schema.SingleNestedAttribute{
			Optional:            true,
			MarkdownDescription: "How decisions are grouped.",
			Attributes: map[string]schema.Attribute{
				"clusters_per_decision_group": optional("The largest size of a group: a number of clusters, or a percentage of all decisions " +
					"such as `\"25%\"`, rounded up. Defaults to `\"100%\"`. A larger predefined group is split into several groups with its name."),
				"decision_groups": schema.ListNestedAttribute{
					Optional: true,
					MarkdownDescription: "The predefined groups, in order. A cluster belongs to the first that matches; the clusters " +
						"that match no group form groups without a name.",
					NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
						"group_name": required("The name of the group: 2 to 63 characters of a label value."),
						"group_cluster_selector": schema.SingleNestedAttribute{
							Required:            true,
							MarkdownDescription: "The clusters of the group. A cluster must match all selectors that are set.",
							Attributes: map[string]schema.Attribute{
								"label_selector": labelSelectorAttribute("Matches the labels of the cluster."),
								"claim_selector": claimSelectorAttribute(),
							},
						},
					}},
				},
			},
		},
	}
}

func labelSelectorAttribute(description string) schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		Optional:            true,
		MarkdownDescription: description,
		Attributes: map[string]schema.Attribute{
			"match_labels":      optionalMap("Labels that the cluster must have with exactly these values."),
			"match_expressions": matchExpressionsAttribute("label"),
		},
	}
}

func claimSelectorAttribute() schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		Optional:            true,
		MarkdownDescription: "Matches the claims of the cluster.",
		Attributes:          map[string]schema.Attribute{"match_expressions": matchExpressionsAttribute("claim")},
	}
}

func celSelectorAttribute() schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		Optional:            true,
		MarkdownDescription: "Matches the whole object of the cluster.",
		Attributes: map[string]schema.Attribute{
			"cel_expressions": schema.ListAttribute{
				Optional: true, ElementType: types.StringType,
				MarkdownDescription: "CEL expressions that must all be true. The variable is `managedCluster`; " +
					"`managedCluster.scores(\"name\")` is the list of its AddOnPlacementScore.",
			},
		},
	}
}

func matchExpressionsAttribute(of string) schema.ListNestedAttribute {
	return schema.ListNestedAttribute{
		Optional:            true,
		MarkdownDescription: "Requirements that must all be met.",
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"key":      required("The key of the " + of + "."),
			"operator": required("`In`, `NotIn`, `Exists` or `DoesNotExist`."),
			"values": schema.ListAttribute{
				Optional: true, ElementType: types.StringType,
				MarkdownDescription: "The values for `In` and `NotIn`. They must be valid label values.",
			},
		}},
	}
}
