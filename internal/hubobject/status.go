// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
)

// The kinds whose status says how far a workload is, beside ManifestWorks and bindings. They are read only.
var (
	ManagedClusterAddOn = &Kind{
		GroupKind: schema.GroupKind{Group: api.AddOnGroup, Kind: "ManagedClusterAddOn"},
		Plural:    "managedclusteraddons", Product: ocmProduct, IsNamespaced: true, Preferred: "v1alpha1",
	}
	ClusterStagedUpdateRun = &Kind{
		GroupKind: schema.GroupKind{Group: api.FleetPlacementGroup, Kind: "ClusterStagedUpdateRun"},
		Plural:    "clusterstagedupdateruns", Product: fleetProduct,
	}
	StagedUpdateRun = &Kind{
		GroupKind: schema.GroupKind{Group: api.FleetPlacementGroup, Kind: "StagedUpdateRun"},
		Plural:    "stagedupdateruns", Product: fleetProduct, IsNamespaced: true,
	}
)
