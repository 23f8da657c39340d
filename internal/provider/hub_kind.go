package provider

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// hubKind is how an object of the vocabulary is an object on a hub.
type hubKind[T any] struct {
	// kinds are the kinds that the object may have on the hub. Of several, the object or the hub says which.
	kinds []*hubobject.Kind
	// kindOf is the kind of cluster that the object asks for; empty for any. It is nil for an object that is no cluster.
	kindOf func(*T) placement.ClusterKind
	// choose returns those of the kinds that the object may have; nil for all of them.
	choose func(*T) []*hubobject.Kind
	// whichOne says what to do if an object is imported whose name several kinds have.
	whichOne string
	// named returns the namespace and the name of the object.
	named func(*T) (namespace, name string)
	// apply returns what the object sets, and read reads it from JSON.
	apply func(placement.ClusterKind, *T) (hubobject.Applied, error)
	read  func(placement.ClusterKind, []byte) (*T, error)
	// validate finds the mistakes in an object that only a hub does not accept.
	validate func(placement.ClusterKind, *T) field.ErrorList
	// created finds what a hub requires only of an object that does not exist yet; nil if there is nothing.
	created func(placement.ClusterKind, *T) field.ErrorList
	// arguments are the attributes that the hub has. Reported are those that it has from an agent: arguments without a hub.
	arguments, reported []string
	// published are the computed attributes that others may have set in the object on the hub, as it has them; nil if there are none.
	published func(*hub.Object) map[string]any
	// imported removes what controllers have set from an object that is imported.
	imported func(*T)
	// listed says that one list of a namespace is read instead of each object.
	listed bool
	// releases says that destroying the object leaves it on the hub by default.
	releases bool
}

// clusterKindOf is the kind of cluster of a kind on the hub; empty for a kind that is no cluster.
func clusterKindOf(kind *hubobject.Kind) placement.ClusterKind {
	if of := placement.ClusterKind(kind.Kind); slices.Contains(placement.ClusterKinds, of) {
		return of
	}
	return ""
}

// errAmbiguousKind says that a hub has several kinds and nothing says which one is meant.
var errAmbiguousKind = errors.New("the hub has ManagedClusters and MemberClusters: set kind here, or in the hub of the provider")

// kindsOf are the kinds that an object may have on a hub, at least one: the one that it asks for, or else all that the hub has. A new
// object has the kind that the hub of the provider names. One that lives on the hub may have got its kind before that.
func (k *hubKind[T]) kindsOf(ctx context.Context, at *home, object *T, isNew bool) ([]*hubobject.Kind, error) {
	all, wanted := k.kinds, placement.ClusterKind("")
	if k.choose != nil {
		all = k.choose(object)
	}
	if len(all) == 1 {
		return all, nil
	}
	if k.kindOf != nil {
		wanted = k.kindOf(object)
		if wanted == "" && isNew {
			wanted = at.kind
		}
	}
	var kinds []*hubobject.Kind
	for _, kind := range all {
		if wanted != "" && clusterKindOf(kind) != wanted {
			continue
		}
		serves := wanted != ""
		if !serves {
			var err error
			if serves, err = at.client.Serves(ctx, kind); err != nil {
				return nil, err
			}
		}
		switch {
		case !serves:
		case at.kind != "" && clusterKindOf(kind) == at.kind:
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

func (k *hubKind[T]) referenceOf(kind *hubobject.Kind, object *T) hub.Reference {
	namespace, name := k.named(object)
	return hub.Reference{Kind: kind, Namespace: namespace, Name: name}
}

// find looks for an object of a state, which may be of several kinds. It returns nil if there is none. Without the UID of the state,
// the object may be another one; an object that is imported has no UID yet.
func (k *hubKind[T]) find(ctx context.Context, at *home, kinds []*hubobject.Kind, object *T) (*hub.Object, hub.Reference, error) {
	isImported := at.last.UID == ""
	var found *hub.Object
	of := k.referenceOf(kinds[0], object)
	look := at.client.Look
	if k.listed {
		look = at.client.LookListed
	}
	for _, kind := range kinds {
		ref := k.referenceOf(kind, object)
		there, err := look(ctx, ref)
		switch {
		case err != nil:
			return nil, ref, err
		case there == nil:
		case string(there.UID()) == at.last.UID:
			return there, ref, nil
		case found == nil:
			found, of = there, ref
		case isImported:
			return nil, ref, k.both(of, ref)
		}
	}
	return found, of, nil
}

// lastReference names an object that lives on the hub.
func (k *hubKind[T]) lastReference(ctx context.Context, at *home, prior *T) (hub.Reference, error) {
	kinds, err := k.kindsOf(ctx, at, prior, false)
	if err != nil {
		return hub.Reference{}, err
	}
	if len(kinds) == 1 {
		return k.referenceOf(kinds[0], prior), nil
	}
	_, ref, err := k.find(ctx, at, kinds, prior)
	return ref, err
}

// change is what is to be done on the hub to get an object. Prior is the object that lives on the hub so far, and was names it; without
// one it is nil. An object of another name or kind is another object.
func (k *hubKind[T]) change(ctx context.Context, at *home, prior, object *T, arguments *hubArguments) (change *hub.Change, was hub.Reference, err error) {
	kinds, err := k.kindsOf(ctx, at, object, true)
	if err == nil && prior != nil {
		was, err = k.lastReference(ctx, at, prior)
	}
	if err != nil {
		return nil, was, err
	}
	kind := kinds[0]
	if len(kinds) > 1 {
		if prior == nil {
			return nil, was, errAmbiguousKind
		}
		kind = was.Kind
	}
	change = &hub.Change{Reference: k.referenceOf(kind, object), Adopt: arguments.Adopt, Force: arguments.ForceConflicts}
	of := clusterKindOf(kind)
	if change.Set, err = k.apply(of, object); err != nil {
		return nil, was, err
	}
	if k.created != nil {
		if missing := k.created(of, object); len(missing) > 0 {
			change.Incomplete = missing[0]
		}
	}
	if prior != nil && was == change.Reference {
		change.UID = types.UID(at.last.UID)
		change.Before, err = k.apply(of, prior)
	}
	return change, was, err
}

// sameChange reports whether a change changes nothing that is set.
func sameChange(change *hub.Change) bool {
	return change.UID != "" && change.Set.Equal(change.Before)
}

// both is the error of an import that two objects match.
func (k *hubKind[T]) both(one, other hub.Reference) error {
	return fmt.Errorf("the hub has both the %s and the %s. %s", one, other, k.whichOne)
}
