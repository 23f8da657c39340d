// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubmanifests

import (
	"context"
	"maps"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
)

// overrideSet are overrides that a plan changes, nil for one that is deleted.
type overrideSet map[resources.ID]*resources.Override

// apply returns a list with the overrides of the set in place of those of their names.
func (s overrideSet) apply(list []resources.Override) []resources.Override {
	known := map[resources.ID]bool{}
	var changed []resources.Override
	for i := range list {
		id := rendered.OverrideID(&list[i])
		known[id] = true
		next, isChanged := s[id]
		switch {
		case !isChanged:
			changed = append(changed, list[i])
		case next != nil:
			of := *next
			of.Index = list[i].Index
			changed = append(changed, of)
		}
	}
	for _, id := range slices.SortedFunc(maps.Keys(s), resources.ID.Compare) {
		if of := s[id]; of != nil && !known[id] {
			changed = append(changed, *of)
		}
	}
	return changed
}

// change is a planned change that is compared with the hub.
type change struct {
	plan   *Plan
	client *hubview.Client
	reader *Reader
	// own are the overrides of this change, and planned those of the changes before it.
	own, planned overrideSet
	// plannedPlacements are those that earlier changes have planned.
	plannedPlacements map[resources.ID]Placement
	// before and after are all overrides without and with the change.
	before, after []resources.Override
	fleet         []placement.Cluster
	// included are the names of what earlier changes of the plan have changed.
	included []string
}

// read reads the overrides of the hub.
func (c *change) read(ctx context.Context) (err error) {
	if c.reader, err = c.plan.reader(ctx, c.client); err != nil {
		return err
	}
	objects, err := c.reader.Overrides(ctx)
	if err != nil {
		return err
	}
	list, err := objects.Overrides()
	if err != nil {
		return err
	}
	c.before = c.planned.apply(list)
	c.after = c.own.apply(c.before)
	return nil
}

// changed are the overrides of this change, as they are before it and after it.
func (c *change) changed() (list []*resources.Override) {
	for _, side := range [][]resources.Override{c.before, c.after} {
		for i := range side {
			if _, is := c.own[rendered.OverrideID(&side[i])]; is {
				list = append(list, &side[i])
			}
		}
	}
	return list
}

// override compares what clusters get of each placement that the changed overrides may be for.
func (c *change) override(ctx context.Context) (differences []*rendered.Difference, err error) {
	if err := c.read(ctx); err != nil {
		return nil, err
	}
	changed := c.changed()
	candidates, err := c.candidates(ctx, changed)
	if err != nil {
		return nil, err
	}
	for i := range candidates {
		of := &candidates[i]
		only := slices.DeleteFunc(slices.Clone(changed), func(o *resources.Override) bool { return !o.Reaches(&of.Placement) })
		objects, err := c.reader.Selected(ctx, &of.Placement, resources.Options{}, only...)
		if err != nil {
			return nil, err
		}
		if len(objects) == 0 {
			continue
		}
		names, err := c.clusterNames(ctx, of)
		if err != nil {
			return nil, err
		}
		difference, err := c.compare(ctx, &of.Placement, &of.Placement, objects, names)
		if err != nil {
			return nil, err
		}
		differences = append(differences, difference)
	}
	return differences, nil
}

// placement compares what the clusters get that a placement keeps. Selectors that do not change select the same, so that only
// what the others select is read.
func (c *change) placement(ctx context.Context, was, is *Placement) ([]*rendered.Difference, error) {
	before, after := was.Placement, is.Placement
	before.Selectors, after.Selectors = resources.ChangedSelectors(before.Selectors, after.Selectors)
	kept := slices.DeleteFunc(slices.Clone(is.ClusterNames), func(name string) bool {
		return !slices.Contains(was.ClusterNames, name)
	})
	if len(before.Selectors)+len(after.Selectors) == 0 || len(kept) == 0 {
		return nil, nil
	}
	if err := c.read(ctx); err != nil {
		return nil, err
	}
	var objects rendered.Objects
	for _, of := range []*resources.Placement{&before, &after} {
		found, err := c.reader.Selected(ctx, of, resources.Options{})
		if err == nil {
			err = objects.Merge(found)
		}
		if err != nil {
			return nil, err
		}
	}
	difference, err := c.compare(ctx, &before, &after, objects, kept)
	if err != nil {
		return nil, err
	}
	return []*rendered.Difference{difference}, nil
}

// compare renders both sides for the clusters.
func (c *change) compare(
	ctx context.Context, before, after *resources.Placement, objects rendered.Objects, names []string,
) (*rendered.Difference, error) {
	if c.fleet == nil {
		fleet, err := c.client.Shared.Fleet(ctx, hubview.FleetQuery{Kinds: []*hubobject.Kind{hubobject.MemberCluster}})
		if err != nil {
			return nil, err
		}
		c.fleet = c.client.WithPlanned(fleet, hubobject.MemberCluster).Clusters
	}
	difference, err := rendered.Compare(ctx, &rendered.Planned{
		Before:  rendered.Version{Placement: *before, Overrides: c.before},
		After:   rendered.Version{Placement: *after, Overrides: c.after},
		Objects: objects, Kinds: c.reader.Kinds, Fleet: c.fleet, ClusterNames: names,
	})
	if err == nil && !difference.IsEmpty() {
		c.include(difference)
	}
	return difference, err
}

// include notes which earlier changes of the plan are part of both sides of a difference.
func (c *change) include(difference *rendered.Difference) {
	add := func(name string, isPart bool) {
		if isPart && !slices.Contains(c.included, name) {
			c.included = append(c.included, name)
		}
	}
	for id := range c.planned {
		name := rendered.ObjectName(id)
		add(name, slices.Contains(difference.Overrides, name))
	}
	for id := range c.plannedPlacements {
		name := rendered.ObjectName(id)
		add(name, name == difference.Placement)
	}
	slices.Sort(c.included)
}
