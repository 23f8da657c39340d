// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
)

// ManagedClusterAddOn is a kind whose status says how far a workload is. It is read only.
var ManagedClusterAddOn = newKind(Kind{
	GroupKind: schema.GroupKind{Group: api.AddOnGroup, Kind: "ManagedClusterAddOn"}, IsNamespaced: true, Preferred: "v1alpha1",
})
