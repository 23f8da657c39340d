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
		Text: "The field manager of server-side apply. Configurations that write the same objects need different ones, " +
			"so that none removes what another one has set.",
		Default: "`terraform-provider-multicluster`",
	},
	"impact": {
		Text: "Whether a plan that changes a cluster, a cluster set, a binding or a score asks which placements of the " +
			"hub move, also those that Terraform does not manage. `warn`: a warning for each changed object with what " +
			"it moves alone; there is none for the whole plan. `error`: an error if more clusters lose a workload than " +
			"`impact_max_moves`. What is unknown is compared during apply, before it is written. It needs `list` of all " +
			"placements and their decisions. A changed placement gets a warning with the smallest change of the fleet, if one " +
			"was found, after which it decides otherwise than before the plan.",
		Default: "only the placements of the plan",
	},
	"impact_max_moves": {
		Text: "With `impact = \"error\"`: how many clusters a plan may take from placements. A cluster that two " +
			"placements lose counts twice.",
		Default: "0",
	},
	"consumers": {
		Text: "Whether to read what follows the decisions of placements, such as Applications of Argo CD, policies and " +
			"add-ons. `false`: never. `true`: with each refresh, for `expected` of placements as well.",
		Default: "reading it for the warning about a placement that moves",
	},
}, describe.Example{Page: "guides/reference-hub#hub-of-the-provider",
	Object: `{ config_path = "~/.kube/config", config_context = "hub" }`})

var _ = describe.Struct[Timeouts](describe.Attributes{
	"create": {Text: "How long creating the object may take.", Default: "`10m`"},
	"update": {Text: "How long changing the object may take.", Default: "`10m`"},
	"delete": {Text: "How long deleting the object may take, with its finalizers.", Default: "`10m`"},
}, describe.Example{Page: "guides/reference-hub#timeouts", Object: `{ create = "5m", update = "5m", delete = "5m" }`})
