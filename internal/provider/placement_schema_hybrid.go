package provider

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// hybridAttribute mirrors the spec of a PlacementRule.
func hybridAttribute() schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		Optional: true,
		MarkdownDescription: "Decide as hybrid placement rules do: advisors recommend and rate the candidates in rounds, until no " +
			"more are left than `replicas`. The attributes are those of the `spec` of a PlacementRule " +
			"(`core.hybridapp.io/v1alpha1`).",
		Attributes: map[string]schema.Attribute{
			"deployer_type": optional("The type of the targets. `kubernetes` (the default) stands for clusters, any other type for the " +
				"deployers of that type, or for the targets that they place on."),
			"replicas": schema.Int64Attribute{
				Optional:            true,
				MarkdownDescription: "Maximum number of targets. If unset, every target that an advisor recommends and no predicate vetoes.",
			},
			"decision_weight": schema.Int64Attribute{
				Optional:            true,
				MarkdownDescription: "What is added to the rating of a target that is already chosen. Defaults to 100.",
			},
			"targets": schema.ListNestedAttribute{
				Optional: true,
				MarkdownDescription: "Limits the candidates to those that one of the references matches. A reference without a `name` matches " +
					"a whole namespace.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"name":      optional("The name of the target."),
					"namespace": optional("The namespace of the target."),
				}},
			},
			"target_labels": labelSelectorAttribute("Limits the candidates to those whose labels match."),
			"advisors": schema.ListNestedAttribute{
				Optional:            true,
				MarkdownDescription: "Advisors to consult. Without advisors every candidate is recommended.",
				NestedObject:        schema.NestedAttributeObject{Attributes: advisorAttributes()},
			},
		},
	}
}

func advisorAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"name": required("The name of the advisor. An advisor without `recommendations` is one of the provider's `advisors`, or one of " +
			"the built-in ones: `" + strings.Join(planner.BuiltInAdvisors(), "`, `") + "`."),
		"type": optional("`priority` (the default) rates candidates; `predicate` also vetoes every candidate that it does not recommend."),
		"weight": schema.Int64Attribute{
			Optional:            true,
			MarkdownDescription: "What a score of 100 from this advisor adds to a rating. Defaults to 100.",
		},
		"rules": optional("The rules for the advisor, as JSON; for built-in advisors see the guide on hybrid placement rules."),
		"on_failure": optional("What to do if the advisor does not answer: `fail` (the default) stops the plan, `ignore` decides without it " +
			"(a predicate only with `fail_open`), `previous` keeps the previous decisions that no predicate vetoes."),
		"fail_open": schema.BoolAttribute{
			Optional:            true,
			MarkdownDescription: "Allow `on_failure = \"ignore\"` for a predicate, which ignores its vetoes as well.",
		},
		"recommendations": schema.ListNestedAttribute{
			Optional:            true,
			MarkdownDescription: "A static answer of the advisor, which applies to every round.",
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"name":      required("The name of the target."),
				"namespace": optional("The namespace of the target."),
				"score":     schema.Int64Attribute{Optional: true, MarkdownDescription: "The score, 0 to 100. Defaults to 100."},
				"reason":    optional("The reason, for people to read."),
			}},
		},
	}
}

// targetsAttribute has the targets of hybrid placement rules that are not clusters.
func targetsAttribute() schema.ListNestedAttribute {
	return schema.ListNestedAttribute{
		Optional: true,
		MarkdownDescription: "Additional targets for `hybrid`, such as deployers or virtual machines. Results name a target `name`, or `namespace/name` " +
			"if it has a namespace.",
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"kind":          required("`deployer`, or the kind of target that deployers place on, such as `virtualmachines`."),
			"name":          required("The name of the target."),
			"namespace":     optional("The namespace of the target."),
			"deployer_type": optional("The type of a deployer."),
			"placement_target": optional("The kind of target that deployers of this type place on. Without it they are the targets " +
				"themselves."),
			"labels": schema.MapAttribute{Optional: true, ElementType: types.StringType, MarkdownDescription: "The labels."},
		}},
	}
}
