// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
)

// Fleet returns the objects of some kinds, as inventory.ReadFleet returns them for the same objects in manifests, but for
// FromHub and the places. Each kind is listed once for all readers, until Drop. The caller must not change the result. If the
// hub does not have a kind, the error is a *MissingKindError. The clusters of a large fleet do not have their whole objects.
func (c *Client) Fleet(ctx context.Context, kinds ...*hubobject.Kind) (inventory.Fleet, error) {
	return c.fleet(ctx, false, kinds)
}

// FleetWithObjects is Fleet with the whole objects of the clusters, which CEL expressions read.
func (c *Client) FleetWithObjects(ctx context.Context, kinds ...*hubobject.Kind) (inventory.Fleet, error) {
	return c.fleet(ctx, true, kinds)
}

func (c *Client) fleet(ctx context.Context, objects bool, kinds []*hubobject.Kind) (inventory.Fleet, error) {
	// The order of the objects does not depend on that of the arguments.
	kinds = slices.DeleteFunc(slices.Clone(hubobject.FleetKinds), func(k *hubobject.Kind) bool { return !slices.Contains(kinds, k) })
	fleets := make([]inventory.Fleet, len(kinds))
	errs := make([]error, len(kinds))
	var reads sync.WaitGroup
	for i, kind := range kinds {
		reads.Go(func() {
			fleets[i], errs[i] = c.sharedList(ctx, kind, objects)
		})
	}
	reads.Wait()
	if ctx.Err() != nil {
		return inventory.Fleet{}, fmt.Errorf("reading the hub was interrupted: %w", ctx.Err())
	}
	if err := apiserver.First(errs...); err != nil {
		return inventory.Fleet{}, err
	}
	fleet := inventory.Fleet{FromHub: true}
	for i := range fleets {
		join(&fleet, &fleets[i])
	}
	return fleet, nil
}

// sharedList returns the objects of a kind from the list that all readers share.
func (c *Client) sharedList(ctx context.Context, kind *hubobject.Kind, objects bool) (inventory.Fleet, error) {
	for of := (fleetList{kind: kind}); ; of.objects = true {
		listed, err := c.lists.Get(ctx, of, func(ctx context.Context) (listedFleet, error) { return c.listFleet(ctx, of) })
		if err != nil || !objects || !listed.lacksObjects {
			return listed.Fleet, err
		}
	}
}

// written forgets what was read and planned before an object was written.
func (c *Client) written(ref Reference) {
	c.Drop(ref.Kind)
	c.planned.forget(ref)
}

// Drop forgets the list of a kind, because an object was written.
func (c *Client) Drop(kind *hubobject.Kind) {
	c.lists.Drop(fleetList{kind: kind})
	c.lists.Drop(fleetList{kind: kind, objects: true})
	c.dropListed(kind)
}

// join adds the objects of a kind to a fleet.
func join(fleet, of *inventory.Fleet) {
	joinList(&fleet.Clusters, of.Clusters)
	joinList(&fleet.ClusterPlaces, of.ClusterPlaces)
	joinList(&fleet.Sets, of.Sets)
	joinList(&fleet.Bindings, of.Bindings)
	joinList(&fleet.Scores, of.Scores)
	joinList(&fleet.Decisions, of.Decisions)
	joinList(&fleet.ResourceBindings, of.ResourceBindings)
	joinList(&fleet.Targets, of.Targets)
	joinList(&fleet.TargetPlaces, of.TargetPlaces)
	joinList(&fleet.DisruptionBudgets, of.DisruptionBudgets)
	joinList(&fleet.KubeFleetPlacements, of.KubeFleetPlacements)
	joinList(&fleet.PlacementRules, of.PlacementRules)
}

// joinList appends a list. Readers share the first one, which is not copied and cannot grow in place.
func joinList[T any](list *[]T, of []T) {
	if len(*list) == 0 {
		*list = slices.Clip(of)
		return
	}
	*list = append(*list, of...)
}
