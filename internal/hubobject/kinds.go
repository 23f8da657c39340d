// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
)

// FleetKinds are the kinds of a fleet, in the order in which their objects are listed.
var FleetKinds = []*Kind{
	ManagedCluster, ManagedClusterSet, ManagedClusterSetBinding, AddOnPlacementScore, PlacementDecision,
	MemberCluster, ClusterResourceBinding, ResourceBinding, DisruptionBudget, ClusterResourcePlacement, ResourcePlacement,
	Deployer, PlacementRule,
}

// The kinds of clusters that belong to no scheduler. They are only read.
var (
	ClusterProfile = namespacedKind(api.InventoryGroup, api.ClusterProfileKind)
	Secret         = namespacedKind("", api.SecretKind)
)

// DeliveryKinds are the kinds that bring objects to clusters, or change them on the way.
var DeliveryKinds = []*Kind{ManifestWork, ClusterResourceOverride, ResourceOverride}
