// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"context"
	"errors"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
)

// Desired is what a configuration wants of an object.
type Desired struct {
	Reference
	// Set is what the configuration sets, and Prior what it has set so far.
	Set, Prior hubobject.Applied
	// UID is that of the object so far; empty if there is none.
	UID types.UID
	// IsImported says that the object was not written since it was imported.
	IsImported bool
	// Incomplete is what the configuration lacks to create an object; nil if it lacks nothing. One that exists may have it from
	// others.
	Incomplete error
	// Adopt takes over an object that exists, instead of creating it.
	Adopt bool
	// Force takes fields over that other managers have set to other values, and from other configurations with this manager.
	Force bool
	// TakesOver says that Write has taken over an object that existed, because of Adopt.
	TakesOver bool
}

// Check reports whether a change is possible, as far as that can be read: it returns the object that is taken over, or nil if one
// is created. An object that exists and is not to be taken over is an *ExistsError. An object that the same manager has made with
// the very values of the configuration is taken over, too: an apply was interrupted after it was created. If the same manager has
// applied other fields, which would be removed, it is a *SharedError.
func (c *Client) Check(ctx context.Context, desired *Desired) (*Object, error) {
	current, err := c.Look(ctx, desired.Reference)
	switch {
	case err != nil:
		return nil, err
	case desired.UID != "" && (current == nil || current.UID() != desired.UID):
		return nil, GoneError(desired.Reference)
	case current == nil:
		return nil, desired.Incomplete
	case current.Deleting():
		return nil, &DeletingError{desired.Reference, current}
	case desired.UID == "" && !desired.Adopt && !current.continues(&desired.Set):
		return nil, &ExistsError{Reference: desired.Reference, Managers: current.Managers(), IsOwn: current.entry("") != nil}
	}
	for i := range desired.Set.Lists {
		list := &desired.Set.Lists[i]
		if clash := list.Clash(current.Fields, desired.Prior.Items(list.Name)); clash != nil {
			return current, clash
		}
	}
	return current, desired.mayTake(current)
}

// mayTake returns a *SharedError if a change would remove fields that another configuration has set with the same manager.
func (d *Desired) mayTake(current *Object) error {
	if d.UID != "" || d.Force {
		return nil
	}
	if fields := beyond(d.Set.Object, current.own(&d.Set)); len(fields) > 0 {
		return &SharedError{Reference: d.Reference, Manager: current.manager, Fields: fields}
	}
	return nil
}

// Write creates or changes an object. Without an error the object has all that is set. After an error it may have a part of it.
func (c *Client) Write(ctx context.Context, desired *Desired) (object *Object, err error) {
	defer func() { err = c.withMissing(ctx, desired, err) }()
	current, err := c.Check(ctx, desired)
	switch {
	case err != nil:
		return nil, err
	case current != nil:
		desired.TakesOver = desired.UID == "" && desired.Adopt
		return c.update(ctx, desired, current)
	}
	return c.create(ctx, desired)
}

// create creates an object with one request. It does not change one that another client has created since.
func (c *Client) create(ctx context.Context, desired *Desired) (*Object, error) {
	object, err := c.applyNew(ctx, desired, desired.Set.WithLists().Object)
	if apierrors.IsConflict(err) {
		isOwn := false
		if object, isOwn, err = c.appeared(ctx, desired, err); err == nil && !isOwn {
			desired.TakesOver = desired.Adopt
			return c.update(ctx, desired, object)
		}
	}
	if err != nil {
		return nil, err
	}
	shared, err := c.mergeLists(ctx, desired, object, applyOptions{})
	switch {
	case errors.Is(err, errGone):
		return nil, err
	case err == nil:
		object = shared
	}
	// Without that, the object still has all that is set, and the next change merges the lists first.
	if desired.Set.Status == nil {
		return object, nil
	}
	status := map[string]any{"status": desired.Set.Status}
	return c.applyUncontested(ctx, desired, object, status, nil, applyOptions{uid: object.UID(), status: true})
}

// appeared returns an object that exists although it was about to be created, if it is taken over nevertheless: if that is
// wanted, or if the request was repeated and the first one has created it, so that it is the object of this change.
func (c *Client) appeared(ctx context.Context, desired *Desired, conflict error) (current *Object, isOwn bool, err error) {
	if current, err = c.Look(ctx, desired.Reference); err != nil {
		return nil, false, err
	}
	if current == nil {
		return nil, false, conflict
	}
	failed, isAnswer := errors.AsType[*apiserver.Error](conflict)
	// A first apply without any field leaves no entry.
	isBare := desired.Set.IsEmpty() && len(current.metadata.ManagedFields) == 0
	isOwn = isAnswer && failed.Requests > 1 && (isBare || current.continues(&desired.Set))
	if desired.Adopt || isOwn {
		return current, isOwn, desired.mayTake(current)
	}
	return nil, false, &ExistsError{Reference: desired.Reference, Managers: current.Managers(), Appeared: true}
}

// update changes an object that is there.
func (c *Client) update(ctx context.Context, desired *Desired, current *Object) (*Object, error) {
	object, err := c.mergeLists(ctx, desired, current, applyOptions{})
	if err == nil {
		object, err = c.takeOver(ctx, desired, object)
	}
	if err != nil {
		return nil, err
	}
	return c.applyAll(ctx, desired, object, nil, applyOptions{uid: object.UID(), force: desired.Force})
}

// applyAll applies what is set to an object, and the status.
func (c *Client) applyAll(
	ctx context.Context, desired *Desired, current *Object, claims []claim, o applyOptions,
) (*Object, error) {
	object, err := c.applyUncontested(ctx, desired, current, desired.Set.Object, claims, o)
	if err != nil || desired.Set.Status == nil {
		return object, err
	}
	o.status = true
	return c.applyUncontested(ctx, desired, current, map[string]any{"status": desired.Set.Status}, claims, o)
}

// mergeLists changes the lists of an object that others write, too, item by item.
//
// The request that creates an object has them, so that a cluster is never without its taints; then the manager stops being the
// one that has applied them.
func (c *Client) mergeLists(ctx context.Context, desired *Desired, object *Object, o applyOptions) (*Object, error) {
	changed, err := c.change(ctx, desired.Reference, object, func(object *Object) map[string]any {
		spec := map[string]any{}
		for i := range desired.Set.Lists {
			list := &desired.Set.Lists[i]
			if merged, ok := list.Merge(object.Fields, desired.Prior.Items(list.Name)); ok {
				spec[list.Name] = merged
			}
		}
		fields := map[string]any{}
		if len(spec) > 0 {
			fields["spec"] = spec
		}
		if shared := object.withSharedLists(&desired.Set); shared != nil {
			fields["metadata"] = map[string]any{"managedFields": shared}
		}
		if len(fields) == 0 {
			return nil
		}
		return fields
	}, o)
	if err == nil && changed == nil {
		return nil, GoneError(desired.Reference)
	}
	return changed, err
}
