// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
)

// The kinds that schedulers and operators write, which are read only.
var (
	PlacementDecision = &Kind{
		GroupKind: schema.GroupKind{Group: api.OCMGroup, Kind: "PlacementDecision"},
		Plural:    "placementdecisions", Product: ocmProduct, IsNamespaced: true,
	}
	ClusterResourceBinding = &Kind{
		GroupKind: schema.GroupKind{Group: api.FleetPlacementGroup, Kind: "ClusterResourceBinding"},
		Plural:    "clusterresourcebindings", Product: fleetProduct,
	}
	ResourceBinding = &Kind{
		GroupKind: schema.GroupKind{Group: api.FleetPlacementGroup, Kind: "ResourceBinding"},
		Plural:    "resourcebindings", Product: fleetProduct, IsNamespaced: true,
	}
	DisruptionBudget = &Kind{
		GroupKind: schema.GroupKind{Group: api.FleetPlacementGroup, Kind: "ClusterResourcePlacementDisruptionBudget"},
		Plural:    "clusterresourceplacementdisruptionbudgets", Product: fleetProduct,
	}
	ClusterSchedulingPolicySnapshot = &Kind{
		GroupKind: schema.GroupKind{Group: api.FleetPlacementGroup, Kind: "ClusterSchedulingPolicySnapshot"},
		Plural:    "clusterschedulingpolicysnapshots", Product: fleetProduct,
	}
	SchedulingPolicySnapshot = &Kind{
		GroupKind: schema.GroupKind{Group: api.FleetPlacementGroup, Kind: "SchedulingPolicySnapshot"},
		Plural:    "schedulingpolicysnapshots", Product: fleetProduct, IsNamespaced: true,
	}
	Deployer = &Kind{
		GroupKind: schema.GroupKind{Group: api.HybridGroup, Kind: "Deployer"},
		Plural:    "deployers", Product: hybridProduct, IsNamespaced: true,
	}
)
