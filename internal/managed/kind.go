// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Kind is how an object of the vocabulary is an object on a hub.
type Kind[T any] struct {
	// Name is the name of the resource behind that of the provider.
	Name string
	// Keys are the attributes that together name the object, and OptionalKeys is how many of them, from the first, need not be set.
	Keys         []string
	OptionalKeys int
	// Kinds are the kinds that the object may have on the hub. Of several, the object or the hub says which.
	Kinds []*hubobject.Kind
	// Choose returns those of the kinds that the object may have; nil for all of them.
	Choose func(*T) []*hubobject.Kind
	// WhichOne says what to do if an object is imported whose name several kinds have.
	WhichOne string
	// Named returns the namespace and the name of the object.
	Named func(*T) (namespace, name string)
	// Apply returns what the object sets, and Read reads it from JSON.
	Apply func(*hubobject.Kind, *T) (hubobject.Applied, error)
	Read  func(*hubobject.Kind, []byte) (*T, error)
	// Validate finds the mistakes in an object that only a hub does not accept.
	Validate func(*hubobject.Kind, *T) field.ErrorList
	// Created finds what a hub requires only of an object that does not exist yet; nil if there is nothing.
	Created func(*hubobject.Kind, *T) field.ErrorList
	// Siblings finds what a hub refuses because of the other objects of the kind; nil if they do not matter.
	Siblings func(ctx context.Context, target *Target, object *T) (field.ErrorList, error)
	// Effects are the warnings about what else a planned change of the object changes; nil if there are none. Prior is nil for
	// an object that is created, and planned for one that is deleted. What names the object in sentences.
	Effects func(ctx context.Context, target *Target, what string, prior, planned *T) finding.List
	// Immutable finds the changes of an object that the hub refuses, so that the object is replaced; nil if there are none.
	Immutable func(prior, object *T) finding.List
	// Arguments are the attributes that the hub has. Reported are those that it has from an agent: arguments without a hub.
	Arguments, Reported []string
	// Computed are the values of the computed attributes beside id, nil if there are none. An attribute that is missing is not known
	// yet.
	Computed func(ctx context.Context, object *T, unknown *tfvalue.Reader) (map[string]any, error)
	// Published are those of them that others may have set in the object on the hub, as it has them; nil if there are
	// none.
	Published func(*T, *hub.Object) map[string]any
	// Imported removes what controllers have set from an object that is imported.
	Imported func(*T)
	// IsShared says that the objects are read from lists, and not each anew.
	IsShared bool
	// OnlyOnHub says that the object cannot exist in the state alone.
	OnlyOnHub bool
	// Awaits is the argument that says what the apply of a change waits for; empty for a kind without one. With it Published is
	// what was found at the end of the wait, and null without a wait: what was reported before the change is not about it.
	Awaits string
	// Missing says what the object on the hub still lacks of what is waited for; empty if it lacks nothing. It is nil for a kind
	// that is not waited for.
	Missing func(context.Context, *hubview.Client, *T, *hub.Object) (string, error)
	// Unattended says why no agent deletes the object from where the hub has brought it, and what remains there: the cluster of a
	// work that is not available. Both are empty if one does, and it is nil for a kind whose deletion is always waited for. A
	// deletion that no agent carries out ends when the hub has accepted it, and an error of one object does not stop the others.
	Unattended func(context.Context, *hubview.Client, *T) (why, remains string)
	// Expect and Decided are for a kind that controllers of the hub decide about; nil for the others. Expect finds what they are
	// expected to do, before the object is written, and Decided reads what they have decided.
	Expect  func(context.Context, *Operation[T]) (Expectation, finding.List)
	Decided func(context.Context, *Operation[T], *Existing[T]) *Outcome
	// Deletion is what else the hub does when the object is deleted, for the description of on_destroy.
	Deletion string
	// Releases says that destroying the object leaves it on the hub by default.
	Releases bool
}

// Leaves reports whether destroying an object leaves it on the hub.
func (k *Kind[T]) Leaves(onDestroy string) bool {
	return onDestroy == destroyRelease || onDestroy == "" && k.Releases
}

// ArgumentOf is the argument that a finding about an object is about.
func ArgumentOf[T any](f *finding.Finding) string {
	return tfvalue.Locate(nil, reflect.TypeFor[T](), f.At).Steps()[0].Name
}

// errAmbiguousKind says that a hub has several kinds and nothing says which one is meant.
var errAmbiguousKind = errors.New("the hub has ManagedClusters and MemberClusters: set kind here, or in the hub of the provider")

