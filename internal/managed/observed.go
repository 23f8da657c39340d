// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"encoding/json"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

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
