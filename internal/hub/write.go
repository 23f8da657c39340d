package hub

import (
	"context"
	"errors"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
)

// Change is what a configuration wants of an object.
type Change struct {
	Reference
	// Set is what the configuration sets, and Before what it has set so far.
	Set, Before manifest.Applied
	// UID is that of the object so far; empty if there is none.
	UID types.UID
	// Adopt takes over an object that exists, instead of creating it.
	Adopt bool
	// Force takes fields over that other managers have set to other values, and from other configurations with this manager.
	Force bool
}

// hasItems reports whether the change sets items of lists that others write, too.
func (c *Change) hasItems() bool {
	for _, list := range c.Set.Lists {
		if len(list.Items) > 0 {
			return true
		}
	}
	return false
}

// Check reports whether a change is possible, as far as that can be read: it returns the object that is taken over, or nil if one is
// created. An object that exists and is not to be taken over is an *ExistsError. An object that the same manager has made with the
// very values of the configuration is taken over, too: an apply was interrupted after it was created. If the same manager has applied
// other fields, which would be removed, it is a *SharedError.
func (c *Client) Check(ctx context.Context, change *Change) (*Object, error) {
	found, err := c.Look(ctx, change.Reference)
	switch {
	case err != nil:
		return nil, err
	case change.UID != "" && (found == nil || found.UID() != change.UID):
		return nil, GoneError(change.Reference)
	case found == nil:
		return nil, nil
	case change.UID == "" && !change.Adopt && !found.continues(&change.Set):
		return nil, &ExistsError{Reference: change.Reference, Managers: found.Managers()}
	case found.Deleting():
		return nil, &Error{
			Verb: "patch", Resource: change.Kind.String(), Namespace: change.Namespace, Name: change.Name, Requests: 1,
			Reason: "it is being deleted; wait until it is gone, or remove what blocks the deletion: " + excerpt.List(found.metadata.Finalizers, ", "),
		}
	}
	return found, change.mayTake(found)
}

// mayTake returns a *SharedError if a change would remove fields that another configuration has set with the same manager.
func (c *Change) mayTake(found *Object) error {
	if c.UID != "" || c.Force {
		return nil
	}
	if own := found.entry(""); own != nil {
		if fields := beyond(c.Set.Object, fieldsOf(own), ""); len(fields) > 0 {
			return &SharedError{Reference: c.Reference, Manager: found.manager, Fields: fields}
		}
	}
	return nil
}

// Write creates or changes an object. Without an error the object has all that is set. After an error it may have a part of it.
func (c *Client) Write(ctx context.Context, change *Change) (*Object, error) {
	found, err := c.Check(ctx, change)
	switch {
	case err != nil:
		return nil, err
	case found != nil:
		return c.update(ctx, change, found)
	}
	return c.create(ctx, change)
}

// create creates an object. It does not touch one that has appeared in the meantime.
func (c *Client) create(ctx context.Context, change *Change) (*Object, error) {
	first := change.Set
	if change.hasItems() {
		// The labels come last: they make the cluster a member of sets, and it must not be chosen before it has its taints.
		first = first.WithoutLabels()
	}
	object, err := c.apply(ctx, change.Reference, first.Object, applyOptions{creates: true})
	switch {
	case apierrors.IsConflict(err):
		if object, err = c.appeared(ctx, change, &first, err); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	case !change.hasItems():
		return c.applyStatus(ctx, change, object, applyOptions{uid: object.UID()})
	}
	return c.update(ctx, change, object)
}

// appeared returns an object that exists although it was about to be created, if it is taken over nevertheless: if that is wanted,
// or if the request was repeated and the first one has created it.
func (c *Client) appeared(ctx context.Context, change *Change, first *manifest.Applied, conflict error) (*Object, error) {
	found, err := c.Look(ctx, change.Reference)
	if err != nil {
		return nil, err
	}
	if found == nil {
		return nil, conflict
	}
	var failed *Error
	isRepeated := errors.As(conflict, &failed) && failed.Requests > 1
	if change.Adopt || isRepeated && found.madeWith(first) {
		return found, change.mayTake(found)
	}
	return nil, &ExistsError{Reference: change.Reference, Managers: found.Managers(), Appeared: true}
}

// update changes an object that is there.
func (c *Client) update(ctx context.Context, change *Change, found *Object) (*Object, error) {
	object, err := c.mergeLists(ctx, change, found, applyOptions{})
	if err != nil {
		return nil, err
	}
	return c.applyAll(ctx, change, applyOptions{uid: object.UID(), force: change.Force})
}

// applyAll applies what is set, and the status.
func (c *Client) applyAll(ctx context.Context, change *Change, o applyOptions) (*Object, error) {
	object, err := c.apply(ctx, change.Reference, change.Set.Object, o)
	if err != nil {
		return nil, err
	}
	return c.applyStatus(ctx, change, object, o)
}

// applyStatus applies the status, if there is one, and returns the object that has it.
func (c *Client) applyStatus(ctx context.Context, change *Change, object *Object, o applyOptions) (*Object, error) {
	if change.Set.Status == nil {
		return object, nil
	}
	o.status = true
	return c.apply(ctx, change.Reference, map[string]any{"status": change.Set.Status}, o)
}

// mergeLists changes the lists of an object that others write, too, item by item.
func (c *Client) mergeLists(ctx context.Context, change *Change, of *Object, o applyOptions) (*Object, error) {
	changed, err := c.change(ctx, change.Reference, of, func(object *Object) map[string]any {
		spec := map[string]any{}
		for i := range change.Set.Lists {
			list := &change.Set.Lists[i]
			if merged, ok := list.Merge(object.Fields, change.Before.Items(list.Name)); ok {
				spec[list.Name] = merged
			}
		}
		if len(spec) == 0 {
			return nil
		}
		return map[string]any{"spec": spec}
	}, o)
	if err == nil && changed == nil {
		return nil, GoneError(change.Reference)
	}
	return changed, err
}
