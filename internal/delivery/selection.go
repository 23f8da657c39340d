// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package delivery

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
)

// maxPlacements is how many other placements are compared with one.
const maxPlacements = 1000

// selection warns of what a placement selects on the hub whose selectors are new: nothing, or what other placements bring to the
// same clusters. Selectors that the hub refuses are its own error.
func (c *comparison) selection(ctx context.Context) (findings finding.List, err error) {
	selecting := c.Planned.Placement
	if c.Prior != nil && reflect.DeepEqual(c.Prior.Placement.Selectors, selecting.Selectors) {
		return nil, nil
	}
	if err := c.begin(ctx); err != nil {
		return nil, err
	}
	objects, err := c.reader.Selected(ctx, withoutContents(selecting), resources.Options{})
	if err != nil {
		return nil, err
	}
	own, _, err := c.selected(ctx, objects, selecting)
	if err != nil || own.Failure != nil {
		return nil, err
	}
	findings = rendered.SelectsNothing(selecting.Selectors, own.Resources)
	sharing, err := c.sharing(ctx, objects)
	return append(findings, sharing...), err
}

// withoutContents is a placement that selects namespaces alone, where it selects all that is in them.
func withoutContents(p *resources.Placement) *resources.Placement {
	alone := *p
	alone.Selectors = lists.Map(p.Selectors, func(s kubefleet.ResourceSelector) kubefleet.ResourceSelector {
		if s.Kind == namespaceKind && s.SelectionScope != kubefleet.NamespaceWithResourceSelectors {
			s.SelectionScope = kubefleet.NamespaceOnly
		}
		return s
	})
	return &alone
}

const namespaceKind = "Namespace"

// selected is what a placement selects of some objects.
func (c *comparison) selected(
	ctx context.Context, objects rendered.Objects, p *resources.Placement,
) (selection resources.Selection, selected *resources.Hub, err error) {
	list := lists.Map(objects, func(o rendered.Object) resources.Object { return o.Object })
	if selected, err = resources.NewHub(ctx, list, c.reader.Kinds, resources.Options{}); err == nil {
		selection, err = selected.Select(ctx, p)
	}
	return selection, selected, err
}

// around adds what the placement may share with others through a namespace: the Namespace of a ResourcePlacement, or what others
// select in the namespaces that it selects.
func (c *comparison) around(ctx context.Context, objects *rendered.Objects, others []*hubview.Object) error {
	var further []*resources.Placement
	if name := c.Planned.Namespace; name != "" {
		further = append(further, &resources.Placement{Selectors: []kubefleet.ResourceSelector{
			{Version: "v1", Kind: namespaceKind, Name: name, SelectionScope: kubefleet.NamespaceOnly},
		}})
	} else {
		for _, other := range others {
			if slices.ContainsFunc(*objects, func(o rendered.Object) bool {
				return o.Kind == namespaceKind && o.Name == other.Namespace
			}) {
				further = append(further, other.Placement)
			}
		}
	}
	for _, p := range further {
		more, err := c.reader.Selected(ctx, p, resources.Options{})
		if err == nil {
			err = objects.Merge(more)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sharing is the warning about other placements that select some of the same objects for some of the same clusters.
func (c *comparison) sharing(ctx context.Context, objects rendered.Objects) (finding.List, error) {
	others, err := c.others(ctx)
	if err == nil {
		err = c.around(ctx, &objects, others)
	}
	if err != nil {
		return nil, err
	}
	own, selected, err := c.selected(ctx, objects, c.Planned.Placement)
	if err != nil {
		return nil, err
	}
	ids := lists.Set(own.Resources, func(r resources.Resource) resources.ID { return r.ID })
	var text string
	shown := 0
	for _, other := range others {
		theirs, err := selected.Select(ctx, other.Placement)
		if err != nil {
			return nil, err
		}
		shared := slices.DeleteFunc(theirs.Resources, func(r resources.Resource) bool { return !ids[r.ID] })
		if len(shared) == 0 {
			continue
		}
		clusters, err := c.shared(ctx, other)
		if err != nil {
			return nil, err
		}
		if len(clusters) == 0 {
			continue
		}
		if shown++; shown > excerpt.Items {
			text += "And further placements.\n"
			break
		}
		names := lists.Map(shared, func(r resources.Resource) string { return rendered.ObjectName(r.ID) })
		text += fmt.Sprintf("%s selects %s, too, for %s.\n", excerpt.Text(other.String()), excerpt.List(names, ", "),
			excerpt.List(clusters, ", "))
	}
	if text == "" {
		return nil, nil
	}
	return finding.List{finding.Warning("resourceSelectors", c.What+" selects what another placement selects", text+"A member "+
		"takes an object from one placement only: for the other one it fails there with the reason FailedToTakeOver, also with "+
		"allow_co_ownership, which is about owners outside of KubeFleet. Let one placement select the object.")}, nil
}

// others are all other placements as they are before the change, those of the hub first.
func (c *comparison) others(ctx context.Context) (others []*hubview.Object, err error) {
	names, planned := c.hub.Objects(hubobject.KubeFleet.Placements.Kinds()...)
	for _, kind := range hubobject.KubeFleet.Placements.Kinds() {
		namespace := ""
		if kind.IsNamespaced {
			namespace = c.Planned.Namespace
		}
		placements, err := c.placements(ctx, kind, namespace)
		if err != nil {
			return nil, err
		}
		isPlanned := func(o *hubview.Object) bool { return slices.Contains(names, o.Reference) }
		others = append(others, slices.DeleteFunc(placements, isPlanned)...)
	}
	for _, name := range names {
		if planned[name] != nil {
			others = append(others, planned[name])
		}
	}
	others = slices.DeleteFunc(others, func(o *hubview.Object) bool { return c.Has(o.Reference) })
	return others[:min(len(others), maxPlacements)], nil
}

// shared are the clusters that both placements choose, by name.
func (c *comparison) shared(ctx context.Context, other *hubview.Object) ([]string, error) {
	names, err := c.clusterNames(ctx, other)
	isOther := func(name string) bool { return !slices.Contains(c.Planned.ClusterNames, name) }
	shared := slices.DeleteFunc(slices.Clone(names), isOther)
	slices.Sort(shared)
	return shared, err
}
