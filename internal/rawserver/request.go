// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// encodedValues are attributes in MessagePack, by name.
type encodedValues map[string][]byte

// Request has the bypassed attributes of one request to a data source or a resource, and takes those that it computes.
type Request struct {
	bypassed
	// config and prior are the attributes of the configuration and of the prior state as Terraform sent them.
	config, prior encodedValues
	// planned are those of the planned state, in a request to apply the plan.
	planned encodedValues
	// computed are the attributes that the data source or the resource has written.
	computed encodedValues
	// plannedPrivate is the planned private state, in a request to apply the plan.
	plannedPrivate map[string][]byte
}

func newRequest(b bypassed) *Request {
	return &Request{bypassed: b, config: encodedValues{}, prior: encodedValues{}, planned: encodedValues{},
		computed: encodedValues{}}
}

type requestKey struct{}

func withRequest(ctx context.Context, r *Request) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// FromContext returns the request that ctx belongs to. It panics for a context of no request: that is a bug in the provider.
func FromContext(ctx context.Context) *Request {
	r, ok := ctx.Value(requestKey{}).(*Request)
	if !ok {
		panic("the context has no raw attributes")
	}
	return r
}

// Type returns the type of a bypassed attribute; ok is false for an attribute that passes through the framework.
func (r *Request) Type(name string) (t tftypes.Type, ok bool) {
	t, ok = r.types[name]
	return t, ok
}

// Names are those of the bypassed attributes, sorted.
func (r *Request) Names() []string { return slices.Sorted(maps.Keys(r.types)) }

// setOutputs are the errors about outputs that the configuration sets, unless there is an error already that says more. The
// framework reports those that do not bypass it.
func (r *Request) setOutputs(known []*tfprotov6.Diagnostic) (diags []*tfprotov6.Diagnostic) {
	for _, name := range r.outputs {
		path := tftypes.NewAttributePath().WithAttributeName(name)
		if slices.ContainsFunc(known, func(d *tfprotov6.Diagnostic) bool { return path.Equal(d.Attribute) }) {
			continue
		}
		if value := r.config[name]; len(value) > 0 && !bytes.Equal(value, encodedNull) {
			diags = append(diags, &tfprotov6.Diagnostic{
				Severity: tfprotov6.DiagnosticSeverityError, Summary: "Read-only attribute",
				Detail:    name + ": the provider computes this attribute; remove it from the configuration.",
				Attribute: path,
			})
		}
	}
	return diags
}

// Config returns a bypassed attribute of the configuration as Terraform sent it, in MessagePack. It is nil for a request without
// a configuration.
func (r *Request) Config(name string) []byte { return r.config[name] }

// Prior returns a bypassed attribute of the prior state as Terraform sent it, in MessagePack. It is nil without a prior state.
func (r *Request) Prior(name string) []byte { return r.prior[name] }

// Planned returns a bypassed attribute of the planned state as Terraform sent it, in MessagePack. It is nil but in a request to
// apply a plan.
func (r *Request) Planned(name string) []byte { return r.planned[name] }

// PriorState returns the prior state: rest, which is what the framework has of it, and the named bypassed attributes.
func (r *Request) PriorState(rest tftypes.Value, names ...string) (tftypes.Value, error) {
	return r.join(rest, r.prior, names)
}

// WholeConfig returns the configuration: rest, which is what the framework has of it, and the bypassed attributes and blocks.
func (r *Request) WholeConfig(rest tftypes.Value) (tftypes.Value, error) {
	return r.join(rest, r.config, r.Names())
}

// Changed returns a bypassed attribute as it is in the configuration and in the prior state, in MessagePack, if it is in both and
// not the same. It may still mean the same: see [Request.KeepPrior].
func (r *Request) Changed(name string) (config, prior []byte, changed bool) {
	config, prior = r.config[name], r.prior[name]
	return config, prior, len(config) > 0 && len(prior) > 0 && !bytes.Equal(config, prior)
}

