// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Config reads a configuration into what the targets point to, with its bypassed attributes but for those that are not needed.
func (r *Readers) Config(ctx context.Context, config tftypes.Value, unneeded []string, targets ...any) (*tfvalue.Reader, error) {
	reader, request := r.Reader(), rawserver.FromContext(ctx)
	names := slices.DeleteFunc(request.Names(), func(name string) bool { return slices.Contains(unneeded, name) })
	whole, err := WithBypassed(config, names, request.Config)
	if err != nil {
		return reader, err
	}
	reader.ReadConfig(whole, targets...)
	return reader, nil
}

// Prior reads an object from a state, into what the targets point to.
func (r *Readers) Prior(ctx context.Context, state tftypes.Value, targets ...any) error {
	request := rawserver.FromContext(ctx)
	whole, err := WithBypassed(state, request.Names(), request.Prior)
	if err != nil {
		return err
	}
	reader := r.Reader()
	reader.ReadConfig(whole, targets...)
	return reader.Err()
}

// WithBypassed is an object with the named bypassed attributes, as far as there are any. Encoded returns one as Terraform sent
// it.
func WithBypassed(rest tftypes.Value, names []string, encoded func(name string) []byte) (tfvalue.Input, error) {
	whole := tfvalue.Of(rest)
	for _, name := range names {
		sent := encoded(name)
		if len(sent) == 0 {
			continue
		}
		attribute, err := tfvalue.Decode(sent)
		if err != nil {
			return whole, fmt.Errorf("attribute %s: %w", name, err)
		}
		whole.SetAttribute(name, attribute)
	}
	return whole, nil
}

// KeepForms plans the arguments that mean what they meant before as the prior state has them. Terraform compares dynamic values
// with their types: a list for a tuple, "3" for 3, or null for an attribute that was left out would be a change otherwise. T is
// the struct that a configuration is read into, and simplify removes from it what does not matter; nil if all of it does.
func KeepForms[T any](ctx context.Context, r *Readers, simplify func(*T), unordered ...string) {
	request := rawserver.FromContext(ctx)
	for _, name := range request.Names() {
		config, prior, changed := request.Changed(name)
		if !changed {
			continue
		}
		now, priorMeaning := canonical(r, name, config, simplify, unordered), canonical(r, name, prior, simplify, unordered)
		if now != nil && bytes.Equal(now, priorMeaning) {
			request.KeepPrior(name)
		}
	}
}

// canonical is the meaning of an encoded attribute. It is nil if it has none: if it is null or wrong, or if something that is
// read is not known. What is not read, such as a computed attribute of a resource that is passed on, does not matter.
func canonical[T any](r *Readers, name string, encoded []byte, simplify func(*T), unordered []string) []byte {
	attribute, err := tfvalue.Decode(encoded)
	if err != nil || attribute.IsNull() {
		return nil
	}
	reader, config := r.Reader(), new(T)
	reader.ReadConfig(tfvalue.Object(map[string]tfvalue.Input{name: attribute}), config)
	if len(reader.Unknown()) > 0 || reader.HasMistakes() {
		return nil
	}
	if simplify != nil {
		simplify(config)
	}
	return tfvalue.Canonical(config, unordered...)
}

// PriorValues are attributes of a state as they are; nil for null.
func PriorValues(ctx context.Context, state tftypes.Value, names ...string) (map[string]any, error) {
	whole, err := rawserver.FromContext(ctx).PriorState(state, names...)
	if err != nil {
		return nil, err
	}
	var attributes map[string]tftypes.Value
	err = whole.As(&attributes)
	values := make(map[string]any, len(names))
	for _, name := range names {
		if values[name] = nil; !attributes[name].IsNull() {
			values[name] = attributes[name]
		}
	}
	return values, err
}

// IsConfigured reports whether an attribute is null in the configuration, and whether it is known.
func IsConfigured(ctx context.Context, config tftypes.Value, name string) (isNull, isKnown bool) {
	value := anyAttribute(ctx, config, name, (*rawserver.Request).Config)
	return value.IsNull(), !value.IsUnknown()
}

// IsPlanned reports whether an attribute is known in a plan that is applied.
func IsPlanned(ctx context.Context, plan tftypes.Value, name string) bool {
	planned := anyAttribute(ctx, plan, name, (*rawserver.Request).Planned)
	return !planned.IsUnknown()
}

// anyAttribute is an attribute of an object, whether it bypasses the framework or not. Encoded returns one that does; without any
// it is null.
func anyAttribute(
	ctx context.Context, object tftypes.Value, name string, encoded func(r *rawserver.Request, name string) []byte,
) tfvalue.Input {
	request := rawserver.FromContext(ctx)
	if _, bypassed := request.Type(name); !bypassed {
		return tfvalue.Of(attributeOf(object, name))
	}
	value, err := tfvalue.Decode(encoded(request, name))
	if err != nil {
		return tfvalue.Input{}
	}
	return value
}

// Fill writes computed attributes into an object. Those that bypass the framework go into the request.
func Fill(ctx context.Context, object tftypes.Value, outputs map[string]any) (tftypes.Value, error) {
	request := rawserver.FromContext(ctx)
	var attributes map[string]tftypes.Value
	if err := object.As(&attributes); err != nil {
		return tftypes.Value{}, err
	}
	attributes = maps.Clone(attributes)
	for name, output := range outputs {
		typ, bypassed := request.Type(name)
		if !bypassed {
			typ = attributes[name].Type()
		}
		value, err := tfvalue.Value(typ, output)
		switch {
		case err != nil:
			return tftypes.Value{}, fmt.Errorf("attribute %s: %w", name, err)
		case !bypassed:
			attributes[name] = value
		default:
			if err := request.Set(name, value); err != nil {
				return tftypes.Value{}, err
			}
		}
	}
	return tftypes.NewValue(object.Type(), attributes), nil
}
