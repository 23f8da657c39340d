// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"encoding/json"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// DisruptionBudget is the kind that bounds the evictions of the ClusterResourcePlacement of its name.
var DisruptionBudget = fleetKind("ClusterResourcePlacementDisruptionBudget")

// ApplyDisruptionBudget returns what a budget sets in its object.
func ApplyDisruptionBudget(b *kubefleet.DisruptionBudget) (Applied, error) {
	return newApplied(nil, nil, b.DisruptionBudgetSpec)
}

// ReadDisruptionBudget reads a budget from the JSON of its object.
func ReadDisruptionBudget(object []byte) (kubefleet.DisruptionBudget, error) {
	var o stored[kubefleet.DisruptionBudgetSpec]
	err := json.Unmarshal(object, &o)
	return kubefleet.DisruptionBudget{Name: o.Metadata.Name, DisruptionBudgetSpec: o.Spec}, err
}
