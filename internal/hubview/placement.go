// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview

import (
	"context"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// Placement looks for the object of the placement.
func (v *view) Placement(ctx context.Context, placement hub.Reference) (*manifest.Placement, *hub.Object, error) {
	raw, err := v.find(ctx, placement)
	if raw == nil || err != nil {
		return nil, nil, err
	}
	stored, err := manifest.ReadStoredPlacement(raw)
	if err != nil {
		return nil, nil, v.live.Unreadable(placement, err)
	}
	object, err := v.live.Object(placement, raw)
	return &stored, object, err
}

// Placements lists the kind.
func (v *view) Placements(ctx context.Context, kind *hubobject.Kind, namespace string) ([]manifest.Placement, error) {
	objects, err := v.list(ctx, kind, hub.Selection{Namespace: namespace})
	if err != nil {
		return nil, err
	}
	placements := make([]manifest.Placement, 0, len(objects))
	for i := range objects {
		if placement, err := manifest.ReadStoredPlacement(objects[i].raw); err == nil {
			placements = append(placements, placement)
		}
	}
	return placements, nil
}

// Overrides lists the kind.
func (v *view) Overrides(ctx context.Context, kind *hubobject.Kind, namespace string) ([]resources.Override, error) {
	objects, err := v.list(ctx, kind, hub.Selection{Namespace: namespace})
	overrides := make([]resources.Override, len(objects))
	for i := range objects {
		override, err := hubobject.ReadOverride(objects[i].raw)
		if err != nil {
			return nil, v.live.Unreadable(hub.Reference{Kind: kind, Namespace: objects[i].namespace, Name: objects[i].name}, err)
		}
		overrides[i] = override.Rendered()
	}
	return overrides, err
}

// PolicySnapshot lists the latest snapshots of the placement: between two writes of KubeFleet, two of them are.
func (v *view) PolicySnapshot(ctx context.Context, namespace, placement string) (*apiobject.PolicySnapshot, error) {
	kind := hubobject.KubeFleet.Snapshots.KindIn(namespace)
	objects, err := v.list(ctx, kind, hub.Selection{Namespace: namespace, Labels: api.LatestSnapshot(placement)})
	if err != nil {
		return nil, err
	}
	var latest *apiobject.PolicySnapshot
	for i := range objects {
		snapshot, err := apiobject.DecodePolicySnapshot(decode.Listed, objects[i].raw)
		if err != nil {
			return nil, v.live.Unreadable(hub.Reference{Kind: kind, Namespace: namespace}, err)
		}
		if latest == nil || snapshot.Index > latest.Index {
			latest = &snapshot
		}
	}
	return latest, nil
}
