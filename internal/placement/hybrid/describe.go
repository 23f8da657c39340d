// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid

import (
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Spec](describe.Attributes{
	"deployer_type": {
		Text: "The types of the targets, as a string or a list: `kubernetes` for clusters, `all` for clusters and the " +
			"types of all deployers, any other for the deployers of that type, or what they place on. On a hub a " +
			"PlacementRule has one.",
		Default: "`kubernetes`",
	},
	"replicas": {
		Text:    "The maximum number of targets, 0 to 65535.",
		Default: "every target that an advisor recommends and no predicate vetoes",
	},
	"targets":         {Text: "Limits the candidates to those that one of the references matches.", Default: "all targets"},
	"target_labels":   {Text: "Limits the candidates to those whose labels match.", Default: "all targets"},
	"decision_weight": {Text: "What is added to the rating of a target that is already chosen, 0 to 32767.", Default: "100"},
	"advisors":        {Text: "Advisors to consult, with different names. Without advisors every candidate is recommended."},
}, describe.Example{Page: "guides/hybrid-placement-rules#hybrid", Object: `{
  replicas      = 1
  target_labels = { match_labels = { env = "prod" } }
  advisors      = [{ name = "cost", weight = 50, recommendations = [{ name = "eu-1", score = 90 }] }]
}`})

var _ = describe.Struct[TargetReference](describe.Attributes{
	"kind": {
		Text: "The kind of the target. A reference of kind `Cluster`, `ManagedCluster` or `MemberCluster` matches a cluster " +
			"by its name alone. Any other kind is ignored, as the operator does.",
		Default: "every kind",
	},
	"name": {Text: "The name of the target. A reference without a name matches a whole namespace.", Default: "every name"},
	"namespace": {
		Text:    "The namespace of the target. A namespace equal to `name` also matches the cluster of that name.",
		Default: "every namespace",
	},
})

var _ = describe.Struct[Advisor](describe.Attributes{
	"name": {
		Text: "The name of the advisor. An advisor without `recommendations` is one of the provider's `advisors`, or one of the " +
			"built-in advisors: `" + strings.Join(BuiltInAdvisors(), "`, `") + "`.",
	},
	"type": {
		Text:    "`priority` rates candidates. `predicate` also vetoes every candidate that it does not recommend.",
		Default: "`priority`",
	},
	"weight": {Text: "What a score of 100 from this advisor adds to a rating, 0 to 32767.", Default: "100"},
	"rules": {
		Text: "The rules, as an object or as JSON: see [built-in " +
			"advisors](../guides/hybrid-placement-rules#built-in-advisors).",
	},
	"on_failure": {
		Text: "What to do if the advisor does not answer. `fail` stops the plan. `ignore` decides without it, of a " +
			"predicate only with `fail_open`. `previous` keeps the previous decisions that no predicate vetoes. Not in " +
			"a PlacementRule.",
		Default: "`fail`",
	},
	"fail_open": {
		Text: "Whether `on_failure = \"ignore\"` is allowed for a predicate, which ignores its vetoes, too. Not in a " +
			"PlacementRule.",
		Default: "`false`",
	},
	"recommendations": {Text: "A static answer, for every round. `[]` recommends no target. Not in a PlacementRule."},
})

var _ = describe.Struct[StaticRecommendation](describe.Attributes{
	"name":      {Text: "The name of the target."},
	"namespace": {Text: "The namespace of the target."},
	"score":     {Text: "The score, 0 to 100.", Default: "100"},
	"reason":    {Text: "The reason, for people to read."},
})
