// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"k8s.io/apimachinery/pkg/runtime/schema"

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
	ClusterProfile = &Kind{
		GroupKind: schema.GroupKind{Group: api.InventoryGroup, Kind: api.ClusterProfileKind},
		Plural:    "clusterprofiles", Product: "a cluster manager with the Cluster Inventory API", IsNamespaced: true,
	}
	Secret = &Kind{
		GroupKind: schema.GroupKind{Kind: api.SecretKind}, Plural: "secrets", Product: "Kubernetes", IsNamespaced: true,
	}
)

// DeliveryKinds are the kinds that bring objects to clusters, or change them on the way.
var DeliveryKinds = []*Kind{ManifestWork, ClusterResourceOverride, ResourceOverride}
