// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package delivery says what a plan changes of what KubeFleet brings to clusters: which of them get other manifests, and what the
// staged update runs do that roll these out. It knows nothing of Terraform.
package delivery

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/effects"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/sharedread"
)

// ManifestChanges asks which clusters get other manifests of placements of KubeFleet.
type ManifestChanges struct {
	Client *hubview.Client
	// readers has one reader for all changes of a plan.
	readers sharedread.Results[struct{}, *hubview.ResourceReader]
}

// manifestKinds are the kinds on which the manifests of clusters depend.
var manifestKinds = slices.Concat(hubobject.KubeFleet.Overrides.Kinds(), hubobject.KubeFleet.Placements.Kinds())

// Covers reports whether the manifests of clusters depend on a kind.
func (*ManifestChanges) Covers(kind *hubobject.Kind) bool {
	return slices.Contains(manifestKinds, kind)
}

// NotKnown is the warning about a change whose effect could not be read. Nothing fails because of that.
func (*ManifestChanges) NotKnown(change *effects.Change, why error) finding.List {
	return finding.List{finding.Warning(argument(change), "The effect of a change on the manifests of clusters is not known",
		change.What+": "+excerpt.Sentence(why.Error()))}
}

// argument is what changes the manifests; empty for an override, of which all does.
func argument(change *effects.Change) string {
	if change.Planned != nil && change.Planned.Placement != nil {
		return "resourceSelectors"
	}
	return ""
}

// Ask warns of the clusters that get other manifests because of an override, or that a placement keeps and that get other
// manifests because it selects other resources.
func (m *ManifestChanges) Ask(ctx context.Context, change *effects.Change) (findings finding.List, err error) {
	c := &comparison{Change: change, ManifestChanges: m, hub: change.Before()}
	pairsOf := c.ofOverride
	if argument(change) != "" {
		if findings, err = c.selection(ctx); err != nil {
			return findings, err
		}
		pairsOf = c.ofPlacement
	}
	pairs, err := pairsOf(ctx)
	if err != nil {
		return findings, err
	}
	differences := make([]*rendered.Difference, len(pairs))
	for i := range pairs {
		if differences[i], err = c.compare(ctx, &pairs[i]); err != nil {
			return findings, err
		}
	}
	names, _ := c.hub.Objects(manifestKinds...)
	changed := lists.Map(names, func(name hub.Reference) string {
		return rendered.ObjectName(resources.ID{Kind: name.Kind.Kind, Namespace: name.Namespace, Name: name.Name})
	})
	return append(findings, rendered.Warning(argument(change), change.What, differences, changed)...), nil
}

// comparison compares what clusters get before a change with what they get after it.
type comparison struct {
	*effects.Change
	*ManifestChanges
	reader *hubview.ResourceReader
	// hub is that before the change.
	hub *hubview.Planned
	// priorOverrides and plannedOverrides are all overrides.
	priorOverrides, plannedOverrides []resources.Override
}

// pair is a placement before a change, and after it with the clusters that it keeps.
type pair struct {
	prior   *resources.Placement
	planned *hubview.Object
	// only are the overrides that change; none if the placement does.
	only []*resources.Override
}

// begin finds out what the hub serves.
func (c *comparison) begin(ctx context.Context) (err error) {
	c.reader, err = c.readers.Get(ctx, struct{}{}, func(ctx context.Context) (*hubview.ResourceReader, error) {
		return hubview.NewResourceReader(ctx, c.Client)
	})
	return err
}

// read reads the overrides of the hub.
func (c *comparison) read(ctx context.Context) error {
	if err := c.begin(ctx); err != nil {
		return err
	}
	objects, err := c.reader.Overrides(ctx)
	if err != nil {
		return err
	}
	overrides, err := objects.Overrides()
	c.priorOverrides, c.plannedOverrides = c.hub.Overridden(overrides), c.After.Overridden(overrides)
	return err
}

