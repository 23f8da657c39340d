// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// TestPlaceCost: a function cannot be interrupted, so its CEL expressions are bounded all together.
func TestPlaceCost(t *testing.T) {
	const slow = "[0,1,2,3,4,5,6,7,8,9].all(x, [0,1,2,3,4,5,6,7,8,9].all(x, [0,1,2,3,4,5,6,7,8,9].all(x, " +
		"[0,1,2,3,4,5,6,7,8,9].all(x, x >= 0))))"
	const affordable = 100_000
	inv := placement.Inventory{Sets: []placement.ClusterSet{fleet.AllClusters()},
		Bindings: fleet.BindAll([]placement.ClusterSet{fleet.AllClusters()})}
	for i := range 10 {
		inv.Clusters = append(inv.Clusters, placement.Cluster{Name: fmt.Sprintf("c-%d", i)})
	}
	selector := ocm.ClusterSelector{CELSelector: &ocm.CELSelector{CELExpressions: []string{slow}}}
	r := Request{
		Placement: Placement{OCM: &ocm.Spec{Predicates: []ocm.Predicate{{RequiredClusterSelector: selector}}}}, MaxCELCost: affordable,
	}
	_, err := scheduleOCM(t.Context(), &r, inv, nil)
	if !errors.Is(err, ocm.ErrCELCost) || !strings.Contains(err.Error(), "Use the data source instead") {
		t.Errorf("the error is %v", err)
	}
}
