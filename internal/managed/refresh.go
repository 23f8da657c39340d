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
	Of hub.Reference
	// Prior is the object as the state has it.
	Prior *T
	// IsImported says that the state has nothing but the name.
	IsImported bool
	// IsOneOfSeveral says that neither the state nor the hub decides of which kind the object is.
	IsOneOfSeveral bool
}

// refresh looks for the object of a state on its hub. It returns nil after an error, and if the object does not exist any more:
// then it is removed from the state. OnDestroy is what the state says about destroying it.
func (k *Kind[T]) refresh(ctx context.Context, target *Target, prior *T, onDestroy, what string) (*Existing[T], finding.List) {
	existing := &Existing[T]{Prior: prior, IsImported: target.Last.UID == ""}
	kinds, err := k.kindsOf(ctx, target, prior, existing.IsImported)
	if err == nil {
		existing.IsOneOfSeveral = len(kinds) > 1
		existing.Object, existing.Of, err = k.find(ctx, target, kinds, prior)
	}
	switch {
	case err != nil && existing.IsImported:
		return nil, finding.List{k.importError(ctx, target, prior, what, err)}
	case err != nil:
		return nil, finding.List{stateErrorFinding(what, err)}
	case existing.Object == nil:
		return nil, nil
	case !existing.IsImported && existing.UID() != types.UID(target.Last.UID):
		return nil, warning(what+" is another object now", "The object was deleted, and another client created one of this name, "+
			"with the UID "+
			excerpt.Text(string(existing.UID()))+". To manage that one, import it or set adopt = true.")
	}
	if existing.Deleting() && k.Unattended != nil && !existing.IsImported {
		if warns := k.pending(ctx, target, prior, what); warns != nil {
			// The hub deletes it when it can. What is created anew waits for that.
			return nil, warns
		}
	}
	if !existing.IsImported {
		target.Hub.refreshed.Store(existing.Of, Replaced{UID: string(existing.UID()), Released: k.Leaves(onDestroy), IsTainted: true})
	}
	if existing.Deleting() {
		return existing, warning(what+" is being deleted on the hub", excerpt.Sentence(existing.Of.String()+" waits for its "+
			"finalizers: "+excerpt.List(existing.Finalizers(), ", "))+" Until then the hub refuses changes. When it is gone, the next "+
			"plan creates it anew; to keep it deleted, remove it from the configuration.")
	}
	return existing, nil
}

// importError is the error of an object that cannot be read when it is imported. If the hub lacks the one kind that the id means,
// which has no namespace, but has others, the id lacks the namespace.
func (k *Kind[T]) importError(ctx context.Context, target *Target, object *T, what string, err error) finding.Finding {
	var missing *hub.MissingKindError
	namespace, name := k.Named(object)
	if !errors.As(err, &missing) || namespace != "" || missing.Kind.IsNamespaced {
		return ErrorFinding(what, err)
	}
	for _, kind := range k.Kinds {
		if serves, err := target.Client.Serves(ctx, kind); err == nil && serves && kind.IsNamespaced {
			return finding.Finding{Title: "The id cannot be imported", Text: fmt.Sprintf("found %s, and the hub has no %ss, which have "+
				"no namespace. A %s has one: the id is namespace/name, such as %s.", excerpt.Quote(name), missing.Kind.Kind,
				kind.Kind, excerpt.Quote("default/"+name))}
		}
	}
	return ErrorFinding(what, err)
}
