// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Config](describe.Attributes{
	"kind": {
		Text:    "The kind of clusters on a hub that has both: `ManagedCluster` or `MemberCluster`.",
		Default: "each kind that the hub has",
	},
	"field_manager": {
		Text: "The field manager that owns what the provider writes, in server-side apply. Configurations that write the same " +
			"objects need different ones, so that none removes what another one has set.",
		Default: "`terraform-provider-multicluster`",
	},
	"impact": {
		Text: "What becomes of a plan that changes a cluster, a cluster set, a binding or a score in a way that moves placements " +
			"which the hub has, whether Terraform manages them or not. `warn` is a warning for each changed object with what it moves " +
			"alone, `error` is an error if more clusters lose a workload than `impact_max_moves`. Terraform does not tell a provider " +
			"when a plan is complete, so there is no warning for the whole. What is unknown until apply is compared then, before it is " +
			"written. It needs `list` of all placements of the hub and their decisions.",
		Default: "no comparison with other placements than those of the plan",
	},
	"impact_max_moves": {
		Text: "With `impact = \"error\"`, how many clusters the objects that a plan changes may take from placements together. A " +
			"cluster that two placements lose counts twice.",
		Default: "0",
	},
}, describe.Example{Page: "reference-hub#hub-of-the-provider",
	Object: `{ config_path = "~/.kube/config", config_context = "hub" }`})

var _ = describe.Struct[Timeouts](describe.Attributes{
	"create": {Text: "How long creating the object may take.", Default: "`10m`"},
	"update": {Text: "How long changing the object may take.", Default: "`10m`"},
	"delete": {Text: "How long deleting the object may take, with its finalizers.", Default: "`10m`"},
}, describe.Example{Page: "reference-hub#timeouts", Object: `{ create = "5m", update = "5m", delete = "5m" }`})
