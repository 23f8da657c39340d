// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview

import (
	"cmp"
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// Object is an object that a plan changes, before the change or after it. It has a value if something depends on that.
type Object struct {
	hub.Reference
	// Fleet has this object alone.
	Fleet    *inventory.Fleet
	Override *resources.Override
	// Placement is a placement of KubeFleet, and ClusterNames are the clusters that it has chosen; nil for those of the hub.
	Placement    *resources.Placement
	ClusterNames []string
	// Stages are those of a strategy of staged updates.
	Stages []staged.Stage
}

// Change is what a plan does with an object. Prior is the object that the hub has, nil if one is created. Planned is what it
// becomes, which may have another name; nil if it is deleted.
type Change struct{ Prior, Planned *Object }

// Planned is a hub as it is after changes of a plan, in their order. Of what they do not change it is the other view.
type Planned struct {
	View
	Changes []Change
}

// decisionKinds are the kinds of decisions that schedulers read for other placements.
var decisionKinds = []*hubobject.Kind{hubobject.PlacementDecision}

// DecisionsObject has what the scheduler of Open Cluster Management is expected to decide for a placement: all its
// PlacementDecisions, under the name of the placement.
func DecisionsObject(namespace, name string, published []placement.PlacementDecision) *Object {
	ref := hub.Reference{Kind: hubobject.PlacementDecision, Namespace: namespace, Name: name}
	return &Object{Reference: ref, Fleet: &inventory.Fleet{Inventory: placement.Inventory{Decisions: published}}}
}

// FleetObject is an object of a fleet after a planned change. Current is the object that is changed, nil if one is created, and
// answer is what the hub has answered to the dry run, nil if that is not known.
func FleetObject(ctx context.Context, client *Client, desired *hub.Desired, current, answer *hub.Object) (*Object, error) {
	raw, apiVersion, err := client.After(ctx, desired, current, answer)
	if err != nil {
		return nil, err
	}
	reader, err := inventory.NewListReader(apiVersion, desired.Kind.Kind)
	if err == nil {
		err = reader.Add(raw)
	}
	if err != nil {
		return nil, err
	}
	fleet := reader.Fleet()
	return &Object{Reference: desired.Reference, Fleet: &fleet}, nil
}

// OverrideObject is an override that a plan changes.
func OverrideObject(o resources.Override) *Object {
	ref := hub.Reference{Kind: hubobject.KubeFleet.Overrides.KindIn(o.Namespace), Namespace: o.Namespace, Name: o.Name}
	return &Object{Reference: ref, Override: &o}
}

// PlacementObject is a placement of KubeFleet with the clusters that it has chosen.
func PlacementObject(p *manifest.Placement, clusterNames []string) *Object {
	ref := hub.Reference{Kind: hubobject.KubeFleet.Placements.KindIn(p.Namespace), Namespace: p.Namespace, Name: p.Name}
	placement := &resources.Placement{Namespace: p.Namespace, Name: p.Name, Selectors: p.ResourceSelectors}
	return &Object{Reference: ref, Placement: placement, ClusterNames: clusterNames}
}

// Objects are the object before the change and after it, as far as there is one.
func (c *Change) Objects() []*Object {
	return slices.DeleteFunc([]*Object{c.Prior, c.Planned}, func(object *Object) bool { return object == nil })
}

// Kind is that of the object.
func (c *Change) Kind() *hubobject.Kind { return cmp.Or(c.Planned, c.Prior).Kind }

// Has reports whether the object has a name before the change or after it.
func (c *Change) Has(name hub.Reference) bool {
	return slices.ContainsFunc(c.Objects(), func(object *Object) bool { return object.Reference == name })
}

// Objects are the changed objects of some kinds as they are after the plan, nil for one that is gone, and their names in the
// order of the changes.
func (p *Planned) Objects(kinds ...*hubobject.Kind) (names []hub.Reference, objects map[hub.Reference]*Object) {
	objects = map[hub.Reference]*Object{}
	for i := range p.Changes {
		change := &p.Changes[i]
		if !slices.Contains(kinds, change.Kind()) {
			continue
		}
		for _, object := range change.Objects() {
			if _, isKnown := objects[object.Reference]; !isKnown {
				names = append(names, object.Reference)
			}
			if objects[object.Reference] = nil; object == change.Planned {
				objects[object.Reference] = object
			}
		}
	}
	return names, objects
}

// Fleet returns the objects of a query as they are after the plan.
func (p *Planned) Fleet(ctx context.Context, query FleetQuery) (inventory.Fleet, error) {
	fleet, err := p.View.Fleet(ctx, query)
	if err != nil {
		return fleet, err
	}
	return p.Apply(fleet, query.Kinds), nil
}

// Apply returns a fleet of some kinds as it is after the plan.
func (p *Planned) Apply(fleet inventory.Fleet, kinds []*hubobject.Kind) inventory.Fleet {
	for _, kind := range slices.Concat(hubobject.PlannedKinds, decisionKinds) {
		names, objects := p.Objects(kind)
		if len(names) == 0 || !slices.Contains(kinds, kind) {
			continue
		}
		var planned inventory.Fleet
		replaced := make([]types.NamespacedName, len(names))
		for i, name := range names {
			if replaced[i] = (types.NamespacedName{Namespace: name.Namespace, Name: name.Name}); objects[name] != nil {
				planned.Join(objects[name].Fleet)
			}
		}
		fleet = fleet.Replace(kind.Kind, replaced, &planned)
	}
	return fleet
}

// Overrides returns the overrides of a kind as they are after the plan, and those that the plan changes of other kinds.
func (p *Planned) Overrides(ctx context.Context, kind *hubobject.Kind, namespace string) ([]resources.Override, error) {
	list, err := p.View.Overrides(ctx, kind, namespace)
	return p.Overridden(list), err
}

// Overridden are the overrides of a list as they are after the plan, and the further ones of the plan.
func (p *Planned) Overridden(list []resources.Override) (planned []resources.Override) {
	names, objects := p.Objects(hubobject.KubeFleet.Overrides.Kinds()...)
	for _, override := range list {
		name := OverrideObject(override).Reference
		if object, isChanged := objects[name]; !isChanged {
			planned = append(planned, override)
		} else if object != nil {
			planned = append(planned, *object.Override)
			planned[len(planned)-1].Index = override.Index
		}
		delete(objects, name)
	}
	for _, name := range names {
		if object := objects[name]; object != nil {
			planned = append(planned, *object.Override)
		}
	}
	return planned
}

// Predicted are the placements whose decisions the plan changes, in the order of their first changes.
func (p *Planned) Predicted() []hub.Reference {
	names, _ := p.Objects(decisionKinds...)
	return names
}

// BeforeDecisions is the hub with its own decisions, and with what the plan changes otherwise.
func (p *Planned) BeforeDecisions() *Planned {
	isDecided := func(change Change) bool { return slices.Contains(decisionKinds, change.Kind()) }
	return &Planned{p.View, slices.DeleteFunc(slices.Clone(p.Changes), isDecided)}
}

// Deletes reports whether the plan deletes an object of a fleet.
func (p *Planned) Deletes() bool { return slices.ContainsFunc(p.Changes, isDeletion) }

// BeforeDeletions is the hub as long as the objects of a fleet exist that the plan deletes.
func (p *Planned) BeforeDeletions() *Planned {
	return &Planned{p.View, slices.DeleteFunc(slices.Clone(p.Changes), isDeletion)}
}

// isDeletion reports whether an object of a fleet is deleted.
func isDeletion(change Change) bool {
	return change.Planned == nil && slices.Contains(hubobject.PlannedKinds, change.Prior.Kind)
}
