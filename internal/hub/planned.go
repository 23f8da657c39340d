// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
)

// plannedObjects are the objects of the fleet that are planned and not yet written, each as a fleet of one object, which is nil
// for one that is deleted. The zero value is ready to use.
type plannedObjects struct {
	mu      sync.Mutex
	objects map[Reference]*inventory.Fleet
}

func (p *plannedObjects) set(ref Reference, object *inventory.Fleet) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.objects == nil {
		p.objects = map[Reference]*inventory.Fleet{}
	}
	p.objects[ref] = object
}

func (p *plannedObjects) forget(ref Reference) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.objects, ref)
}

// isEmpty reports whether nothing is planned.
func (p *plannedObjects) isEmpty() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.objects) == 0
}

// of are the planned objects of a kind at this moment, and their names, with those that are deleted or without them.
func (p *plannedObjects) of(kind *hubobject.Kind, deletes bool) (names []inventory.ObjectName, objects inventory.Fleet) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for ref, object := range p.objects {
		if ref.Kind != kind || object == nil && !deletes {
			continue
		}
		names = append(names, inventory.ObjectName{Namespace: ref.Namespace, Name: ref.Name})
		if object != nil {
			objects.Join(object)
		}
	}
	return names, objects
}

// written forgets what was planned for an object that was written.
func (c *Client) written(ref Reference) {
	c.planned.forget(ref)
	if c.Written != nil {
		c.Written(ref)
	}
}

// Plan notes a change that is planned, for WithPlanned. Found is the object that is changed, nil if one is created, and after is
// what the hub has answered to the dry run, nil if that is not known. It reports whether the object belongs to a fleet.
func (c *Client) Plan(ctx context.Context, change *Change, found, after *Object) (isNoted bool, err error) {
	if !slices.Contains(hubobject.PlannedKinds, change.Kind) {
		return false, nil
	}
	kind, err := c.find(ctx, change.Kind)
	if err != nil {
		return false, err
	}
	raw, err := json.Marshal(change.fieldsAfter(cmp.Or(after, found)))
	if err != nil {
		return false, err
	}
	reader, err := inventory.NewListReader(kind.apiVersion(), kind.Kind.Kind)
	if err == nil {
		err = reader.Add(raw)
	}
	if err != nil {
		return false, err
	}
	object := reader.Fleet()
	c.planned.set(change.Reference, &object)
	return true, nil
}

// fieldsAfter are the fields of an object after the change. The object is nil if one is created without an answer of the hub. A
// dry run changes the lists that others write as well, and the status, in requests of their own, so its answer does not have all
// of them.
func (c *Change) fieldsAfter(object *Object) map[string]any {
	var fields map[string]any
	if object != nil {
		fields = c.Merged(object).Fields
	} else {
		fields = maps.Clone(c.Set.Object)
	}
	if fields == nil {
		fields = map[string]any{}
	}
	for i := range c.Set.Lists {
		list := &c.Set.Lists[i]
		merged, _ := list.Merge(fields, c.Before.Items(list.Name))
		fields["spec"] = with(fields["spec"], list.Name, merged)
	}
	if c.Set.Status != nil {
		fields["status"] = c.Set.Status
	}
	fields["metadata"] = with(with(fields["metadata"], "name", c.Name), "namespace", c.Namespace)
	return fields
}

// with is a copy of an object with a field, which replaces that of the same name.
func with(object any, name string, value any) map[string]any {
	fields, _ := object.(map[string]any)
	if fields = maps.Clone(fields); fields == nil {
		fields = map[string]any{}
	}
	fields[name] = value
	return fields
}

// PlanDelete notes that an object is planned to be deleted. It reports whether the object belongs to a fleet.
func (c *Client) PlanDelete(ref Reference) bool {
	if !slices.Contains(hubobject.PlannedKinds, ref.Kind) {
		return false
	}
	c.planned.set(ref, nil)
	return true
}

// WithPlanned is a fleet of some kinds with the objects that are planned in the place of those that the hub has.
func (c *Client) WithPlanned(fleet inventory.Fleet, kinds ...*hubobject.Kind) inventory.Fleet {
	return c.withPlanned(fleet, true, kinds)
}

// WithPlannedBeforeDeletions is WithPlanned as long as the objects exist that are planned to be deleted.
func (c *Client) WithPlannedBeforeDeletions(fleet inventory.Fleet, kinds ...*hubobject.Kind) inventory.Fleet {
	return c.withPlanned(fleet, false, kinds)
}

func (c *Client) withPlanned(fleet inventory.Fleet, deletes bool, kinds []*hubobject.Kind) inventory.Fleet {
	for _, kind := range hubobject.PlannedKinds {
		if !slices.Contains(kinds, kind) {
			continue
		}
		if names, objects := c.planned.of(kind, deletes); len(names) > 0 {
			fleet = fleet.Replace(kind.Kind, names, &objects)
		}
	}
	return fleet
}

// WithPlannedAlone is a fleet with one object that is planned in the place of that which the hub has.
func (c *Client) WithPlannedAlone(fleet inventory.Fleet, ref Reference) inventory.Fleet {
	c.planned.mu.Lock()
	object, isPlanned := c.planned.objects[ref]
	c.planned.mu.Unlock()
	if !isPlanned {
		return fleet
	}
	names := []inventory.ObjectName{{Namespace: ref.Namespace, Name: ref.Name}}
	return fleet.Replace(ref.Kind.Kind, names, cmp.Or(object, &inventory.Fleet{}))
}

// HasPlanned reports whether an object of a fleet is planned.
func (c *Client) HasPlanned() bool { return !c.planned.isEmpty() }

// PlansDeletions reports whether an object of a fleet is planned to be deleted.
func (c *Client) PlansDeletions() bool {
	c.planned.mu.Lock()
	defer c.planned.mu.Unlock()
	for _, object := range c.planned.objects {
		if object == nil {
			return true
		}
	}
	return false
}
