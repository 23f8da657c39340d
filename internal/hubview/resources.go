// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
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
	namespaces := lists.Map(objects, func(o rendered.Object) resources.Object { return o.Object })
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

// NotRolledOut returns the latest resource snapshot of a placement of KubeFleet, whose objects have its index, and the clusters
// of the placement that have another one or none, by name. All are empty if there is no snapshot.
func (c *Client) NotRolledOut(ctx context.Context, placement hub.Reference) (latest string, clusters []string, err error) {
	kind := hubobject.KubeFleet.ResourceSnapshots.KindIn(placement.Namespace)
	selected := hub.Selection{Namespace: placement.Namespace, Labels: api.LatestSnapshot(placement.Name)}
	indexes, err := hub.ListAs(ctx, c.Client, kind, selected, func(object []byte) ([]int, error) {
		var header metav1.PartialObjectMetadata
		err := json.Unmarshal(object, &header)
		index, missing := strconv.Atoi(header.Labels[api.ResourceIndexLabel])
		if missing != nil {
			return nil, err
		}
		return []int{index}, err
	})
	if err != nil || len(indexes) == 0 {
		return "", nil, err
	}
	latest = fmt.Sprintf("%s-%d-snapshot", placement.Name, slices.Max(indexes))
	decided, err := c.Shared.Decided(ctx, placement)
	if err != nil || decided == nil {
		return "", nil, err
	}
	for i := range decided.ResourceBindings {
		if b := &decided.ResourceBindings[i]; b.Live() && b.ResourceSnapshot != latest {
			clusters = append(clusters, b.TargetCluster)
		}
	}
	slices.Sort(clusters)
	return latest, clusters, nil
}
