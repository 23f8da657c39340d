// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package fleet

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

var _ = describe.Struct[Fleet](describe.Attributes{
	"clusters": {
		Text: "The fleet as values, for up to a few hundred clusters, beside those in `manifests`. Put no secrets into " +
			"them: names, labels, claims and scores show in reasons, results and messages.",
	},
	"kind": {
		Text: "Only clusters of this kind, `ManagedCluster` or `MemberCluster`, and those without a kind. Only for " +
			"`hybrid`, if clusters of both kinds have the same name.",
		Default: "the hub's `kind` if set; otherwise both kinds",
	},
	"cluster_sets": {
		Text: "The cluster sets. Every fleet also has the set `" + GlobalSet + "` of all clusters. Without a `namespace`, all " +
			"sets are open to the placement; `cluster_sets` in `ocm` restricts it. A placement with a `namespace` on a hub has the " +
			"sets of the hub and these, and no others.",
		Default: "a set for each value of the label `" + placement.ClusterSetLabel + "`, or the sets of the hub",
	},
	"cluster_set_bindings": {Text: "The ManagedClusterSetBindings. They apply only if `namespace` is set."},
	"scores":               {Text: "The AddOnPlacementScores."},
	"targets": {
		Text: "Additional targets for `hybrid`, such as deployers or virtual machines. Results name them `name` or " +
			"`namespace/name`.",
	},
	"placement_decisions": {
		Text: "The decisions of other placements, beside those of a hub: the prioritizer `Balance` prefers clusters " +
			"with few of them. A data source does not count other decisions of the same plan.",
	},
})