// kindsOf are the kinds that an object may have on a hub, at least one: the one that it asks for, or else all that the hub has. A
// new object has the kind that the hub of the provider names. An existing object keeps its kind.
func (k *Kind[T]) kindsOf(ctx context.Context, target *Target, object *T, isNew bool) ([]*hubobject.Kind, error) {
	all := k.Kinds
	if k.Choose != nil {
		all = k.Choose(object)
	}
	if len(all) == 1 {
		return all, nil
	}
	isOfHub := func(kind *hubobject.Kind) bool { return target.Hub.Kind != "" && kind.ClusterKind() == target.Hub.Kind }
	if i := slices.IndexFunc(all, isOfHub); isNew && i >= 0 {
		return all[i : i+1], nil
	}
	var kinds []*hubobject.Kind
	for _, kind := range all {
		serves, err := target.Client.Serves(ctx, kind)
		switch {
		case err != nil:
			return nil, err
		case !serves:
		case isOfHub(kind):
			// It is the most likely one.
			kinds = slices.Insert(kinds, 0, kind)
		default:
			kinds = append(kinds, kind)
		}
	}
	if len(kinds) == 0 {
		return nil, &hub.MissingKindError{Kind: all[0]}
	}
	return kinds, nil
}

func (k *Kind[T]) referenceOf(kind *hubobject.Kind, object *T) hub.Reference {
	namespace, name := k.Named(object)
	return hub.Reference{Kind: kind, Namespace: namespace, Name: name}
}

// find looks for an object of a state, which may be of several kinds. It returns nil if there is none. Without the UID of the
// state, the object may be another one; an object that is imported has no UID yet.
func (k *Kind[T]) find(
	ctx context.Context, target *Target, kinds []*hubobject.Kind, object *T,
) (*hub.Object, hub.Reference, error) {
	isImported := target.Last.UID == ""
	var existing *hub.Object
	existingRef := k.referenceOf(kinds[0], object)
	view := target.Client.Live
	if k.IsShared {
		view = target.Client.Shared
	}
	for _, kind := range kinds {
		ref := k.referenceOf(kind, object)
		there, err := view.Look(ctx, ref)
		switch {
		case err != nil:
			return nil, ref, err
		case there == nil:
		case string(there.UID()) == target.Last.UID:
			return there, ref, nil
		case existing == nil:
			existing, existingRef = there, ref
		case isImported:
			return nil, ref, k.both(existingRef, ref)
		}
	}
	return existing, existingRef, nil
}

// lastReference names an object of the state on the hub.
func (k *Kind[T]) lastReference(ctx context.Context, target *Target, prior *T) (hub.Reference, error) {
	kinds, err := k.kindsOf(ctx, target, prior, false)
	if err != nil {
		return hub.Reference{}, err
	}
	if len(kinds) == 1 {
		return k.referenceOf(kinds[0], prior), nil
	}
	_, ref, err := k.find(ctx, target, kinds, prior)
	return ref, err
}

// change is what is to be done on the hub to get an object. Prior is the object that is on the hub so far, and was names it;
// without one it is nil. An object of another name or kind is another object.
func (k *Kind[T]) change(
	ctx context.Context, target *Target, prior, object *T, arguments *Arguments,
) (change *hub.Change, priorRef hub.Reference, err error) {
	kinds, err := k.kindsOf(ctx, target, object, true)
	if err == nil && prior != nil {
		priorRef, err = k.lastReference(ctx, target, prior)
	}
	if err != nil {
		return nil, priorRef, err
	}
	kind := kinds[0]
	if len(kinds) > 1 {
		if prior == nil {
			return nil, priorRef, errAmbiguousKind
		}
		kind = priorRef.Kind
	}
	change = &hub.Change{Reference: k.referenceOf(kind, object), Adopt: arguments.Adopt, Force: arguments.ForceConflicts}
	if change.Set, err = k.Apply(kind, object); err != nil {
		return nil, priorRef, err
	}
	if k.Created != nil {
		if missing := k.Created(kind, object); len(missing) > 0 {
			change.Incomplete = missing[0]
		}
	}
	if prior != nil && priorRef == change.Reference {
		change.UID = types.UID(target.Last.UID)
		change.Prior, err = k.Apply(kind, prior)
	}
	return change, priorRef, err
}

// both is the error of an import that two objects match.
func (k *Kind[T]) both(one, other hub.Reference) error {
	return fmt.Errorf("the hub has both the %s and the %s. %s", one, other, k.WhichOne)
}

// unattended is Unattended of an object.
func (k *Kind[T]) unattended(client *hubview.Client, object *T) hub.Unattended {
	if k.Unattended == nil {
		return nil
	}
	return func(ctx context.Context) string {
		why, _ := k.Unattended(ctx, client, object)
		return why
	}
}
