// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
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
	namespace, name := o.Kind.named(o.Prior)
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

// Observed are the attributes whose values on the hub differ from those that the prior object means, and those that an agent
// reports. A prior value that still means the same is left out, so that it stays as it was written.
func (k *Kind[T]) Observed(kind *hubobject.Kind, prior *T, existing *hub.Object) (map[string]any, error) {
	set, err := k.Apply(kind, prior)
	if err != nil {
		return nil, err
	}
	meant, err := k.in(kind, set, existing)
	if err != nil {
		return nil, err
	}
	now, err := k.in(kind, set.Observed(existing.Fields), existing)
	if err != nil {
		return nil, err
	}
	meantValues, current := tfvalue.Attributes(meant), tfvalue.Attributes(now)
	outputs := map[string]any{}
	for _, name := range k.Arguments {
		same, err := tfvalue.SameMeaning(meantValues[name], current[name])
		if err != nil {
			return nil, err
		}
		if !same {
			outputs[name] = current[name]
		}
	}
	for _, name := range k.Reported {
		outputs[name] = current[name]
	}
	return outputs, nil
}

// in reads an object that has nothing but what is applied.
func (k *Kind[T]) in(kind *hubobject.Kind, applied hubobject.Applied, existing *hub.Object) (*T, error) {
	raw, err := applied.In(existing.Fields)
	if err != nil {
		return nil, err
	}
	return k.Read(kind, raw)
}

// Written are the attributes that an agent reports, as an object has them that was just written.
func (k *Kind[T]) Written(kind *hubobject.Kind, object *T, existing *hub.Object) (map[string]any, error) {
	if len(k.Reported) == 0 {
		return map[string]any{}, nil
	}
	outputs, err := k.Observed(kind, object, existing)
	for _, name := range k.Arguments {
		delete(outputs, name)
	}
	return outputs, err
}

// Adopted is an object that is imported: all that it sets, but for what controllers set.
func (k *Kind[T]) Adopted(kind *hubobject.Kind, existing *hub.Object) (*T, error) {
	raw, err := json.Marshal(kind.WithoutDefaults(existing.Fields))
	if err != nil {
		return nil, err
	}
	object, err := k.Read(kind, raw)
	if err == nil && k.Imported != nil {
		k.Imported(object)
	}
	return object, err
}

// ArgumentsOf are the arguments of an object by their names.
func (k *Kind[T]) ArgumentsOf(object *T) map[string]any {
	values, outputs := tfvalue.Attributes(object), map[string]any{}
	for _, name := range k.Arguments {
		outputs[name] = values[name]
	}
	return outputs
}
