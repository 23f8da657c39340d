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
	return checkNames(jsontext.NewDecoder(bytes.NewBuffer(raw)), withNames(reflect.TypeOf(into)))
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

// fieldTypes caches what fieldTypesOf returns.
var fieldTypes sync.Map

// fieldTypesOf are the types of the fields of a struct by their JSON names, as withNames returns them.
func fieldTypesOf(t reflect.Type) map[string]reflect.Type {
	if cached, ok := fieldTypes.Load(t); ok {
		if types, ok := cached.(map[string]reflect.Type); ok {
			return types
		}
	}
	types := map[string]reflect.Type{}
	for _, f := range reflect.VisibleFields(t) {
		if name := jsonName(f); name != "" {
			types[name] = withNames(f.Type)
		}
	}
	fieldTypes.Store(t, types)
	return types
}

// withNames is the struct or list that a value is read into; nil if the value has no names of fields.
func withNames(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case isOpaque(t):
	case t.Kind() == reflect.Struct, t.Kind() == reflect.Slice && withNames(t.Elem()) != nil:
		return t
	}
	return nil
}

// isOpaque reports whether a type decodes itself.
func isOpaque(t reflect.Type) bool {
	pointer := reflect.PointerTo(t)
	return t == reflect.TypeFor[placement.Resources]() || pointer.Implements(reflect.TypeFor[json.Unmarshaler]()) ||
		pointer.Implements(reflect.TypeFor[json.UnmarshalerFrom]()) || pointer.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// checkNames looks for misspelt fields in the next value, which was read into what withNames has returned.
func checkNames(decoder *jsontext.Decoder, t reflect.Type) error {
	kind := decoder.PeekKind()
	switch {
	case t == nil:
	case kind == '{' && t.Kind() == reflect.Struct:
		return checkFields(decoder, t)
	case kind == '[' && t.Kind() == reflect.Slice:
		element := withNames(t.Elem())
		return jsonwalk.Elements(decoder, func() error { return checkNames(decoder, element) })
	}
	return decoder.SkipValue()
}

func checkFields(decoder *jsontext.Decoder, t reflect.Type) error {
	types := fieldTypesOf(t)
	return jsonwalk.Elements(decoder, func() error {
		quoted, err := decoder.ReadValue()
		if err != nil {
			return err
		}
		name := quoted[1 : len(quoted)-1]
		below, known := types[string(name)]
		if !known && !otherFields.Has(string(name)) {
			if nearest := excerpt.Nearest(string(name), FieldsOf(t)); nearest != "" {
				return &FieldError{
					Field: fieldPath(decoder.StackPointer()), Offset: int(decoder.InputOffset()) - 1,
					Message: "unknown field; did you mean " + excerpt.Quote(nearest) + "?",
				}
			}
		}
		return checkNames(decoder, below)
	})
}
