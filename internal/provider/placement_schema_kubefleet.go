package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// kubefleetAttribute mirrors spec.policy of a ClusterResourcePlacement.
func kubefleetAttribute() schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		Optional: true,
		MarkdownDescription: "Decide as KubeFleet and Azure Kubernetes Fleet Manager do. The attributes are those of " +
			"`spec.policy` of a ClusterResourcePlacement (`placement.kubernetes-fleet.io/v1beta1`); with a `namespace` " +
			"the placement is a ResourcePlacement.",
		Attributes: map[string]schema.Attribute{
			"placement_type": optional("`PickAll` (the default): every cluster that matches. `PickN`: the best `number_of_clusters`. " +
				"`PickFixed`: the clusters of `cluster_names`."),
			"cluster_names": schema.ListAttribute{
				Optional: true, ElementType: types.StringType,
				MarkdownDescription: "The clusters of a placement of type `PickFixed`, at most 100.",
			},
			"number_of_clusters": schema.Int64Attribute{
				Optional:            true,
				MarkdownDescription: "How many clusters a placement of type `PickN` chooses.",
			},
			"affinity": schema.SingleNestedAttribute{
				Optional:            true,
				MarkdownDescription: "Which clusters may be chosen, and which are preferred.",
				Attributes: map[string]schema.Attribute{
					"cluster_affinity": schema.SingleNestedAttribute{
						Optional:            true,
						MarkdownDescription: "The affinity to clusters.",
						Attributes: map[string]schema.Attribute{
							"required_during_scheduling_ignored_during_execution":  requiredAffinityAttribute(),
							"preferred_during_scheduling_ignored_during_execution": preferredAffinityAttribute(),
						},
					},
				},
			},
			"topology_spread_constraints": topologySpreadAttribute(),
			"tolerations": schema.ListNestedAttribute{
				Optional: true,
				MarkdownDescription: "Which taints the placement tolerates, at most 100. On a hub, tolerations can be added " +
					"later, but not changed or removed.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"key":      optional("The key of the taint; an empty key matches every key and requires the operator `Exists`."),
					"operator": optional("`Equal` (the default): key and value are equal. `Exists`: any value matches."),
					"value":    optional("The value of the taint; must be empty with the operator `Exists`."),
					"effect":   optional("The effect of the taint, `NoSchedule`. Defaults to all."),
				}},
			},
		},
	}
}

func requiredAffinityAttribute() schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		Optional:            true,
		MarkdownDescription: "Which clusters may be chosen.",
		Attributes: map[string]schema.Attribute{
			"cluster_selector_terms": schema.ListNestedAttribute{
				Required:            true,
				MarkdownDescription: "At most 10 terms. A cluster must match at least one of them.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"label_selector": labelSelectorAttribute("Matches the labels of the cluster."),
					"property_selector": schema.SingleNestedAttribute{
						Optional:            true,
						MarkdownDescription: "Matches the properties of the cluster.",
						Attributes: map[string]schema.Attribute{
							"match_expressions": schema.ListNestedAttribute{
								Required:            true,
								MarkdownDescription: "Requirements that must all be met. A cluster without the property does not meet them.",
								NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
									"name": required("The name of the property, or `resources.kubernetes-fleet.io/<total|allocatable|available>-<resource>`."),
									"operator": required("`Gt`, `Ge`, `Eq`, `Ne`, `Lt` or `Le`; quantities are compared as exact decimals, " +
										"so that `1` is `1000m`."),
									"values": schema.ListAttribute{
										Required: true, ElementType: types.StringType,
										MarkdownDescription: "Exactly one quantity.",
									},
								}},
							},
						},
					},
				}},
			},
		},
	}
}

func preferredAffinityAttribute() schema.ListNestedAttribute {
	return schema.ListNestedAttribute{
		Optional: true,
		MarkdownDescription: "Which clusters a placement of type `PickN` prefers: the weights of all that match add up to the " +
			"affinity score.",
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"weight": schema.Int64Attribute{Required: true, MarkdownDescription: "The weight, -100 to 100."},
			"preference": schema.SingleNestedAttribute{
				Required:            true,
				MarkdownDescription: "Which clusters get the weight.",
				Attributes: map[string]schema.Attribute{
					"label_selector": labelSelectorAttribute("Matches the labels of the cluster. Clusters that do not match get no weight."),
					"property_sorter": schema.SingleNestedAttribute{
						Optional: true,
						MarkdownDescription: "Gives a cluster a share of the weight: the position of its property between the smallest " +
							"and the largest value in the whole fleet, rounded to a whole number.",
						Attributes: map[string]schema.Attribute{
							"name":       required("The name of the property, as in a property selector."),
							"sort_order": required("`Ascending` prefers small values, `Descending` large ones."),
						},
					},
				},
			},
		}},
	}
}

func topologySpreadAttribute() schema.ListNestedAttribute {
	return schema.ListNestedAttribute{
		Optional:            true,
		MarkdownDescription: "How evenly a placement of type `PickN` spreads its clusters over the values of labels.",
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"topology_key": required("The key of the label."),
			"max_skew": schema.Int64Attribute{
				Optional:            true,
				MarkdownDescription: "The maximum difference between the values with the most and the fewest clusters. Defaults to 1.",
			},
			"when_unsatisfiable": optional("`DoNotSchedule` (the default) excludes a cluster that would violate the constraint; " +
				"`ScheduleAnyway` only ranks it last."),
		}},
	}
}

// bindingAttribute is what the next pass has to know of a KubeFleet decision. The same attributes are an output in decisions
// and an argument in previous_decisions.
func bindingAttribute(computed bool) schema.SingleNestedAttribute {
	text := func(description string) schema.StringAttribute {
		return schema.StringAttribute{Optional: !computed, Computed: computed, MarkdownDescription: description}
	}
	return schema.SingleNestedAttribute{
		Optional: !computed, Computed: computed,
		MarkdownDescription: "The binding of a `kubefleet` decision, which the next pass uses to keep the cluster; null in other " +
			"dialects.",
		Attributes: map[string]schema.Attribute{
			"state": text("`Scheduled` until the resources are rolled out to the cluster, then `Bound`. When the number of clusters " +
				"shrinks, scheduled clusters are dropped first. In the resource all decisions are bound, because they are rolled out by apply. " +
				"Defaults to `Bound`."),
			"policy": text("Fingerprint of the policy that chose the cluster (ignoring `number_of_clusters`). Decisions made under a " +
				"different policy are rescheduled. Defaults to the policy of the placement."),
			"topology_spread_score": schema.Int64Attribute{
				Optional: !computed, Computed: computed,
				MarkdownDescription: "The topology spread score with which the cluster was chosen.",
			},
		},
	}
}
