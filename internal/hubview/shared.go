// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview

import (
	"context"
	"encoding/json"
	"slices"
	"sync"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/sharedread"
)

// sharedSource reads from lists that all readers share.
type sharedSource struct {
	*liveSource
	fleets sharedread.Results[fleetKey, inventory.Fleet]
	lists  sharedread.Results[listKey, []object]

	mu sync.Mutex
	// namesakes counts the objects of a name that were looked for.
	namesakes map[listKey]int
}

// listKey identifies a list of objects.
type listKey struct {
	kind     *hubobject.Kind
	selected hub.Selection
}

// newSharedSource returns one that also keeps that the credentials may not list something.
func newSharedSource(live *liveSource) *sharedSource {
	s := &sharedSource{liveSource: live, namesakes: map[listKey]int{}}
	s.lists.KeepsError = apierrors.IsForbidden
	return s
}

// all returns the objects of a list.
func (s *sharedSource) all(ctx context.Context, key listKey) ([]object, error) {
	return s.lists.Get(ctx, key, func(ctx context.Context) ([]object, error) {
		return s.liveSource.list(ctx, key.kind, key.selected)
	})
}

// list selects objects of shared lists: those of the latest snapshots, and all of the other kinds.
func (s *sharedSource) list(ctx context.Context, kind *hubobject.Kind, selected hub.Selection) ([]object, error) {
	selector := selected.Labels
	selected.Labels = allOf(kind)
	objects, err := s.all(ctx, listKey{kind, selected})
	if err != nil {
		return nil, err
	}
	return matching(objects, selector)
}

// allOf selects those of a kind that matter to readers.
func allOf(kind *hubobject.Kind) (labels string) {
	if slices.Contains(hubobject.KubeFleet.Snapshots.Kinds(), kind) {
		return api.LatestSnapshots
	}
	return ""
}

// find looks into the list of the namespace. If the credentials may not list, the object is requested.
func (s *sharedSource) find(ctx context.Context, ref hub.Reference) (json.RawMessage, error) {
	raw, err := s.fromList(ctx, ref, listKey{ref.Kind, hub.Selection{Namespace: ref.Namespace}})
	if apierrors.IsForbidden(err) {
		return s.liveSource.find(ctx, ref)
	}
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	return raw, err
}

// get looks into a list: that of the namespace or, if the objects of the kind are in the namespaces of clusters, that of those
// with this name in all namespaces, as soon as many of them were looked for. An object that the list does not have, or that the
// credentials may not list, is requested.
func (s *sharedSource) get(ctx context.Context, ref hub.Reference) (json.RawMessage, error) {
	key := listKey{ref.Kind, hub.Selection{Namespace: ref.Namespace}}
	if ref.Kind.InClusterNamespace {
		key.selected = hub.Selection{Name: ref.Name}
		if !s.areMany(key) {
			return s.liveSource.get(ctx, ref)
		}
	}
	raw, err := s.fromList(ctx, ref, key)
	if raw == nil && err == nil || apierrors.IsForbidden(err) {
		return s.liveSource.get(ctx, ref)
	}
	return raw, err
}

// fromList returns an object of a list, or nil if the list does not have it.
func (s *sharedSource) fromList(ctx context.Context, ref hub.Reference, key listKey) (json.RawMessage, error) {
	objects, err := s.all(ctx, key)
	isObject := func(o object) bool { return o.namespace == ref.Namespace && o.name == ref.Name }
	if i := slices.IndexFunc(objects, isObject); err == nil && i >= 0 {
		return objects[i].raw, nil
	}
	return nil, err
}

// fleet lists each kind once for all readers, and clusters once more for those that need their whole objects.
func (s *sharedSource) fleet(ctx context.Context, key fleetKey) (inventory.Fleet, error) {
	key.withObjects = key.withObjects && key.kind.ClusterKind() != ""
	return s.fleets.Get(ctx, key, func(ctx context.Context) (inventory.Fleet, error) { return s.liveSource.fleet(ctx, key) })
}

// forget drops what was read of the kind of an object that is written. What a hub decides next of placements is in objects of
// other kinds.
func (s *sharedSource) forget(ref hub.Reference) {
	s.fleets.Drop(func(key fleetKey) bool { return key.kind == ref.Kind })
	if ref.Kind == hubobject.ManifestWork || slices.Contains(hubobject.PlacementKinds, ref.Kind) {
		s.lists.Drop(func(listKey) bool { return true })
	}
}

// fewNamesakes is how many objects of a name are requested one by one. Then those of all namespaces are listed.
const fewNamesakes = 10

// areMany counts another object of a name, and reports whether there were many before.
func (s *sharedSource) areMany(key listKey) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.namesakes[key]++
	return s.namesakes[key] > fewNamesakes
}
