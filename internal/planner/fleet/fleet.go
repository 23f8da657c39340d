// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package fleet has what a placement chooses from: clusters and other targets, cluster sets, their bindings and scores, as values
// and as objects of manifests or of a hub. It checks the values, tells which of them a scheduler sees, and selects clusters.
package fleet

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Fleet is what a placement chooses from: values, and the objects of manifests or of a hub.
type Fleet struct {
	// The fleet as values, for up to a few hundred clusters, beside those in `manifests`. Put no secrets into them: names, labels,
	// claims and scores show in reasons, results and messages.
	Clusters []placement.Cluster `json:"clusters,omitzero"`
	// Only clusters of this kind, `ManagedCluster` or `MemberCluster`, and those without a kind. Only for `hybrid`, if clusters of
	// both kinds have the same name. Defaults to the hub's `kind` if set; otherwise both kinds.
	Kind placement.ClusterKind `json:"kind,omitempty"`
	// The cluster sets. Every fleet also has the set `global` of all clusters. Without a `namespace`, all sets are open to the
	// placement; `cluster_sets` in `ocm` restricts it. A placement with a `namespace` on a hub has the sets of the hub and these,
	// and no others. Defaults to a set for each value of the label `cluster.open-cluster-management.io/clusterset`, or the sets of
	// the hub.
	ClusterSets []placement.ClusterSet `json:"clusterSets,omitempty"`
	// The ManagedClusterSetBindings. They apply only if `namespace` is set.
	Bindings []placement.Binding `json:"clusterSetBindings,omitempty"`
	// The AddOnPlacementScores.
	Scores []placement.Score `json:"scores,omitempty"`
	// Additional targets for `hybrid`, such as deployers or virtual machines. Results name them `name` or `namespace/name`.
	Targets []placement.Target `json:"targets,omitzero"`
	// The decisions of other placements, beside those of a hub: the prioritizer `Balance` prefers clusters with few of them. A data
	// source does not count other decisions of the same plan.
	PlacementDecisions []placement.PlacementDecision `json:"placementDecisions,omitempty"`
	// Manifests are the objects of the manifests, or those of the hub if FromHub is set.
	Manifests inventory.Fleet `json:"-"`
}

// SetDefaults fills in what a short description of a cluster leaves out.
func (f *Fleet) SetDefaults() {
	for i := range f.Clusters {
		// A cluster of a few lines of HCL need not repeat itself: what it can allocate is what it has.
		cluster := &f.Clusters[i]
		if cluster.Capacity == nil {
			cluster.Capacity = cluster.Allocatable
		}
		cluster.NamespacesCollected = cluster.Namespaces != nil
	}
}
