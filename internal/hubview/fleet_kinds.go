// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview

import (
	"context"
	"errors"
	"fmt"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// ErrNoClusterKind says that the hub has no clusters of any kind.
var ErrNoClusterKind = fmt.Errorf("the hub has neither %s nor %s: is Open Cluster Management or KubeFleet installed?",
	hubobject.ManagedCluster, hubobject.MemberCluster)

// ErrNoPlacementKind says that the hub has no placements of any kind.
var ErrNoPlacementKind = fmt.Errorf("the hub has none of %s, %s and %s: is Open Cluster Management, KubeFleet or the hybrid "+
	"application operator installed?", hubobject.Placement, hubobject.ResourcePlacement, hubobject.PlacementRule)

// LacksFleet reports whether the hub or the credentials lack what a decision needs, so that nothing can be predicted.
func LacksFleet(err error) bool {
	var missing *hub.MissingKindError
	return apierrors.IsForbidden(err) || errors.As(err, &missing) || errors.Is(err, ErrNoClusterKind)
}

// Installed are those of some kinds that the hub has.
func (c *Client) Installed(ctx context.Context, kinds ...*hubobject.Kind) (installed []*hubobject.Kind, err error) {
	for _, kind := range kinds {
		serves, err := c.Serves(ctx, kind)
		if err != nil {
			return nil, err
		}
		if serves {
			installed = append(installed, kind)
		}
	}
	return installed, nil
}

// ClusterKinds are the kinds of clusters that the hub has, or only one of them.
func (c *Client) ClusterKinds(ctx context.Context, only placement.ClusterKind) ([]*hubobject.Kind, error) {
	if only != "" {
		isOther := func(kind *hubobject.Kind) bool { return kind.Kind != string(only) }
		return slices.DeleteFunc(slices.Clone(hubobject.ClusterKinds), isOther), nil
	}
	kinds, err := c.Installed(ctx, hubobject.ClusterKinds...)
	if err == nil && len(kinds) == 0 {
		err = ErrNoClusterKind
	}
	return kinds, err
}

// FleetKinds are the kinds that the scheduler of a dialect reads, with further ones. The kind of clusters is for a dialect that
// places on all of them; empty is every kind that the hub has.
func (c *Client) FleetKinds(
	ctx context.Context, dialect *hubobject.Dialect, clusters placement.ClusterKind, needs hubobject.Needs,
	further ...*hubobject.Kind,
) ([]*hubobject.Kind, error) {
	kinds, optional := dialect.Fleet(needs)
	if dialect.Clusters != nil {
		kinds = append(kinds, further...)
	} else {
		optional = append(optional, further...)
	}
	installed, err := c.Installed(ctx, optional...)
	if err != nil || dialect.Clusters != nil {
		return append(kinds, installed...), err
	}
	clusterKinds, err := c.ClusterKinds(ctx, clusters)
	if errors.Is(err, ErrNoClusterKind) && slices.Contains(installed, dialect.Targets) {
		err = nil // Targets alone are a fleet.
	}
	return slices.Concat(kinds, installed, clusterKinds), err
}

// FleetOf lists what the scheduler of a placement reads, as a view has it, and further kinds. The kind of clusters is that of
// FleetKinds.
func (c *Client) FleetOf(
	ctx context.Context, view View, p *manifest.Placement, clusters placement.ClusterKind, further ...*hubobject.Kind,
) (inventory.Fleet, error) {
	needs := hubobject.Needs{Bindings: p.Namespace != "", Scores: p.OCM != nil && p.OCM.ReadsScores()}
	kinds, err := c.FleetKinds(ctx, hubobject.Dialects[p.Dialect()], clusters, needs, further...)
	if err != nil {
		return inventory.Fleet{}, err
	}
	return view.Fleet(ctx, FleetQuery{Kinds: kinds, WithObjects: p.OCM != nil && p.OCM.ReadsObjects()})
}
