// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package reference

import (
	"reflect"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/advisor"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// hybridObjects are the spec of a PlacementRule, and the advisors in the configuration of the provider.
var hybridObjects = objects{
	reflect.TypeFor[hybrid.Spec](): {
		"deployer_type": {
			Text: "The types of the targets, as a string or a list. `kubernetes` stands for clusters, `all` for clusters and the " +
				"types of all deployers, any other type for the deployers of that type, or for the targets that they place on. On a hub a " +
				"PlacementRule has one type.",
			Default: "`kubernetes`",
		},
		"replicas": {
			Text:    "The maximum number of targets, 0 to 65535.",
			Default: "every target that an advisor recommends and no predicate vetoes",
		},
		"targets":       {Text: "Limits the candidates to those that one of the references matches.", Default: "all targets"},
		"target_labels": {Text: "Limits the candidates to those whose labels match.", Default: "all targets"},
		"decision_weight": {
			Text:    "What is added to the rating of a target that is already chosen, 0 to 32767.",
			Default: "100",
		},
		"advisors": {Text: "Advisors to consult, with different names. Without advisors every candidate is recommended."},
	},
	reflect.TypeFor[hybrid.TargetReference](): {
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
	},
	reflect.TypeFor[hybrid.Advisor](): {
		"name": {
			Text: "The name of the advisor. An advisor without `recommendations` is one of the provider's `advisors`, or one of the " +
				"built-in advisors: `" + strings.Join(planner.BuiltInAdvisors(), "`, `") + "`.",
		},
		"type": {
			Text:    "`priority` rates candidates. `predicate` also vetoes every candidate that it does not recommend.",
			Default: "`priority`",
		},
		"weight": {Text: "What a score of 100 from this advisor adds to a rating, 0 to 32767.", Default: "100"},
		"rules": {
			Text: "The rules for the advisor, as an object or as JSON. The guide [Hybrid placement " +
				"rules](../guides/hybrid-placement-rules#built-in-advisors) has those of the built-in advisors.",
		},
		"on_failure": {
			Text: "What to do if the advisor does not answer. `fail` stops the plan. `ignore` decides without the advisor; a predicate " +
				"can be ignored only with `fail_open`. `previous` keeps the previous decisions that no predicate vetoes. A PlacementRule " +
				"does not have this field.",
			Default: "`fail`",
		},
		"fail_open": {
			Text: "Whether `on_failure = \"ignore\"` is allowed for a predicate, which ignores its vetoes as well. A PlacementRule does " +
				"not have this field.",
			Default: "`false`",
		},
		"recommendations": {
			Text: "A static answer of the advisor, which applies to every round. `[]` recommends no target. A PlacementRule does not " +
				"have this field.",
		},
	},
	reflect.TypeFor[hybrid.StaticRecommendation](): {
		"name":      {Text: "The name of the target."},
		"namespace": {Text: "The namespace of the target."},
		"score":     {Text: "The score, 0 to 100.", Default: "100"},
		"reason":    {Text: "The reason, for people to read."},
	},
	reflect.TypeFor[advisor.Config](): {
		"url":                {Text: "URL that receives the POST request: https, or http for a loopback address."},
		"bearer_token":       {Text: "A bearer token."},
		"username":           {Text: "The user of basic authentication."},
		"password":           {Text: "The password of basic authentication."},
		"headers":            {Text: "Additional header fields."},
		"ca_certificate":     {Text: "PEM-encoded CA certificates to verify the server with.", Default: "those of the system"},
		"client_certificate": {Text: "The PEM-encoded client certificate."},
		"client_key":         {Text: "The PEM-encoded key of the client certificate."},
		"allow_plain_http":   {Text: "Whether an http URL is allowed for an address that is not loopback.", Default: "`false`"},
		"timeout_seconds":    {Text: "The timeout of each of up to three attempts, 1 to 30.", Default: "10"},
		"max_response_bytes": {
			Text:    "The maximum size of a response after decompression, 1 KiB (1024) to 16 MiB (16777216).",
			Default: "1 MiB (1048576)",
		},
	},
}
