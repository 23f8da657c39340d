// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package decode

import (
	"bytes"
	"encoding"
	"reflect"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/jsonwalk"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Func decodes an object of the fleet: Object or Listed.
type Func func(raw []byte, into any, options ...json.Options) error

// Listed decodes an object that an API server listed. It has dropped the fields that its schema does not have.
func Listed(raw []byte, into any, options ...json.Options) error { return Into(raw, into, options...) }

// Object decodes an object of the fleet. A hub has more fields than are read, and a later version may have others, so
// unknown fields are ignored, but not one that is a misspelt field: its value would be lost silently.
func Object(raw []byte, into any, options ...json.Options) error {
	if err := Into(raw, into, options...); err != nil {
		return err
	}
	return namedFieldsOf(reflect.TypeOf(into)).check(jsontext.NewDecoder(bytes.NewBuffer(raw)))
}

// otherFields are the fields of upstream's objects that are not read.
var otherFields = sets.New(
	"apiVersion", "kind", "metadata", "spec", "status",
	"annotations", "creationTimestamp", "deletionGracePeriodSeconds", "deletionTimestamp", "finalizers",
	"generateName", "generation",
	"labels", "managedFields", "name", "namespace", "ownerReferences", "resourceVersion", "selfLink", "uid",
	"hubAcceptsClient", "leaseDurationSeconds", "managedClusterClientConfigs", "conditions", "managedNamespaces", "clusterSet",
	"identity", "heartbeatPeriodSeconds", "deleteOptions", "observationTime", "observedGeneration", "message", "reason", "value",
)

// namedFields is what is known of the names in a value: those of an object, or those in the elements of a list. Nil means that
// the value has no names of fields.
type namedFields struct {
	fields   map[string]*namedFields
	names    []string
	elements *namedFields
}

// fieldsByType caches the namedFields of the types of objects.
var fieldsByType sync.Map

func namedFieldsOf(t reflect.Type) *namedFields {
	if cached, ok := fieldsByType.Load(t); ok {
		if named, ok := cached.(*namedFields); ok {
			return named
		}
	}
	named := newNamedFields(t)
	fieldsByType.Store(t, named)
	return named
}

func newNamedFields(t reflect.Type) *namedFields {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case isOpaque(t):
	case t.Kind() == reflect.Slice:
		if elements := newNamedFields(t.Elem()); elements != nil {
			return &namedFields{elements: elements}
		}
	case t.Kind() == reflect.Struct:
		named := &namedFields{fields: map[string]*namedFields{}, names: FieldsOf(t)}
		for _, f := range reflect.VisibleFields(t) {
			if name := jsonName(f); name != "" {
				named.fields[name] = newNamedFields(f.Type)
			}
		}
		return named
	}
	return nil
}

// isOpaque reports whether a type decodes itself.
func isOpaque(t reflect.Type) bool {
	pointer := reflect.PointerTo(t)
	return t == reflect.TypeFor[placement.Resources]() || pointer.Implements(reflect.TypeFor[json.Unmarshaler]()) ||
		pointer.Implements(reflect.TypeFor[json.UnmarshalerFrom]()) || pointer.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// check looks for misspelt fields in the next value.
func (n *namedFields) check(decoder *jsontext.Decoder) error {
	kind := decoder.PeekKind()
	switch {
	case n == nil:
	case kind == '{' && n.fields != nil:
		return n.checkObject(decoder)
	case kind == '[' && n.elements != nil:
		return jsonwalk.Elements(decoder, func() error { return n.elements.check(decoder) })
	}
	return decoder.SkipValue()
}

func (n *namedFields) checkObject(decoder *jsontext.Decoder) error {
	return jsonwalk.Elements(decoder, func() error {
		quoted, err := decoder.ReadValue()
		if err != nil {
			return err
		}
		name := quoted[1 : len(quoted)-1]
		below, known := n.fields[string(name)]
		if !known && !otherFields.Has(string(name)) {
			if nearest := excerpt.Nearest(string(name), n.names); nearest != "" {
				return &FieldError{
					Field: fieldPath(decoder.StackPointer()), Offset: int(decoder.InputOffset()) - 1,
					Message: "unknown field; did you mean " + excerpt.Quote(nearest) + "?",
				}
			}
		}
		return below.check(decoder)
	})
}
