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
	Clusters []placement.Cluster `json:"clusters,omitzero"`
	// Kind is the kind of cluster that a hybrid placement rule chooses from; empty is all kinds.
	Kind               placement.ClusterKind         `json:"kind,omitempty"`
	ClusterSets        []placement.ClusterSet        `json:"clusterSets,omitempty"`
	Bindings           []placement.Binding           `json:"clusterSetBindings,omitempty"`
	Scores             []placement.Score             `json:"scores,omitempty"`
	Targets            []placement.Target            `json:"targets,omitzero"`
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
