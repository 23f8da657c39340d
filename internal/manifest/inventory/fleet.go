// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package inventory reads a fleet: the objects of texts, or the lists of an API server.
package inventory

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// Fleet is a fleet and its placements, as read from manifests or from a hub.
type Fleet struct {
	placement.Inventory
	// FromHub says that the objects are those of a hub. Without it they are those of manifests.
	FromHub bool
	// ClusterPlaces and TargetPlaces are the positions of Clusters and Targets, in the same order.
	ClusterPlaces, TargetPlaces []document.Place
	// KubeFleetPlacements has the ClusterResourcePlacements and ResourcePlacements.
	KubeFleetPlacements []kubefleet.Placement
	// DisruptionBudgets has the ClusterResourcePlacementDisruptionBudgets.
	DisruptionBudgets []kubefleet.DisruptionBudget
	// PolicySnapshots has the ClusterSchedulingPolicySnapshots and SchedulingPolicySnapshots of manifests.
	PolicySnapshots []apiobject.PolicySnapshot
	// PlacementRules has the hybrid placement rules.
	PlacementRules []apiobject.PlacementRule
	// Placements are the placements of manifests, which have not been read further; a hub lists its own apart.
	Placements []PlacementObject
	// Skipped counts the objects of kinds that no scheduler uses, by kind.
	Skipped []SkippedKind
}

// PlacementObject is a placement of a text, and the index of the text.
type PlacementObject struct {
	Text   int
	Object document.Document
}

// SkippedKind is a kind with the number of its objects that were skipped.
type SkippedKind struct {
	// Kind is the kind with its group, such as "Deployment.apps".
	Kind  string
	Count int
}

// DidYouMean suggests a kind of cluster for a kind whose group or name is misspelt; it is empty for any other.
func (k SkippedKind) DidYouMean() string {
	kinds := []string{api.ClusterProfileKind + "." + api.InventoryGroup}
	for _, kind := range placement.ClusterKinds {
		kinds = append(kinds, api.GroupKind(kind))
	}
	return api.DidYouMean(k.Kind, kinds...)
}
