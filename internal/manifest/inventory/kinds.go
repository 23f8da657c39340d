// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package inventory

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
)

// kinds has the kinds that are read, each with the function that adds an object to the fleet.
var kinds = map[string]func(*reader, []byte) (added, error){
	"ManagedCluster." + api.OCMGroup:           (*reader).addManagedCluster,
	"ManagedClusterSet." + api.OCMGroup:        (*reader).addManagedClusterSet,
	"ManagedClusterSetBinding." + api.OCMGroup: (*reader).addManagedClusterSetBinding,
	"AddOnPlacementScore." + api.OCMGroup:      (*reader).addAddOnPlacementScore,
	"PlacementDecision." + api.OCMGroup:        (*reader).addPlacementDecision,

	"MemberCluster." + api.FleetClusterGroup:            (*reader).addMemberCluster,
	"ClusterResourceBinding." + api.FleetPlacementGroup: (*reader).addResourceBinding,
	"ResourceBinding." + api.FleetPlacementGroup:        (*reader).addResourceBinding,

	"ClusterResourcePlacementDisruptionBudget." + api.FleetPlacementGroup: (*reader).addDisruptionBudget,

	"ClusterSchedulingPolicySnapshot." + api.FleetPlacementGroup: (*reader).addPolicySnapshot,
	"SchedulingPolicySnapshot." + api.FleetPlacementGroup:        (*reader).addPolicySnapshot,

	api.ClusterProfileKind + "." + api.InventoryGroup: (*reader).addClusterProfile,
	api.SecretKind: (*reader).addSecret,

	"Deployer." + api.HybridGroup:      (*reader).addDeployer,
	"PlacementRule." + api.HybridGroup: (*reader).addPlacementRule,

	"ClusterResourcePlacement." + api.FleetPlacementGroup: (*reader).addKubeFleetPlacement,
	"ResourcePlacement." + api.FleetPlacementGroup:        (*reader).addKubeFleetPlacement,
}

// placementKinds are the kinds of a placement. That of Open Cluster Management is not part of the fleet of another one.
var placementKinds = func() map[string]bool {
	kinds := map[string]bool{}
	for _, kindsOf := range api.PlacementKinds {
		for _, kind := range kindsOf.Kinds() {
			kinds[kind.String()] = true
		}
	}
	return kinds
}()