// KeepPrior plans the attribute as the prior state has it. Terraform accepts that in place of the configured value, which must
// mean the same. Neither may be null.
func (r *Request) KeepPrior(name string) { r.computed[name] = r.prior[name] }

func (r *Request) decode(name string, encoded []byte) (tftypes.Value, error) {
	value, err := tfprotov6.DynamicValue{MsgPack: encoded}.Unmarshal(r.types[name])
	if err != nil {
		return value, fmt.Errorf("attribute %s: %w", name, err)
	}
	return value, nil
}

// Set writes a bypassed attribute that the data source or the resource computes. It is not written if the attribute has
// another type.
func (r *Request) Set(name string, value tftypes.Value) error {
	encoded, err := tfprotov6.NewDynamicValue(r.types[name], value)
	if err != nil {
		return fmt.Errorf("attribute %s: %w", name, err)
	}
	r.computed[name] = encoded.MsgPack
	return nil
}

// Computed returns a bypassed attribute that was written with Set; ok is false if it was not.
func (r *Request) Computed(name string) (value tftypes.Value, ok bool, err error) {
	encoded, ok := r.computed[name]
	if !ok {
		return tftypes.Value{}, false, nil
	}
	value, err = r.decode(name, encoded)
	return value, true, err
}

// PlannedPrivate returns what the plan put into private state under a key, nil if there is nothing. The framework hands
// it to neither Create nor Update.
func (r *Request) PlannedPrivate(key string) []byte { return r.plannedPrivate[key] }

// join returns an object with the named ones of the encoded attributes added.
func (r *Request) join(rest tftypes.Value, encoded encodedValues, names []string) (tftypes.Value, error) {
	var values map[string]tftypes.Value
	if err := rest.As(&values); err != nil {
		return tftypes.Value{}, err
	}
	joined := make(map[string]tftypes.Value, len(values)+len(encoded))
	maps.Copy(joined, values)
	for _, name := range names {
		attribute, ok := encoded[name]
		if !ok {
			continue
		}
		value, err := r.decode(name, attribute)
		if err != nil {
			return tftypes.Value{}, err
		}
		joined[name] = value
	}
	types := make(attributeTypes, len(joined))
	for name, value := range joined {
		types[name] = value.Type()
	}
	return tftypes.NewValue(tftypes.Object{AttributeTypes: types}, joined), nil
}

// part is an object of a request, and where its bypassed attributes are put.
type part struct {
	object     **tfprotov6.DynamicValue
	attributes encodedValues
}

// strip moves the bypassed attributes out of objects. Without bypassed attributes, and without an object, one stays as it is.
func (r *Request) strip(parts ...part) error {
	for _, p := range parts {
		if len(r.types) == 0 || isNull(*p.object) {
			continue
		}
		names, fields, err := splitObject((*p.object).MsgPack)
		if err != nil {
			return fmt.Errorf("reading a value of Terraform: %w", err)
		}
		rest := 0
		for i, name := range names {
			if _, ok := r.types[name]; ok {
				p.attributes[name] = fields[i]
				continue
			}
			names[rest], fields[rest] = name, fields[i]
			rest++
		}
		*p.object = &tfprotov6.DynamicValue{MsgPack: joinObject(names[:rest], fields[:rest])}
	}
	return nil
}

// restore adds the bypassed attributes to an object: the computed ones, else the given ones as they came, else null.
func (r *Request) restore(object *tfprotov6.DynamicValue, given encodedValues) (*tfprotov6.DynamicValue, error) {
	if len(r.types) == 0 || isNull(object) {
		return object, nil
	}
	names, fields, err := splitObject(object.MsgPack)
	if err != nil {
		return nil, fmt.Errorf("reading a value of the provider: %w", err)
	}
	for _, name := range r.Names() {
		field := encodedNull
		if computed, ok := r.computed[name]; ok {
			field = computed
		} else if encoded, ok := given[name]; ok {
			field = encoded
		}
		names, fields = append(names, name), append(fields, field)
	}
	return &tfprotov6.DynamicValue{MsgPack: joinObject(names, fields)}, nil
}
