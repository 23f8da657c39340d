// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview

import (
	"context"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/consumers"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/stagedrun"
)

// ConsumersOf returns what follows the decisions of a placement. What cannot be read is told, and no error. It is nil for a
// placement rule, and if the configuration does not want to know.
func (c *Client) ConsumersOf(ctx context.Context, decided *decisions.Decided) (*consumers.Consumers, error) {
	return c.consumersOf(ctx, decided, false)
}

// Consequences says what becomes of what follows the decisions of a placement with a move; empty if that is not known.
func (c *Client) Consequences(ctx context.Context, decided *decisions.Decided, move *consumers.Move) (string, error) {
	if len(move.Left)+len(move.Joined) == 0 {
		return "", nil
	}
	following, err := c.consumersOf(ctx, decided, move.IsDeleted)
	if following == nil {
		return "", err
	}
	return following.Text(move), err
}

// RecordedConsumers says of clusters what leaves with them; nil unless the configuration asks for it.
func (c *Client) RecordedConsumers(
	ctx context.Context, decided *decisions.Decided, clusters []string,
) (map[string]string, error) {
	switch {
	case !c.RecordsConsumers:
		return nil, nil //nolint:nilnil // It is not asked for.
	case len(clusters) == 0:
		return map[string]string{}, nil
	}
	following, err := c.ConsumersOf(ctx, decided)
	return following.ByCluster(clusters), err
}

func (c *Client) consumersOf(ctx context.Context, decided *decisions.Decided, isDeleted bool) (*consumers.Consumers, error) {
	p := &decided.Placement
	switch {
	case c.WithoutConsumers:
	case p.OCM != nil:
		all, err := c.consumers.Get(ctx, struct{}{}, c.readConsumers)
		if err != nil {
			return nil, err
		}
		// Every prediction needs this list.
		fleet, _ := c.Shared.Fleet(ctx, FleetQuery{Kinds: decisionKinds})
		return all.Of(&consumers.Placement{
			Namespace: p.Namespace, Name: p.Name, Decisions: decided.PlacementDecisions, All: fleet.Decisions, IsDeleted: isDeleted,
		}), ctx.Err()
	case p.KubeFleet != nil:
		return c.fleetConsumers(ctx, PlacementObject(p, nil))
	}
	return nil, nil //nolint:nilnil // Nothing is known, and that is no error.
}

// readConsumers lists each kind that is needed and that the hub has.
func (c *Client) readConsumers(ctx context.Context) (*consumers.Hub, error) {
	all := consumers.NewHub()
	served, err := c.ServedKinds(ctx)
	if err != nil {
		all.Skip(c.Readable(err))
		return all, ctx.Err()
	}
	for _, kind := range consumers.Kinds {
		lists := kind.Lists(all)
		i := slices.IndexFunc(served, func(s resources.Kind) bool { return s.Group == kind.Group && s.Kind == kind.Kind })
		if i < 0 && len(lists) > 0 {
			all.Lacks(kind)
			continue
		}
		for _, list := range lists {
			selected := hub.Selection{Namespace: list.Namespace, Labels: list.Labels, PageSize: list.PageSize}
			// A page that is read again adds nothing.
			read := func(object []byte) ([]func(*consumers.Hub), error) {
				return []func(*consumers.Hub){kind.Read(object)}, nil
			}
			adds, err := hub.ListAs(ctx, c.Client, hubobject.ServedKind(&served[i]), selected, read)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			switch {
			case apierrors.IsForbidden(err):
				all.Forbid(schema.GroupResource{Group: kind.Group, Resource: served[i].Plural}.String())
			case err != nil:
				all.Skip(c.Readable(err))
			}
			for _, add := range adds {
				add(all)
			}
		}
	}
	return all, nil
}

// fleetConsumers are those of a placement of KubeFleet, whose status has what it brings.
func (c *Client) fleetConsumers(ctx context.Context, p *Object) (*consumers.Consumers, error) {
	var notes, overrides []string
	object, err := c.Shared.Look(ctx, p.Reference)
	if err != nil {
		notes = append(notes, c.Readable(err))
	}
	for _, kind := range hubobject.KubeFleet.Overrides.Kinds() {
		list, err := c.Shared.Overrides(ctx, kind, "")
		if err != nil {
			notes = append(notes, c.Readable(err))
		}
		for i := range list {
			if list[i].Reaches(p.Placement) {
				overrides = append(overrides, list[i].Name)
			}
		}
	}
	runs, err := c.runsOf(ctx, p.Reference)
	if err != nil {
		notes = append(notes, c.Readable(err))
	}
	return consumers.Fleet(selectedKinds(object), runs, overrides, notes), ctx.Err()
}

// runsOf are the update runs of a placement that are in progress. All placements share one list.
func (c *Client) runsOf(ctx context.Context, placement hub.Reference) (names []string, err error) {
	objects, err := c.shared.list(ctx, hubobject.KubeFleet.Runs.KindIn(placement.Namespace), hub.Selection{})
	for _, o := range objects {
		if o.namespace == placement.Namespace {
			// An object of another form is not one of its runs.
			underWay, _ := stagedrun.UnderWay(o.raw, func(spec *stagedrun.Spec) bool { return spec.PlacementName == placement.Name })
			names = append(names, underWay...)
		}
	}
	return names, err
}

// selectedKinds are the kinds of the objects in the status of a placement of KubeFleet, which is nil if it was not read.
func selectedKinds(object *hub.Object) (kinds []string) {
	if object == nil {
		return nil
	}
	selected, _, _ := unstructured.NestedSlice(object.Fields, "status", "selectedResources")
	for i := range selected {
		resource, _ := selected[i].(map[string]any)
		kind, _ := resource["kind"].(string)
		kinds = append(kinds, kind)
	}
	return kinds
}
