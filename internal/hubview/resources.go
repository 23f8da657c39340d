// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview

import (
	"context"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/sharedread"
)

// ResourceReader reads what the placements of KubeFleet on a hub select, and its overrides. It reads each list once.
type ResourceReader struct {
	// Kinds are what the hub serves.
	Kinds []resources.Kind
	list  func(ctx context.Context, listing resources.Listing) (rendered.Objects, error)
	lists sharedread.Results[resources.Listing, rendered.Objects]
}

// NewResourceReader returns a reader of a hub as it is from now on.
func NewResourceReader(ctx context.Context, client *Client) (*ResourceReader, error) {
	kinds, err := client.ServedKinds(ctx)
	if err != nil {
		return nil, err
	}
	r := &ResourceReader{Kinds: kinds}
	r.lists.KeepsError = apierrors.IsForbidden
	r.list = func(ctx context.Context, listing resources.Listing) (objects rendered.Objects, err error) {
		selected := hub.Selection{Namespace: listing.Namespace, Name: listing.Name}
		raws, err := client.ListServed(ctx, &listing.Kind, selected)
		if err != nil {
			return nil, err
		}
		return objects, objects.AddJSON(raws...)
	}
	return r, nil
}

// Selected returns what a placement can select: the namespaces, and what is selected in them. If there are overrides, only what
// these can change. Nothing else is listed.
func (r *ResourceReader) Selected(
	ctx context.Context, p *resources.Placement, options resources.Options, only ...*resources.Override,
) (rendered.Objects, error) {
	listings, err := resources.NewListings(p, r.Kinds, options)
	if err != nil {
		return nil, err
	}
	listings.Only(only...)
	objects, err := r.all(ctx, listings.Namespaces())
	if err != nil {
		return nil, err
	}
	namespaces := make([]resources.Object, len(objects))
	for i := range objects {
		namespaces[i] = objects[i].Object
	}
	more, err := listings.More(ctx, namespaces)
	if err != nil {
		return nil, err
	}
	selected, err := r.all(ctx, more)
	if err != nil {
		return nil, err
	}
	return objects, objects.Join(selected)
}

// Overrides are all overrides of the hub, in the versions that it prefers, with their snapshots if their order depends on these.
func (r *ResourceReader) Overrides(ctx context.Context) (rendered.Objects, error) {
	objects, err := r.all(ctx, r.preferred(rendered.IsOverride))
	if err != nil || !objects.NeedSnapshots() {
		return objects, err
	}
	snapshots, err := r.all(ctx, r.preferred(rendered.IsOverrideSnapshot))
	if err != nil {
		return nil, err
	}
	return objects, objects.Join(snapshots)
}

// preferred are the lists of some kinds, in the versions that the hub prefers.
func (r *ResourceReader) preferred(isOne func(group, kind string) bool) (list []resources.Listing) {
	for _, kind := range r.Kinds {
		if isOne(kind.Group, kind.Kind) && !kind.NotPreferred {
			list = append(list, resources.Listing{Kind: kind})
		}
	}
	return list
}

func (r *ResourceReader) all(ctx context.Context, listings []resources.Listing) (objects rendered.Objects, err error) {
	for _, listing := range listings {
		listed, err := r.lists.Get(ctx, listing, func(ctx context.Context) (rendered.Objects, error) { return r.list(ctx, listing) })
		if err == nil {
			err = objects.Join(listed)
		}
		if err != nil {
			return nil, err
		}
	}
	return objects, nil
}
