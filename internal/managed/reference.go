// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
)

// errAmbiguousKind says that a hub has several kinds and nothing says which one is meant.
var errAmbiguousKind = errors.New("the hub has ManagedClusters and MemberClusters: set kind here, or in the hub of the provider")

// kindsOf are the kinds that an object may have on the hub, at least one: the one that it asks for, or else all that the hub has.
// A new object has the kind that the hub of the provider names. An existing object keeps its kind.
func (o *Operation[T]) kindsOf(ctx context.Context, object *T, isNew bool) ([]*hubobject.Kind, error) {
	all := o.Kind.Kinds
	if o.Kind.Choose != nil {
		all = o.Kind.Choose(object)
	}
	if len(all) == 1 {
		return all, nil
	}
	missing := &hub.MissingKindError{Kind: all[0]}
	isOfHub := func(kind *hubobject.Kind) bool { return o.Hub.Kind != "" && kind.ClusterKind() == o.Hub.Kind }
	i := slices.IndexFunc(all, isOfHub)
	if isNew && i >= 0 {
		return all[i : i+1], nil
	}
	if i >= 0 {
		// It is the most likely one.
		all = slices.Insert(slices.Delete(slices.Clone(all), i, i+1), 0, all[i])
	}
	kinds, err := o.Client.Installed(ctx, all...)
	if err == nil && len(kinds) == 0 {
		err = missing
	}
	return kinds, err
}

// find looks for the object of the state, which may be of several kinds. It returns nil if there is none. Without the UID of the
// state, the object may be another one; an object that is imported has no UID yet.
func (o *Operation[T]) find(ctx context.Context, kinds []*hubobject.Kind) (*hub.Object, hub.Reference, error) {
	var existing *hub.Object
	existingRef := o.Kind.referenceOf(kinds[0], o.Prior)
	view := o.Client.Live
	if o.Kind.IsShared {
		view = o.Client.Shared
	}
	for _, kind := range kinds {
		ref := o.Kind.referenceOf(kind, o.Prior)
		there, err := view.Look(ctx, ref)
		switch {
		case err != nil:
			return nil, ref, err
		case there == nil:
		case string(there.UID()) == o.PriorIdentity.UID:
			return there, ref, nil
		case existing == nil:
			existing, existingRef = there, ref
		case o.PriorIdentity.UID == "":
			return nil, ref, fmt.Errorf("the hub has both the %s and the %s. %s", existingRef, ref, o.Kind.WhichOne)
		}
	}
	return existing, existingRef, nil
}

// priorReference names the object of the state on the hub.
func (o *Operation[T]) priorReference(ctx context.Context) (hub.Reference, error) {
	kinds, err := o.kindsOf(ctx, o.Prior, false)
	if err != nil {
		return hub.Reference{}, err
	}
	if len(kinds) == 1 {
		return o.Kind.referenceOf(kinds[0], o.Prior), nil
	}
	_, ref, err := o.find(ctx, kinds)
	return ref, err
}

// unattended is Unattended of an object.
func (o *Operation[T]) unattended(object *T) hub.Unattended {
	if o.Kind.Unattended == nil {
		return nil
	}
	return func(ctx context.Context) string {
		why, _ := o.Kind.Unattended(ctx, o.Client, object)
		return why
	}
}
