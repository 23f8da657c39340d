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

// Change is what a configuration wants of an object.
type Change struct {
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
func (c *Client) Check(ctx context.Context, change *Change) (*Object, error) {
	current, err := c.Look(ctx, change.Reference)
	switch {
	case err != nil:
		return nil, err
	case change.UID != "" && (current == nil || current.UID() != change.UID):
		return nil, GoneError(change.Reference)
	case current == nil:
		return nil, change.Incomplete
	case current.Deleting():
		return nil, &DeletingError{change.Reference, current}
	case change.UID == "" && !change.Adopt && !current.continues(&change.Set):
		return nil, &ExistsError{Reference: change.Reference, Managers: current.Managers(), IsOwn: current.entry("") != nil}
	}
	for i := range change.Set.Lists {
		list := &change.Set.Lists[i]
		if clash := list.Clash(current.Fields, change.Prior.Items(list.Name)); clash != nil {
			return current, clash
		}
	}
	return current, change.mayTake(current)
}

// mayTake returns a *SharedError if a change would remove fields that another configuration has set with the same manager.
func (c *Change) mayTake(current *Object) error {
	if c.UID != "" || c.Force {
		return nil
	}
	if fields := beyond(c.Set.Object, current.own(&c.Set)); len(fields) > 0 {
		return &SharedError{Reference: c.Reference, Manager: current.manager, Fields: fields}
	}
	return nil
}

// Write creates or changes an object. Without an error the object has all that is set. After an error it may have a part of it.
func (c *Client) Write(ctx context.Context, change *Change) (object *Object, err error) {
	defer func() { err = c.withMissing(ctx, change, err) }()
	current, err := c.Check(ctx, change)
	switch {
	case err != nil:
		return nil, err
	case current != nil:
		change.TakesOver = change.UID == "" && change.Adopt
		return c.update(ctx, change, current)
	}
	return c.create(ctx, change)
}

// create creates an object with one request. It does not change one that another client has created since.
func (c *Client) create(ctx context.Context, change *Change) (*Object, error) {
	object, err := c.applyNew(ctx, change, change.Set.WithLists().Object)
	if apierrors.IsConflict(err) {
		isOwn := false
		if object, isOwn, err = c.appeared(ctx, change, err); err == nil && !isOwn {
			change.TakesOver = change.Adopt
			return c.update(ctx, change, object)
		}
	}
	if err != nil {
		return nil, err
	}
	shared, err := c.mergeLists(ctx, change, object, applyOptions{})
	switch {
	case errors.Is(err, errGone):
		return nil, err
	case err == nil:
		object = shared
	}
	// Without that, the object still has all that is set, and the next change merges the lists first.
	if change.Set.Status == nil {
		return object, nil
	}
	status := map[string]any{"status": change.Set.Status}
	return c.applyUncontested(ctx, change, object, status, nil, applyOptions{uid: object.UID(), status: true})
}

// appeared returns an object that exists although it was about to be created, if it is taken over nevertheless: if that is
// wanted, or if the request was repeated and the first one has created it, so that it is the object of this change.
func (c *Client) appeared(ctx context.Context, change *Change, conflict error) (current *Object, isOwn bool, err error) {
	if current, err = c.Look(ctx, change.Reference); err != nil {
		return nil, false, err
	}
	if current == nil {
		return nil, false, conflict
	}
	failed, isAnswer := errors.AsType[*apiserver.Error](conflict)
	// A first apply without any field leaves no entry.
	isBare := change.Set.IsEmpty() && len(current.metadata.ManagedFields) == 0
	isOwn = isAnswer && failed.Requests > 1 && (isBare || current.continues(&change.Set))
	if change.Adopt || isOwn {
		return current, isOwn, change.mayTake(current)
	}
	return nil, false, &ExistsError{Reference: change.Reference, Managers: current.Managers(), Appeared: true}
}

// update changes an object that is there.
func (c *Client) update(ctx context.Context, change *Change, current *Object) (*Object, error) {
	object, err := c.mergeLists(ctx, change, current, applyOptions{})
	if err == nil {
		object, err = c.takeOver(ctx, change, object)
	}
	if err != nil {
		return nil, err
	}
	return c.applyAll(ctx, change, object, nil, applyOptions{uid: object.UID(), force: change.Force})
}

// applyAll applies what is set to an object, and the status.
func (c *Client) applyAll(ctx context.Context, change *Change, current *Object, claims []claim, o applyOptions) (*Object, error) {
	object, err := c.applyUncontested(ctx, change, current, change.Set.Object, claims, o)
	if err != nil || change.Set.Status == nil {
		return object, err
	}
	o.status = true
	return c.applyUncontested(ctx, change, current, map[string]any{"status": change.Set.Status}, claims, o)
}

// mergeLists changes the lists of an object that others write, too, item by item.
//
// The request that creates an object has them, so that a cluster is never without its taints; then the manager stops being the
// one that has applied them.
func (c *Client) mergeLists(ctx context.Context, change *Change, object *Object, o applyOptions) (*Object, error) {
	changed, err := c.change(ctx, change.Reference, object, func(object *Object) map[string]any {
		spec := map[string]any{}
		for i := range change.Set.Lists {
			list := &change.Set.Lists[i]
			if merged, ok := list.Merge(object.Fields, change.Prior.Items(list.Name)); ok {
				spec[list.Name] = merged
			}
		}
		fields := map[string]any{}
		if len(spec) > 0 {
			fields["spec"] = spec
		}
		if shared := object.withSharedLists(&change.Set); shared != nil {
			fields["metadata"] = map[string]any{"managedFields": shared}
		}
		if len(fields) == 0 {
			return nil
		}
		return fields
	}, o)
	if err == nil && changed == nil {
		return nil, GoneError(change.Reference)
	}
	return changed, err
}
