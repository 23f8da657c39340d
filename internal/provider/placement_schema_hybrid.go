package provider

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// hybridAttribute mirrors the spec of a PlacementRule.
func hybridAttribute() schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		Optional: true,
		MarkdownDescription: "Decide as hybrid placement rules do: advisors name and rate the candidates round by round, until no " +
			"more are left than the rule wants. The attributes are those of the `spec` of a PlacementRule " +
			"(`core.hybridapp.io/v1alpha1`).",
		Attributes: map[string]schema.Attribute{
			"deployer_type": optional("What kind of target the rule is for. `kubernetes` (the default) are clusters; any other type are the " +
				"deployers of that type, or what these place on."),
			"replicas": schema.Int64Attribute{
				Optional:            true,
				MarkdownDescription: "How many targets to decide at most. Without it all are decided that an advisor names and none vetoes.",
			},
			"decision_weight": schema.Int64Attribute{
				Optional:            true,
				MarkdownDescription: "What a target's rating gains from being decided already. Defaults to 100.",
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
				MarkdownDescription: "Whom to ask. Without advisors all candidates are named.",
				NestedObject:        schema.NestedAttributeObject{Attributes: advisorAttributes()},
			},
		},
	}
}

func advisorAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"name": required("The name of the advisor. An advisor without `recommendations` is one of the provider's `advisors`, or one of " +
			"the built-in ones: `" + strings.Join(builtInAdvisors(), "`, `") + "`."),
		"type": optional("`priority` (the default) rates; `predicate` also vetoes every candidate that it does not name."),
		"weight": schema.Int64Attribute{
			Optional:            true,
			MarkdownDescription: "What a score of 100 of the advisor adds to a rating. Defaults to 100.",
		},
		"rules": optional("What the advisor has to know, as JSON; for the built-in ones see the guide on hybrid placement rules."),
		"on_failure": optional("What to do if the advisor does not answer: `fail` (the default) stops the plan, `ignore` decides without it " +
			"(a predicate only with `fail_open`), `previous` keeps the previous decisions that no predicate vetoes."),
		"fail_open": schema.BoolAttribute{
			Optional:            true,
			MarkdownDescription: "Allow `on_failure = \"ignore\"` for a predicate, although that lifts its veto.",
		},
		"recommendations": schema.ListNestedAttribute{
			Optional:            true,
			MarkdownDescription: "The answer of the advisor, the same in every round.",
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"name":      required("The name of the target."),
				"namespace": optional("The namespace of the target."),
				"score":     schema.Int64Attribute{Optional: true, MarkdownDescription: "The score, 0 to 100. Defaults to 100."},
				"reason":    optional("Why; for readers."),
			}},
		},
	}
}

// targetsAttribute are the targets of hybrid placement rules that are no clusters.
func targetsAttribute() schema.ListNestedAttribute {
	return schema.ListNestedAttribute{
		Optional: true,
		MarkdownDescription: "What `hybrid` can decide on beside the clusters. Results name a target by its name, behind its namespace and a " +
			"slash if it has one.",
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
