// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package hubview is a hub as vocabulary: its fleet, its placements and what it has decided for them. A view says how new that
// is. Everything is read with package hub.
package hubview

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/consumers"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/sharedread"
)

// View is a hub at some time. The caller must not change what it returns.
type View interface {
	// Look returns an object, or nil if there is none.
	Look(ctx context.Context, ref hub.Reference) (*hub.Object, error)
	// Fleet returns the objects of a query, as inventory.ReadFleet returns them for the same objects in manifests, but for FromHub
	// and the places. If the hub does not have a kind, the error is a *hub.MissingKindError.
	Fleet(ctx context.Context, query FleetQuery) (inventory.Fleet, error)
	// Decided returns what the hub has decided for a placement until now, or nil if there is no such placement. While the hub is
	// writing its decisions, they are read a few times more.
	Decided(ctx context.Context, placement hub.Reference) (*decisions.Decided, error)
	// DecidedAll returns what the hub has decided until now for every placement of a kind, by namespace and name. It reads lists
	// of all namespaces.
	DecidedAll(ctx context.Context, kind *hubobject.Kind) ([]*decisions.Decided, error)
	// Placement returns a placement with its object, or nil if there is none.
	Placement(ctx context.Context, placement hub.Reference) (*manifest.Placement, *hub.Object, error)
	// Placements returns the placements of a kind in a namespace, of all namespaces without one. One that cannot be read is left
	// out.
	Placements(ctx context.Context, kind *hubobject.Kind, namespace string) ([]manifest.Placement, error)
	// Overrides returns the overrides of KubeFleet of a kind in a namespace, of all namespaces without one.
	Overrides(ctx context.Context, kind *hubobject.Kind, namespace string) ([]resources.Override, error)
	// PolicySnapshot returns the latest scheduling policy snapshot of a placement of KubeFleet, which its next decision starts
	// from, or nil if there is none yet. Without a namespace it is that of a ClusterResourcePlacement.
	PolicySnapshot(ctx context.Context, namespace, placement string) (*apiobject.PolicySnapshot, error)
}

// Client is a hub with its views. All resources and data sources of a provider process share one, so that they see the same hub.
type Client struct {
	*hub.Client
	// Live reads each object anew. Shared reads an object once for all readers, most of them from lists, until one of its kind is
	// written.
	Live, Shared View
	// WithoutConsumers says that what follows the decisions of placements is not read, and RecordsConsumers that each refresh keeps
	// it beside the state.
	WithoutConsumers, RecordsConsumers bool
	// shared is the source of Shared. Consumers has what follows the decisions of all placements of Open Cluster Management.
	shared    *sharedSource
	consumers sharedread.Results[struct{}, *consumers.Hub]
}

// New returns the client of a hub with its views.
func New(client *hub.Client) *Client {
	live := &liveSource{client}
	shared := newSharedSource(live)
	client.Written = shared.forget
	return &Client{Client: client, Live: &view{live, live}, Shared: &view{shared, live}, shared: shared}
}

// source is where a view has its objects from.
type source interface {
	// get returns an object as JSON, nil if it is missing. Find is get for an object that may well be missing.
	get(ctx context.Context, ref hub.Reference) (json.RawMessage, error)
	find(ctx context.Context, ref hub.Reference) (json.RawMessage, error)
	list(ctx context.Context, kind *hubobject.Kind, selected hub.Selection) ([]object, error)
	fleet(ctx context.Context, key fleetKey) (inventory.Fleet, error)
}

// view is a View of a source.
type view struct {
	source
	// live is the source of what changes while it is read.
	live *liveSource
}

// Look gets the object.
func (v *view) Look(ctx context.Context, ref hub.Reference) (*hub.Object, error) {
	raw, err := v.get(ctx, ref)
	if raw == nil || err != nil {
		return nil, err
	}
	return v.live.Object(ref, raw)
}

// object is an object of a list.
type object struct {
	raw             json.RawMessage
	namespace, name string
	labels          labels.Set
}

// liveSource reads each object from the hub.
type liveSource struct{ *hub.Client }

func (s *liveSource) get(ctx context.Context, ref hub.Reference) (json.RawMessage, error) {
	return s.Get(ctx, ref)
}

func (s *liveSource) find(ctx context.Context, ref hub.Reference) (json.RawMessage, error) {
	return s.get(ctx, ref)
}

func (s *liveSource) list(ctx context.Context, kind *hubobject.Kind, selected hub.Selection) ([]object, error) {
	return hub.ListAs(ctx, s.Client, kind, selected, func(raw []byte) ([]object, error) {
		var header metav1.PartialObjectMetadata
		err := json.Unmarshal(raw, &header)
		return []object{{slices.Clip(bytes.Clone(raw)), header.Namespace, header.Name, header.Labels}}, err
	})
}

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
		override, err := hubobject.ReadOverride(kind, objects[i].raw)
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
