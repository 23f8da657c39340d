// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// DisruptionBudget is a ClusterResourcePlacementDisruptionBudget. It bounds the evictions of the ClusterResourcePlacement of its
// name.
type DisruptionBudget struct {
	Name           string              `json:"-"`
	MaxUnavailable *intstr.IntOrString `json:"maxUnavailable,omitempty"`
	MinAvailable   *intstr.IntOrString `json:"minAvailable,omitempty"`
}

// Blocks says why the hub does not evict a placement with this policy from the cluster of a binding, if total bindings exist and
// some are available; empty if it does. What failed on the cluster is evicted in any case. Upstream also blocks an eviction
// before the resources are on the cluster; that is left out, because it passes.
func (d *DisruptionBudget) Blocks(s *Spec, b *placement.ResourceBinding, total, available int) string {
	if b.Deleting || b.Failed {
		return ""
	}
	blocked := d.blocks(s, total, available)
	if blocked == "" {
		return ""
	}
	return fmt.Sprintf("the ClusterResourcePlacementDisruptionBudget %s %s", excerpt.Quote(d.Name), blocked)
}

// blocks says why a budget allows no disruption; empty if it allows one. Of a placement of type PickAll, upstream does not know
// how many clusters it should have: it accepts neither maxUnavailable nor percentages. A budget with neither field allows none.
func (d *DisruptionBudget) blocks(s *Spec, total, available int) string {
	spec := *s
	spec.SetDefaults()
	if spec.PlacementType == PickAll && (d.MaxUnavailable != nil || d.MinAvailable != nil && d.MinAvailable.Type == intstr.String) {
		return "is for a placement of type PickAll, which needs minAvailable as a number"
	}
	desired := 0
	if spec.NumberOfClusters != nil {
		desired = int(*spec.NumberOfClusters)
	}
	// As upstream, a text that is no percentage is 0.
	scaled := func(limit *intstr.IntOrString) int {
		number, _ := intstr.GetScaledValueFromIntOrPercent(limit, desired, true)
		return number
	}
	limit, allowed := "has neither maxUnavailable nor minAvailable", 0
	switch {
	case d.MaxUnavailable != nil:
		limit, allowed = "has maxUnavailable "+d.MaxUnavailable.String(), scaled(d.MaxUnavailable)-(total-available)
	case d.MinAvailable != nil:
		limit, allowed = "has minAvailable "+d.MinAvailable.String(), available-scaled(d.MinAvailable)
	}
	if allowed > 0 {
		return ""
	}
	return fmt.Sprintf("%s, and %d of %s available", limit, available, excerpt.Agree(total, "cluster", "is", "are"))
}
