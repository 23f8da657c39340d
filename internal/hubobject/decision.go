// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
)

// The kinds that schedulers and operators write, which are read only.
var (
	PlacementDecision               = namespacedKind(api.OCMGroup, "PlacementDecision")
	ClusterResourceBinding          = fleetKind("ClusterResourceBinding")
	ResourceBinding                 = namespacedKind(api.FleetPlacementGroup, "ResourceBinding")
	ClusterSchedulingPolicySnapshot = fleetKind("ClusterSchedulingPolicySnapshot")
	SchedulingPolicySnapshot        = namespacedKind(api.FleetPlacementGroup, "SchedulingPolicySnapshot")
	clusterResourceSnapshot         = fleetKind("ClusterResourceSnapshot")
	resourceSnapshot                = namespacedKind(api.FleetPlacementGroup, "ResourceSnapshot")
	Deployer                        = namespacedKind(api.HybridGroup, "Deployer")
)