// ofPlacement is the placement that changes, if it keeps clusters. Selectors that do not change select the same, so that only
// what the others select is read.
func (c *comparison) ofPlacement(ctx context.Context) ([]pair, error) {
	if c.Prior == nil {
		return nil, nil
	}
	prior, after := *c.Prior.Placement, *c.Planned.Placement
	prior.Selectors, after.Selectors = resources.ChangedSelectors(prior.Selectors, after.Selectors)
	kept := slices.DeleteFunc(slices.Clone(c.Planned.ClusterNames), func(name string) bool {
		return !slices.Contains(c.Prior.ClusterNames, name)
	})
	if len(prior.Selectors)+len(after.Selectors) == 0 || len(kept) == 0 {
		return nil, nil
	}
	return []pair{{prior: &prior, planned: &hubview.Object{Placement: &after, ClusterNames: kept}}}, c.read(ctx)
}

// ofOverride are the placements of the hub that the override may be for before the change or after it, in the order of their
// kinds, namespaces and names, as the plan has changed them until then.
func (c *comparison) ofOverride(ctx context.Context) (pairs []pair, err error) {
	if err := c.read(ctx); err != nil {
		return nil, err
	}
	var changed []*resources.Override
	namespaces := map[string]bool{}
	for _, side := range [][]resources.Override{c.priorOverrides, c.plannedOverrides} {
		for i := range side {
			if c.Has(hubview.OverrideObject(side[i]).Reference) {
				changed = append(changed, &side[i])
				for _, namespace := range side[i].PlacementNamespaces() {
					namespaces[namespace] = true
				}
			}
		}
	}
	_, planned := c.hub.Objects(hubobject.KubeFleet.Placements.Kinds()...)
	for _, namespace := range slices.Sorted(maps.Keys(namespaces)) {
		placements, err := c.placements(ctx, hubobject.KubeFleet.Placements.KindIn(namespace), namespace)
		if err != nil {
			return nil, err
		}
		for _, object := range placements {
			object = cmp.Or(planned[object.Reference], object)
			only := slices.DeleteFunc(slices.Clone(changed), func(o *resources.Override) bool { return !o.Reaches(object.Placement) })
			if len(only) > 0 {
				pairs = append(pairs, pair{object.Placement, object, only})
			}
		}
	}
	return pairs, nil
}

// placements are those of the hub of a kind in a namespace, of all namespaces without one.
func (c *comparison) placements(ctx context.Context, kind *hubobject.Kind, namespace string) ([]*hubview.Object, error) {
	placements, err := c.hub.Placements(ctx, kind, namespace)
	if err != nil && !hub.IsMissingKind(err) {
		return nil, err
	}
	return lists.Map(placements, func(p manifest.Placement) *hubview.Object { return hubview.PlacementObject(&p, nil) }), nil
}

// clusterNames are the clusters that a placement has chosen; nil if nothing is decided.
func (c *comparison) clusterNames(ctx context.Context, placement *hubview.Object) ([]string, error) {
	if placement.ClusterNames != nil {
		return placement.ClusterNames, nil
	}
	decided, err := c.hub.Decided(ctx, placement.Reference)
	if err != nil || decided == nil {
		return nil, err
	}
	return decided.Names(), nil
}

// compare renders both sides for the clusters. It returns nil if the overrides change nothing that the placement selects.
func (c *comparison) compare(ctx context.Context, p *pair) (*rendered.Difference, error) {
	objects, err := c.reader.Selected(ctx, p.prior, resources.Options{}, p.only...)
	if err != nil || len(p.only) > 0 && len(objects) == 0 {
		return nil, err
	}
	if p.prior != p.planned.Placement {
		added, err := c.reader.Selected(ctx, p.planned.Placement, resources.Options{})
		if err == nil {
			err = objects.Merge(added)
		}
		if err != nil {
			return nil, err
		}
	}
	names, err := c.clusterNames(ctx, p.planned)
	if err != nil {
		return nil, err
	}
	fleet, err := c.After.Fleet(ctx, hubview.FleetQuery{Kinds: []*hubobject.Kind{hubobject.MemberCluster}})
	if err != nil {
		return nil, err
	}
	return rendered.Compare(ctx, &rendered.Comparison{
		Prior:   resources.Question{Placement: *p.prior, Overrides: c.priorOverrides},
		Planned: resources.Question{Placement: *p.planned.Placement, Overrides: c.plannedOverrides},
		Objects: objects, Kinds: c.reader.Kinds, Fleet: fleet.Clusters, ClusterNames: names,
	})
}
