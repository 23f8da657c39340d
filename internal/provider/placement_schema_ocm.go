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
				MarkdownDescription: "The cluster sets to choose from. Defaults to all that are open to the placement.",
			},
			"number_of_clusters": schema.Int64Attribute{
				Optional:            true,
				MarkdownDescription: "How many clusters to choose. Defaults to all that match.",
			},
			"predicates": schema.ListNestedAttribute{
				Optional: true,
				MarkdownDescription: "What a cluster must be. The predicates are alternatives: a cluster has to match one of " +
					"them. Without any, all clusters match.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"required_cluster_selector": schema.SingleNestedAttribute{
						Optional:            true,
						MarkdownDescription: "What to look at. A cluster has to match all parts that are set.",
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
		MarkdownDescription: "Which taints the placement tolerates. For each taint the first toleration that fits and has not expired counts.",
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"key":      optional("The key of the taint; empty stands for every key and wants the operator `Exists`."),
			"operator": optional("`Equal` (the default): key and value are equal. `Exists`: any value will do."),
			"value":    optional("The value of the taint; must be empty with the operator `Exists`."),
			"effect":   optional("The effect of the taint: `NoSelect`, `PreferNoSelect` or `NoSelectIfNew`. Defaults to all."),
			"toleration_seconds": schema.Int64Attribute{
				Optional: true,
				MarkdownDescription: "For how many seconds after the taint was added it is tolerated. Defaults to for ever; " +
					"0 and negative numbers mean not at all.",
			},
		}},
	}
}

func prioritizerPolicyAttribute() schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		Optional:            true,
		MarkdownDescription: "How the clusters that match are ranked.",
		Attributes: map[string]schema.Attribute{
			"mode": optional("`Additive` (the default): the configurations come on top of `Balance` and `Steady` with weight 1. " +
				"`Exact`: only the configurations count."),
			"configurations": schema.ListNestedAttribute{
				Optional:            true,
				MarkdownDescription: "The prioritizers and their weights.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"weight": schema.Int64Attribute{
						Optional: true,
						MarkdownDescription: "The weight, -10 to 10. Defaults to 1. 0 switches the prioritizer off; a negative weight " +
							"prefers the clusters with low scores.",
					},
					"score_coordinate": schema.SingleNestedAttribute{
						Required:            true,
						MarkdownDescription: "Where the score comes from.",
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
			MarkdownDescription: "Which decisions go together.",
			Attributes: map[string]schema.Attribute{
				"clusters_per_decision_group": optional("The largest size of a group: a number of clusters, or a percentage of all decisions " +
					"such as `\"25%\"`, rounded up. Defaults to `\"100%\"`. A larger predefined group becomes several groups of its name."),
				"decision_groups": schema.ListNestedAttribute{
					Optional: true,
					MarkdownDescription: "The predefined groups, in order. A cluster belongs to the first that matches; the clusters " +
						"that none matches make groups without a name.",
					NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
						"group_name": required("The name of the group: 2 to 63 characters of a label value."),
						"group_cluster_selector": schema.SingleNestedAttribute{
							Required:            true,
							MarkdownDescription: "The clusters of the group. A cluster has to match all parts that are set.",
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
			"match_labels":      optionalMap("Labels that the cluster must have with these very values."),
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
				MarkdownDescription: "CEL expressions that all must be true. The variable is `managedCluster`; " +
					"`managedCluster.scores(\"name\")` is the list of its AddOnPlacementScore.",
			},
		},
	}
}

func matchExpressionsAttribute(of string) schema.ListNestedAttribute {
	return schema.ListNestedAttribute{
		Optional:            true,
		MarkdownDescription: "Requirements that all must hold.",
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"key":      required("The key of the " + of + "."),
			"operator": required("`In`, `NotIn`, `Exists` or `DoesNotExist`."),
			"values": schema.ListAttribute{
				Optional: true, ElementType: types.StringType,
				MarkdownDescription: "The values for `In` and `NotIn`. They have to be legal label values.",
			},
		}},
	}
}
