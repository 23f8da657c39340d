// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"cmp"
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
)

// readHub reads the clusters and what the selectors use from the hub. The kind of clusters in the hub's configuration is the
// default of the argument kind.
func (c *clustersConfig) readHub(ctx context.Context, h *managed.Hub) (inventory.Fleet, diag.Diagnostics) {
	p := path.Empty()
	if c.Kind != "" {
		p = path.Root("kind")
	}
	c.Kind = cmp.Or(c.Kind, h.Kind)
	fleet, err := c.listHub(ctx, h)
	if err != nil {
		return inventory.Fleet{}, diag.Diagnostics{providerdata.HubDiagnostic(p, err)}
	}
	return fleet, nil
}

// ListHub lists the kinds that the arguments need. Only ManagedClusters are in cluster sets and have scores.
func (c *clustersConfig) listHub(ctx context.Context, h *managed.Hub) (inventory.Fleet, error) {
	client, err := providerdata.Connected(h)
	if err != nil {
		return inventory.Fleet{}, err
	}
	if kind := inventoryKinds[c.Kind]; kind != nil {
		selected := hub.Selection{Namespace: c.Namespace}
		if kind == hubobject.Secret {
			selected.Labels = api.ArgoCDClusterLabel + "=" + api.ArgoCDCluster
		}
		return client.Shared.Fleet(ctx, hubview.FleetQuery{Kinds: []*hubobject.Kind{kind}, Selected: selected})
	}
	only := c.Kind
	if len(c.ClusterSets) > 0 {
		only = cmp.Or(only, placement.ManagedCluster)
	}
	kinds, err := client.ClusterKinds(ctx, only)
	if err != nil {
		return inventory.Fleet{}, err
	}
	selector := c.selector()
	if selector.ReadsScores() && slices.Contains(kinds, hubobject.OCM.Clusters) {
		kinds = append(kinds, hubobject.OCM.Scores)
	}
	if len(c.ClusterSets) > 0 {
		kinds = append(kinds, hubobject.OCM.Sets)
	}
	return client.Shared.Fleet(ctx, hubview.FleetQuery{Kinds: kinds, WithObjects: selector.ReadsObjects()})
}
