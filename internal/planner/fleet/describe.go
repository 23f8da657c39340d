// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package fleet

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

var _ = describe.Struct[Fleet](describe.Attributes{
	"clusters": {
		Text: "The fleet as values, for up to a few hundred clusters: a list of objects, or the instances of a resource " +
			"`multicluster_cluster`. Clusters in `manifests` are added to it. Terraform does not tell a provider which values are " +
			"sensitive: names, labels, claims and scores show in reasons, results and messages, and a value loses its mark if the " +
			"argument is later written in another form. Do not put secrets into them.",
	},
	"kind": {
		Text: "Only clusters of this kind, `ManagedCluster` or `MemberCluster`. Only `hybrid` has it, because it identifies " +
			"clusters by name: set it if clusters of both kinds have the same name. Clusters without a kind are always part " +
			"of the fleet.",
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
		Text: "Additional targets for `hybrid`, such as deployers or virtual machines. Results name a target `name`, or " +
			"`namespace/name` if it has a namespace.",
	},
	"placement_decisions": {
		Text: "The decisions of other placements. The prioritizer `Balance` prefers clusters with few of them. Those of a hub are " +
			"counted as well. A data source does not count what the same plan makes the hub decide for other placements.",
	},
})
