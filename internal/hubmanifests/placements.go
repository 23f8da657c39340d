// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubmanifests

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
)

// PlacementOf is a placement with the clusters that it has chosen; nil for those of the hub.
func PlacementOf(of *manifest.Placement, clusterNames []string) *Placement {
	return &Placement{resources.Placement{Namespace: of.Namespace, Name: of.Name, Selectors: of.ResourceSelectors}, clusterNames}
}

// candidates are the placements of the hub that one of the overrides may be for, in the order of their kinds, namespaces and
// names, as the plan changes them.
func (c *change) candidates(ctx context.Context, overrides []*resources.Override) (list []Placement, err error) {
	namespaces := map[string]bool{}
	for _, o := range overrides {
		for _, namespace := range o.PlacementNamespaces() {
			namespaces[namespace] = true
		}
	}
	for _, namespace := range slices.Sorted(maps.Keys(namespaces)) {
		placements, err := c.client.Shared.Placements(ctx, hubobject.KubeFleet.Placements.KindIn(namespace), namespace)
		var missing *hub.MissingKindError
		if errors.As(err, &missing) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for i := range placements {
			of := *PlacementOf(&placements[i], nil)
			if slices.ContainsFunc(overrides, func(o *resources.Override) bool { return o.Reaches(&of.Placement) }) {
				if planned, ok := c.plannedPlacements[rendered.PlacementID(&of.Placement)]; ok {
					of = planned
				}
				list = append(list, of)
			}
		}
	}
	return list, nil
}

// clusterNames are the clusters that a placement has chosen.
func (c *change) clusterNames(ctx context.Context, of *Placement) ([]string, error) {
	if of.ClusterNames != nil {
		return of.ClusterNames, nil
	}
	decided, err := c.client.Shared.Decided(ctx, hub.Reference{
		Kind: hubobject.KubeFleet.Placements.KindIn(of.Namespace), Namespace: of.Namespace, Name: of.Name,
	})
	if err != nil || decided == nil {
		return nil, err
	}
	return decided.Names(), nil
}
