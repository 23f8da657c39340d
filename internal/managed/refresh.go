// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
)

// Existing is the object of a state as the hub has it.
type Existing[T any] struct {
	*hub.Object
	hub.Reference
	// Prior is the object as the state has it.
	Prior *T
	// IsImported says that the state has nothing but the name.
	IsImported bool
	// IsOneOfSeveral says that neither the state nor the hub decides of which kind the object is.
	IsOneOfSeveral bool
}

// refresh looks for the object of the state on its hub. It returns nil after an error, and if the object does not exist any more:
// then it is removed from the state.
func (o *Operation[T]) refresh(ctx context.Context) (*Existing[T], finding.List) {
	existing := &Existing[T]{Prior: o.Prior, IsImported: o.PriorIdentity.UID == ""}
	kinds, err := o.kindsOf(ctx, o.Prior, existing.IsImported)
	if err == nil {
		existing.IsOneOfSeveral = len(kinds) > 1
		existing.Object, existing.Reference, err = o.find(ctx, kinds)
	}
	switch {
	case err != nil && existing.IsImported:
		return nil, finding.List{o.importError(ctx, err)}
	case err != nil:
		return nil, finding.List{stateErrorFinding(o.What, err)}
	case existing.Object == nil:
		return nil, nil
	case !existing.IsImported && existing.UID() != types.UID(o.PriorIdentity.UID):
		return nil, warning(o.What+" is another object now", "The object was deleted, and another client created one of this name, "+
			"with the UID "+
			excerpt.Text(string(existing.UID()))+". To manage that one, import it or set adopt = true.")
	}
	if existing.Deleting() && o.Kind.Unattended != nil && !existing.IsImported {
		if warns := o.pending(ctx); warns != nil {
			// The hub deletes it when it can. What is created anew waits for that.
			return nil, warns
		}
	}
	if !existing.IsImported {
		released := o.Kind.Leaves(o.State.OnDestroy)
		o.Hub.refreshed.Store(existing.Reference, Replaced{UID: string(existing.UID()), Released: released, IsTainted: true})
	}
	if existing.Deleting() {
		return existing, warning(o.What+" is being deleted on the hub", excerpt.Sentence(existing.Reference.String()+" waits for its "+
			"finalizers: "+excerpt.List(existing.Finalizers(), ", "))+" Until then the hub refuses changes. When it is gone, the next "+
			"plan creates it anew; to keep it deleted, remove it from the configuration.")
	}
	return existing, nil
}

// importError is the error of an object that cannot be read when it is imported. If the hub lacks the one kind that the id means,
// which has no namespace, but has others, the id lacks the namespace.
func (o *Operation[T]) importError(ctx context.Context, err error) finding.Finding {
	var missing *hub.MissingKindError
	namespace, name := o.Kind.Named(o.Prior)
	if !errors.As(err, &missing) || namespace != "" || missing.Kind.IsNamespaced {
		return ErrorFinding(o.What, err)
	}
	for _, kind := range o.Kind.Kinds {
		if serves, err := o.Client.Serves(ctx, kind); err == nil && serves && kind.IsNamespaced {
			return finding.Finding{Title: "The id cannot be imported", Text: fmt.Sprintf("found %s, and the hub has no %ss, which have "+
				"no namespace. A %s has one: the id is namespace/name, such as %s.", excerpt.Quote(name), missing.Kind.Kind,
				kind.Kind, excerpt.Quote("default/"+name))}
		}
	}
	return ErrorFinding(o.What, err)
}
